import { serialize, serializePlain } from "../transport/serialize.ts";
import { fitText, type JsonLimits, NO_LIMITS, toJson } from "../transport/to-json.ts";
import type { JsonValue } from "../types/json.ts";
import { byteLength } from "./byte-length.ts";
import { DeliveryError } from "./delivery-error.ts";
import { FIELD_BYTES, fitJson, MAX_VALUES, OTHER_LIMITS, PAYLOAD_LIMITS } from "./field-limits.ts";
import { holdsKept, keptItems } from "./known-json.ts";
import type { Mask, RecordedData, ContentOptions, RecordKind } from "./record.ts";
import { joinParts, type JsonParts, type RecordJson, type SharedItems, textOf, toSharedItems } from "./shared-json.ts";

/** Serializes a record. Never throws. */
export type EncodeRecord = (kind: RecordKind, record: WireRecord) => RecordJson;

/** A step or thread to serialize. Its values come from the application and are unchecked. */
export interface WireRecord {
  id: string;
  [field: string]: unknown;
}

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
/** Limits of the service, which rejects a step that exceeds one of them. Lengths are in characters. */
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

/**
 * Limits in characters: a third of the service's limits in bytes. A character takes at most three bytes in UTF-8, so a
 * record within these limits is never too large for the service.
 */
const SMALL: JsonLimits = { text: FIELD_BYTES.other / 3, total: FIELD_BYTES.other / 3, values: MAX_VALUES };

const INPUTS = ["input", "messages", "prompt", "variables"];
const OUTPUTS = ["output", "completion", "messageCompletion"];
/** Fields that are kept when the mask fails. */
const SKELETON = ["threadId", "rootRunId", "parentId", "type", "name", "startTime", "endTime", "environment"];

export function createEncoder(options: ContentOptions, report: (error: unknown) => void): EncodeRecord {
  const { environment, mask, recordInputs = true, recordOutputs = true } = options;
  const unwanted = [...(recordInputs ? [] : INPUTS), ...(recordOutputs ? [] : OUTPUTS)];

  return (kind, record) => {
    const wanted = unwanted.length === 0 ? record : without(record, unwanted);
    if (kind === "step" && environment !== undefined) wanted["environment"] ??= environment;
    const json = encodeShared(wanted) ?? encode(wanted);
    return mask === undefined ? json : encode(masked(mask, { kind, json: textOf(json), report }));
  };
}

/**
 * Returns a copy of an input or output, so that later changes by the application are not recorded. The copy is
 * truncated like the recorded value.
 */
export function copyPayload(value: unknown): JsonValue | undefined {
  return toJson(value, PAYLOAD_LIMITS);
}

/**
 * Serializes a record, with the JSON that `keepJson` has cached for objects in the record. Returns undefined if no
 * cached JSON can be used.
 */
function encodeShared(record: WireRecord): JsonParts | undefined {
  if (!hasKept(record)) return undefined;
  const others: Record<string, unknown> = {};
  const shared: JsonParts[] = [];
  for (const [field, value] of Object.entries(record)) {
    const parts = holdsKept(value) ? encodeSharedLists(field, value) : undefined;
    if (parts === undefined) others[field] = value;
    else shared.push(parts);
  }
  return shared.length === 0 ? undefined : join(encode({ ...others, id: record.id }), shared);
}

function hasKept(record: WireRecord): boolean {
  for (const field in record) if (holdsKept(record[field])) return true;
  return false;
}

/**
 * Serializes a field as `"field":{...}`. Lists of objects from `keepJson` are written with the cached JSON. If the
 * field would exceed its size limit, the last items of a list are omitted. Returns undefined if the field has no such
 * list, or if not even the first item of a list fits.
 */
function encodeSharedLists(field: string, value: object): JsonParts | undefined {
  const others: [string, unknown][] = [];
  const lists: [key: string, items: SharedItems][] = [];
  for (const [key, item] of Object.entries(value) as [string, unknown][]) {
    const items = keptItems(item);
    if (items === undefined) others.push([key, item]);
    else lists.push([key, items]);
  }
  if (lists.length === 0) return undefined;
  const name = `${JSON.stringify(field)}:`;
  const rest = encode({ [field]: Object.fromEntries(others) }).slice(1, -1);
  if (!rest.startsWith(`${name}{`)) return undefined;
  let left = FIELD_BYTES.payload - byteLength(rest);
  const shared: JsonParts[] = [];
  for (const [key, items] of lists) {
    const fitting = fitItems(items, left);
    if (fitting === undefined) return undefined;
    left -= fitting.length;
    const end = fitting === items ? "]" : `,"[Truncated: ${items.items.length} items]"]`;
    shared.push([`${JSON.stringify(key)}:[`, fitting, end]);
  }
  return joinParts([name], join(rest.slice(name.length), shared));
}

