import type { JsonObject } from "../../json/json-value.ts";
import type { ImportRecord } from "./import-record.ts";

/** Records that other records refer to by name. An export may contain several copies of such a record. */
export type NamedRecord = Extract<
  ImportRecord,
  { readonly kind: "user" | "prompt version" | "thread" | "dataset" | "experiment" }
>;

const kinds = ["user", "prompt version", "thread", "dataset", "experiment"] as const satisfies NamedRecord["kind"][];

export function isNamed(record: ImportRecord): record is NamedRecord {
  return (kinds as readonly string[]).includes(record.kind);
}

type Copies = Map<string, { readonly record: NamedRecord; time: string; readonly position: number }>;

/**
 * Collects records that others refer to by name, and merges the copies of a record. The result does not depend on the
 * order in which copies were added.
 */
export class NameCollector {
  readonly #copies = new Map<string, Copies>();

  /**
   * Adds a record that was created from a source object. `time` (ISO 8601) is the time of this object, and `position`
   * is the index of the record among the records of the object.
   */
  add(record: NamedRecord, time: string, position: number): void {
    const key = `${record.kind}\n${keyOf(record)}`;
    const copies: Copies = this.#copies.get(key) ?? new Map();
    this.#copies.set(key, copies);
    const content = JSON.stringify(record);
    const known = copies.get(content);
    if (known === undefined) copies.set(content, { record, time, position });
    else if (time < known.time) known.time = time;
  }

  /**
   * Returns the records, ordered by kind. The earliest copy of a record takes precedence. Later copies only add missing
   * fields.
   */
  records(): NamedRecord[] {
    const merged = [...this.#copies.entries()].map(([key, copies]) => {
      const sorted = [...copies.entries()].toSorted(
        ([content, one], [other, { time }]) => compare(one.time, time) || compare(content, other),
      );
      const [first] = sorted;
      const record = sorted.map(([, copy]) => copy.record).reduce(fill);
      return { key, record, position: first?.[1].position ?? 0 };
    });
    const ordered = merged.toSorted(
      (one, other) =>
        kinds.indexOf(one.record.kind) - kinds.indexOf(other.record.kind) ||
        compareVersions(one, other) ||
        compare(one.key, other.key),
    );
    return keepLastServed(ordered.map(({ record }) => record));
  }
}

function keyOf(record: NamedRecord): string {
  switch (record.kind) {
    case "user":
      return record.identifier;
    case "thread":
      return record.thread.threadId;
    case "dataset":
      return record.name;
    case "experiment":
      return record.id;
    default:
      return `${record.reference.name}\n${record.reference.version}`;
  }
}

interface Placed {
  readonly record: NamedRecord;
  readonly position: number;
}

function compareVersions(one: Placed, other: Placed): number {
  if (one.record.kind !== "prompt version" || other.record.kind !== "prompt version") return 0;
  const [first, second] = [one.record, other.record];
  return (
    compare(first.reference.name, second.reference.name) ||
    numberOf(first.reference.version) - numberOf(second.reference.version) ||
    compare(first.createdAt ?? "", second.createdAt ?? "") ||
    one.position - other.position
  );
}

function numberOf(version: string): number {
  return /^\d{1,15}$/u.test(version) ? Number(version) : 0;
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

/** Removes `isServed` from all versions of a prompt except the newest one that is marked as `isServed`. */
function keepLastServed(records: readonly NamedRecord[]): NamedRecord[] {
  const last = new Map<string, NamedRecord>();
  for (const record of records) {
    if (record.kind === "prompt version" && record.isServed === true) last.set(record.reference.name, record);
  }
  return records.map((record) =>
    record.kind === "prompt version" && record.isServed === true && last.get(record.reference.name) !== record
      ? { ...record, isServed: false }
      : record,
  );
}

function fill(earlier: NamedRecord, later: NamedRecord): NamedRecord {
  return fillObject(earlier as unknown as JsonObject, later as unknown as JsonObject) as unknown as NamedRecord;
}

function fillObject(earlier: JsonObject, later: JsonObject): JsonObject {
  const added = Object.entries(later).filter(([name]) => earlier[name] === undefined);
  const both = Object.entries(earlier).map(([name, value]): [string, JsonObject[string]] => {
    const other = later[name];
    if (name === "tags" && Array.isArray(value) && Array.isArray(other))
      return [name, [...new Set([...value, ...other])]];
    const isDeep = ["metadata", "params", "thread"].includes(name) && isPlain(value) && isPlain(other);
    return [name, isDeep ? fillObject(value, other) : value];
  });
  return Object.fromEntries([...both, ...added]);
}

function isPlain(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
