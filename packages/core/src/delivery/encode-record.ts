import { serialize, serializePlain } from "../transport/serialize.ts";
import { fitText, type JsonLimits, toJson } from "../transport/to-json.ts";
import type { JsonValue } from "../types/json.ts";
import { byteLength } from "./byte-length.ts";
import { DeliveryError } from "./delivery-error.ts";
import { holdsKept, knownListJson } from "./known-json.ts";
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
/** The most values of one field that are looked at, which bounds the time. */
const MAX_VALUES = 200_000;

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
const PAYLOAD_LIMITS: JsonLimits = { text: MAX_TEXT, total: FIELD_BYTES.payload, values: MAX_VALUES };
const OTHER_LIMITS: JsonLimits = { text: FIELD_BYTES.other / 2, total: FIELD_BYTES.other, values: MAX_VALUES };
/** What it takes of names and comments in characters, of tags, and of parts of a step. */
const MAX_NAME = 1_000;
const NAMES: Readonly<Record<string, number>> = {
  name: MAX_NAME,
  model: MAX_NAME,
  provider: MAX_NAME,
  label: MAX_NAME,
  scorer: MAX_NAME,
  mime: MAX_NAME,
  comment: 100_000,
};
const MAX_TAGS = 200;
const MAX_TAG = 255;
const MAX_PARTS = 1_000;

/** A record below this has no field that is too large. */
const SMALL: JsonLimits = { text: FIELD_BYTES.other / 2, total: FIELD_BYTES.other, values: MAX_VALUES };

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
    const json = encodeKnown(wanted) ?? encode(wanted);
    return mask === undefined ? json : encode(masked(mask, { kind, json, report }));
  };
}

/** What would be recorded of an input or output now. */
export function copyPayload(value: unknown): JsonValue | undefined {
  return toJson(value, PAYLOAD_LIMITS);
}

/**
 * The JSON of a record with lists whose text is kept (`keepJson`), in fields of its fields, such as the messages of an input; undefined when
 * it has none, or more than the service takes.
 */
function encodeKnown(record: WireRecord): string | undefined {
  if (!hasKept(record)) return undefined;
  const others: Record<string, unknown> = {};
  const known: string[] = [];
  for (const [field, value] of Object.entries(record)) {
    const json = holdsKept(value) ? encodeKnownLists(field, value) : undefined;
    if (json === undefined) others[field] = value;
    else if (json.length <= FIELD_BYTES.payload / 3 || byteLength(json) <= FIELD_BYTES.payload) known.push(json);
    else return undefined;
  }
  return known.length === 0 ? undefined : join(encode({ ...others, id: record.id }), known);
}

function hasKept(record: WireRecord): boolean {
  for (const field in record) if (holdsKept(record[field])) return true;
  return false;
}

/** `"field":{...}` with the lists of the value; undefined when it has none. */
function encodeKnownLists(field: string, value: object): string | undefined {
  const others: [string, unknown][] = [];
  const known: string[] = [];
  for (const [key, item] of Object.entries(value) as [string, unknown][]) {
    const json = knownListJson(item);
    if (json === undefined) others.push([key, item]);
    else known.push(`${JSON.stringify(key)}:${json}`);
  }
  if (known.length === 0) return undefined;
  const name = `${JSON.stringify(field)}:`;
  const rest = encode({ [field]: Object.fromEntries(others) }).slice(1, -1);
  return rest.startsWith(`${name}{`) ? name + join(rest.slice(name.length), known) : undefined;
}

/** The JSON of an object with further fields. */
function join(json: string, fields: readonly string[]): string {
  return `${json.slice(0, -1)}${json === "{}" ? "" : ","}${fields.join(",")}}`;
}

function encode(record: Record<string, unknown>): string {
  const plain = hasFittingNames(record) ? serializePlain(record, SMALL) : undefined;
  if (plain !== undefined && plain.length <= FIELD_BYTES.other / 3) return plain;
  // The host's values are read here, and nowhere else.
  const copied = copyFields(record);
  const json = JSON.stringify(copied);
  // A character has three bytes at most.
  return json.length <= FIELD_BYTES.other / 3 ? json : JSON.stringify(cutFields(copied));
}