function fitItems(all: SharedItems, bytes: number): SharedItems | undefined {
  if (all.length <= bytes) return all;
  let left = bytes;
  const count = all.items.findIndex(({ length }) => (left -= length + 1) < 0);
  return count > 0 ? toSharedItems(all.items.slice(0, count)) : undefined;
}

function join(json: string, fields: readonly JsonParts[]): JsonParts {
  const separate = (field: JsonParts, index: number): JsonParts =>
    index > 0 || json !== "{}" ? [",", ...field] : field;
  return joinParts([json.slice(0, -1)], ...fields.map(separate), ["}"]);
}

function encode(record: Record<string, unknown>): string {
  const plain = hasFittingNames(record) ? serializePlain(record, SMALL) : undefined;
  if (plain !== undefined && plain.length <= FIELD_BYTES.other / 3) return plain;
  // From here on, only this copy is read, because the application may change its values at any time.
  const copied = copyFields(record);
  return encodeFields(copied);
}

/** Truncates fields to the limits of the service. Returns the record itself when no field is too large. */
export function fitRecord(record: WireRecord): WireRecord {
  const plain = hasFittingNames(record) ? serializePlain(record, SMALL) : undefined;
  const isSmall = plain !== undefined && plain.length <= FIELD_BYTES.other / 3;
  return isSmall ? record : { ...(JSON.parse(encodeFields(copyFields(record))) as object), id: record.id };
}

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

/** Copies each field and truncates it to the limits of the service, which would otherwise refuse the step. */
function copyFields(record: object): Record<string, unknown> {
  const copied: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(record) as [string, unknown][]) {
    if (value !== undefined) copied[field] = copyField(field, value);
  }
  return copied;
}

function copyField(field: string, value: unknown): unknown {
  if (typeof value === "string") {
    // No field has a limit below `MAX_TAG`, so a text of at most this length needs no truncation. Most texts are that
    // short.
    if (value.length <= MAX_TAG) return value;
    const most = NAMES[field];
    return most === undefined ? toJson(value, limitsOf(field)) : fitText(value, most);
  }
  if (field === "generation" && typeof value === "object" && value !== null) return copyFields(value);
  if (!isList(value)) return toJson(value, limitsOf(field));
  if (field === "tags") return toJson(fitTags(value), limitsOf(field));
  // The SDK created the items of these lists, so each of them is an object.
  if (field === "scores" || field === "attachments")
    return value.slice(0, MAX_PARTS).map((part) => copyFields(part as object));
  return toJson(value, limitsOf(field));
}

/** Whether the value is a list. False for a revoked proxy, for which `Array.isArray` throws. */
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

/** Serializes copied fields. Truncates fields whose size in bytes is too large. */
function encodeFields(copied: Record<string, unknown>): string {
  const fields = Object.entries(copied).flatMap(([field, value]) => {
    if (value === undefined) return [];
    const json = isGeneration(field, value) ? encodeFields(value) : fitField(field, value);
    return `${JSON.stringify(field)}:${json}`;
  });
  return `{${fields.join()}}`;
}

function fitField(field: string, value: unknown): string {
  // `copyFields` has already truncated the items of `scores` and `attachments`, so they are not truncated again.
  const isBounded = field === "scores" || field === "attachments";
  return fitJson(value as JsonValue, isBounded ? NO_LIMITS : limitsOf(field)).json; // `copyFields` returns JSON values
}

function isGeneration(field: string, value: unknown): value is Record<string, unknown> {
  return field === "generation" && typeof value === "object" && value !== null;
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

/** Applies the mask. If the mask fails, only the fields in `SKELETON` are kept. */
function masked(mask: Mask, { kind, json, report }: Masking): WireRecord {
  // The mask may change its argument, so it gets a copy.
  const record = JSON.parse(json) as RecordedData;
  const { id } = record;
  const skeleton = Object.fromEntries(
    SKELETON.filter((field) => field in record).map((field) => [field, record[field]]),
  );
  try {
    const result = JSON.parse(serialize(answerOf(mask(record, kind)))) as unknown;
    return { ...answerOf(result), id };
  } catch (cause) {
    report(
      new DeliveryError(`The mask function failed, so the content of ${kind} ${id} was dropped: ${String(cause)}`, {
        cause,
      }),
    );
    return { ...skeleton, id };
  }
}

function answerOf(result: unknown): object {
  if (typeof result === "object" && result !== null && !Array.isArray(result) && !("then" in result)) return result;
  throw new TypeError("mask must return a record, not a promise");
}
