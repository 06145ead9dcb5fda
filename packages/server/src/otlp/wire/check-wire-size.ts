import { badInput } from "../../records/errors.ts";

/** Kind of telemetry in a request. */
export type Signal = "traces" | "logs" | "metrics";

/** The message fields of each kind of message, by number. */
type Layout = Readonly<Record<number, string>>;

const layouts: Readonly<Record<string, Layout>> = {
  request: { 1: "ofResource" },
  ofResource: { 1: "resource", 2: "ofScope" },
  resource: { 1: "pair" },
  ofScope: { 1: "scope", 2: "item" },
  scope: { 3: "pair" },
  event: { 3: "pair" },
  link: { 4: "pair" },
  points: { 1: "leaf" },
  pair: { 2: "value" },
  value: { 5: "list", 6: "pairs" },
  list: { 1: "value" },
  pairs: { 1: "pair" },
  leaf: {},
};

const items: Readonly<Record<Signal, Layout>> = {
  traces: { 9: "pair", 11: "event", 13: "link", 15: "leaf" },
  logs: { 5: "value", 6: "pair" },
  metrics: { 5: "points", 7: "points", 9: "points", 10: "points", 11: "points" },
};

/**
 * Throws if a protobuf body has too many fields or nests them too deeply, before it is decoded: an empty message takes
 * two bytes on the wire and a hundred in memory.
 */
export function checkWireSize(
  bytes: Uint8Array,
  signal: Signal,
  { maxJsonDepth, maxJsonNodes }: { readonly maxJsonDepth: number; readonly maxJsonNodes: number },
): void {
  const open: { readonly end: number; readonly layout: Layout }[] = [];
  let nodes = 0;
  let index = 0;
  while (index < bytes.length) {
    while (open.length > 0 && index >= (open.at(-1)?.end ?? 0)) open.pop();
    const { end, layout } = open.at(-1) ?? { end: bytes.length, layout: layouts["request"] ?? {} };
    const field = readField(bytes, index, end);
    // A broken field, which the decoder reports.
    if (field === null) return;
    nodes += 1;
    if (nodes > maxJsonNodes) throw badInput("body", `holds more than ${maxJsonNodes} values`, maxJsonNodes);
    const kind = field.isDelimited ? layout[field.number] : undefined;
    if (kind === undefined) {
      index = field.end;
      continue;
    }
    if (open.length >= maxJsonDepth) {
      throw badInput("body", `is nested deeper than ${maxJsonDepth} levels`, maxJsonDepth);
    }
    open.push({ end: field.end, layout: kind === "item" ? items[signal] : (layouts[kind] ?? {}) });
    index = field.start;
  }
}

interface Field {
  readonly number: number;
  /** Where its content starts. */
  readonly start: number;
  readonly end: number;
  readonly isDelimited: boolean;
}

function readField(bytes: Uint8Array, from: number, limit: number): Field | null {
  const tag = readVarint(bytes, from, limit);
  if (tag === null || tag.value < 8) return null;
  const start = tag.end;
  const number = Math.floor(tag.value / 8);
  switch (tag.value % 8) {
    case 0: {
      const value = readVarint(bytes, start, limit);
      return value && { start, end: value.end, isDelimited: false, number };
    }
    case 1:
      return start + 8 <= limit ? { start, end: start + 8, isDelimited: false, number } : null;
    case 5:
      return start + 4 <= limit ? { start, end: start + 4, isDelimited: false, number } : null;
    case 2: {
      const length = readVarint(bytes, start, limit);
      if (length === null || length.end + length.value > limit) return null;
      return { start: length.end, end: length.end + length.value, isDelimited: true, number };
    }
    default:
      return null;
  }
}

function readVarint(bytes: Uint8Array, from: number, limit: number): { value: number; end: number } | null {
  let value = 0;
  for (let index = from; index < Math.min(from + 10, limit); index += 1) {
    const byte = bytes[index] ?? 0;
    if (index - from < 5) value += (byte & 0x7f) * 2 ** (7 * (index - from));
    if (byte < 0x80) return { value, end: index + 1 };
  }
  return null;
}