/** The record with its fields cut to what the service takes; the record itself when none is too large. */
export function fitRecord(record: WireRecord): WireRecord {
  const plain = hasFittingNames(record) ? serializePlain(record, SMALL) : undefined;
  const isSmall = plain !== undefined && plain.length <= FIELD_BYTES.other / 3;
  return isSmall ? record : { ...cutFields(copyFields(record)), id: record.id };
}

/** Whether nothing but the size of a field needs a look. */
function hasFittingNames({ name, tags, scores, attachments, generation }: Record<string, unknown>): boolean {
  if (scores !== undefined || attachments !== undefined || isLong(name) || hasLongTags(tags)) return false;
  if (typeof generation !== "object" || generation === null) return true;
  const { model, provider, tags: own } = generation as Record<string, unknown>;
  return !isLong(model) && !isLong(provider) && !hasLongTags(own);
}

function isLong(name: unknown): boolean {
  return typeof name === "string" && name.length > MAX_NAME;
}

function hasLongTags(tags: unknown): boolean {
  if (!isList(tags)) return false;
  return tags.length > MAX_TAGS || tags.some((tag) => typeof tag !== "string" || tag.length > MAX_TAG);
}

/** A copy of each field, cut to what the service takes rather than refused with its step. */
function copyFields(record: object): Record<string, unknown> {
  const copied: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(record) as [string, unknown][]) {
    if (value !== undefined) copied[field] = copyField(field, value);
  }
  return copied;
}

function copyField(field: string, value: unknown): unknown {
  if (typeof value === "string") {
    // Most fields, and none of them is cut.
    if (value.length <= MAX_TAG) return value;
    const most = NAMES[field];
    return most === undefined ? toJson(value, limitsOf(field)) : fitText(value, most);
  }
  if (field === "generation" && typeof value === "object" && value !== null) return copyFields(value);
  if (!isList(value)) return toJson(value, limitsOf(field));
  if (field === "tags") return toJson(fitTags(value), limitsOf(field));
  // What the SDK made of the scores and attachments of a step.
  if (field === "scores" || field === "attachments")
    return value.slice(0, MAX_PARTS).map((part) => copyFields(part as object));
  return toJson(value, limitsOf(field));
}

/** Whether it is a list that can be looked at, unlike a proxy that was revoked. */
function isList(value: unknown): value is unknown[] {
  try {
    return Array.isArray(value);
  } catch {
    return false;
  }
}

function fitTags(tags: readonly unknown[]): unknown[] {
  const kept = tags.length <= MAX_TAGS ? tags : tags.slice(0, MAX_TAGS - 1);
  const fitting = kept.map((tag) => (typeof tag === "string" ? fitText(tag, MAX_TAG) : tag));
  return kept === tags ? fitting : [...fitting, `[Truncated: ${tags.length} tags]`];
}

function limitsOf(field: string): JsonLimits {
  return PAYLOADS.has(field) ? PAYLOAD_LIMITS : OTHER_LIMITS;
}

/** Cuts what has more bytes than characters. */
function cutFields(copied: Record<string, unknown>): object {
  const fields = Object.entries(copied).map(([field, value]) => {
    if (field === "generation" && typeof value === "object" && value !== null) {
      return [field, cutFields(value as Record<string, unknown>)]; // made by `copyFields`
    }
    const { text, total, values } = limitsOf(field);
    const isBounded = value === undefined || field === "scores" || field === "attachments";
    if (isBounded || byteLength(JSON.stringify(value)) <= total) return [field, value];
    // Escapes and other alphabets take up to six bytes a character.
    return [field, toJson(value, { text: text / 8, total: total / 8, values })];
  });
  return Object.fromEntries(fields);
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
