import { serialize, serializePlain } from "../transport/serialize.ts";
import { toJson } from "../transport/to-json.ts";
import { byteLength } from "./byte-length.ts";
import { DeliveryError } from "./delivery-error.ts";
import type { Mask, RecordedData, ContentOptions, RecordKind } from "./record.ts";

/** Makes the JSON of a record, which later changes do not reach. It never throws. */
export type EncodeRecord = (kind: RecordKind, record: WireRecord) => string;

/** A step or a thread as the wire takes it, with values that a host gave. */
export interface WireRecord {
  id: string;
  [field: string]: unknown;
}

/** The longest text that is recorded whole, in characters. */
const MAX_TEXT = 1_000_000;

/** What the service takes of one field, in bytes of JSON. */
const FIELD_BYTES = { payload: 3_000_000, other: 1_000_000 } as const;
const PAYLOADS: ReadonlySet<string> = new Set([
  "input",
  "output",
  "error",
  "prompt",
  "completion",
  "messages",
  "messageCompletion",
  "tools",
]);
/** A record below this has no field that is too large. */
const SMALL = { text: FIELD_BYTES.other / 2, total: FIELD_BYTES.other };

const INPUTS = ["input", "messages", "prompt", "variables"];
const OUTPUTS = ["output", "completion", "messageCompletion"];
/** What is recorded of a record whose content must not be. */
const SKELETON = ["threadId", "rootRunId", "parentId", "type", "name", "startTime", "endTime", "environment"];

/** How records become JSON; `report` hears of a mask that fails. */
export function createEncoder(options: ContentOptions, report: (error: unknown) => void): EncodeRecord {
  const { environment, mask, recordInputs = true, recordOutputs = true } = options;
  const unwanted = [...(recordInputs ? [] : INPUTS), ...(recordOutputs ? [] : OUTPUTS)];

  return (kind, record) => {
    const wanted = unwanted.length === 0 ? record : without(record, unwanted);
    if (kind === "step" && environment !== undefined) wanted["environment"] ??= environment;
    const json = encode(wanted);
    return mask === undefined ? json : encode(masked(mask, { kind, json, report }));
  };
}

function encode(record: WireRecord): string {
  const json = serializePlain(record, SMALL);
  return json !== undefined && isWithin(json, FIELD_BYTES.other) ? json : JSON.stringify(fitFields(record));
}

/** Counting takes time: a character has three bytes at most. */
function isWithin(json: string, bytes: number): boolean {
  return json.length <= bytes / 3 || byteLength(json) <= bytes;
}

/** Each field is cut to what the service takes, rather than refused with its step. */
function fitFields(record: object): object {
  const fields = Object.entries(record).map(([field, value]: [string, unknown]) => {
    const isGeneration = field === "generation" && typeof value === "object" && value !== null;
    return [field, isGeneration ? fitFields(value) : fit(field, value)];
  });
  return Object.fromEntries(fields);
}

function fit(field: string, value: unknown): unknown {
  const limit = PAYLOADS.has(field) ? FIELD_BYTES.payload : FIELD_BYTES.other;
  const text = Math.min(MAX_TEXT, limit / 2);
  const json = toJson(value, { text, total: limit });
  if (json === undefined || byteLength(JSON.stringify(json)) <= limit) return json;
  // Escapes and other alphabets take up to six bytes a character.
  return toJson(value, { text: text / 8, total: limit / 8 });
}

function without(record: WireRecord, fields: readonly string[]): WireRecord {
  const copy = omit(record, fields) as WireRecord;
  const { generation } = record;
  if (typeof generation === "object" && generation !== null) copy["generation"] = omit(generation, fields);
  return copy;
}

function omit(record: object, fields: readonly string[]): object {
  return Object.fromEntries(Object.entries(record).filter(([field]) => !fields.includes(field)));
}

interface Masking {
  kind: RecordKind;
  json: string;
  report: (error: unknown) => void;
}

/** Whatever goes wrong in the mask, no content gets past it. */
function masked(mask: Mask, { kind, json, report }: Masking): WireRecord {
  // The mask gets a copy of its own: it may change it, and finds JSON only.
  const record = JSON.parse(json) as RecordedData;
  const { id } = record;
  const skeleton = Object.fromEntries(
    SKELETON.filter((field) => field in record).map((field) => [field, record[field]]),
  );
  try {
    const result = JSON.parse(serialize(answerOf(mask(record, kind)))) as unknown;
    // What cannot be read has become a text.
    return { ...answerOf(result), id };
  } catch (cause) {
    report(
      new DeliveryError(`The mask failed on ${kind} ${id}, whose content was dropped: ${String(cause)}`, { cause }),
    );
    return { ...skeleton, id };
  }
}

function answerOf(result: unknown): object {
  if (typeof result === "object" && result !== null && !Array.isArray(result) && !("then" in result)) return result;
  throw new TypeError("it must return the record to send, and at once");
}
