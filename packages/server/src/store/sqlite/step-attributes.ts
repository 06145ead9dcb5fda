import { flattenAttributes, type Attribute } from "../flatten-attributes.ts";
import type { JsonObject } from "../json.ts";
import type { Filter } from "../list.ts";
import { AttributeShapes } from "./attribute-shapes.ts";
import { positiveOf } from "../positive-filter.ts";
import { compare, type Fragment } from "./condition.ts";
import type { Database } from "./database.ts";
import type { CandidateRange, Candidates } from "./record-walk.ts";
import { fromJsonText } from "../row-codec.ts";

interface BacklogRow {
  readonly project: number;
  readonly createdAt: number;
  readonly step: number;
  readonly metadata: string | null;
}

/** How long the index may hold the thread at a time, and how long it then rests, in milliseconds. */
const sliceTime = 4;
const restTime = 6;
const retryTime = 1_000;
/** A condition that this many of the newest steps pass is found by walking. */
const sampleSize = 500;
const commonMatches = 50;

/**
 * The index from values inside the metadata of steps to the steps. It follows the writes in the background, because
 * keeping it inside them would halve their rate. What is not indexed yet stands in the backlog, which every search
 * covers; and a search tests each candidate against the step itself, so that the index only has to be complete.
 */
export class StepAttributes {
  readonly #database: Database;
  readonly #shapes: AttributeShapes;
  readonly #paths = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** `follows`: this one keeps the index up with the writes; of the connections to a file one is enough. */
  constructor(database: Database, { follows }: { readonly follows: boolean }) {
    this.#database = database;
    this.#shapes = new AttributeShapes(database);
    this.#isClosed = !follows;
    this.#schedule(restTime);
  }

  /** Takes the former values of a step out of the index, and puts it in the backlog for its new ones; undefined: no step. */
  note(
    project: number,
    { key, createdAt }: { readonly key: number; readonly createdAt: number },
    before: JsonObject | null | undefined,
    after: JsonObject | null | undefined,
  ): void {
    if (before === after) return;
    if (before !== undefined) this.#remove(project, createdAt, key, before);
    if (after === undefined) this.#removeFromBacklog(project, createdAt, key);
    else {
      const sql = "INSERT OR IGNORE INTO stepAttributeBacklog (project, createdAt, step) VALUES (?, ?, ?)";
      this.#database.run(sql, project, createdAt, key);
      this.#schedule(restTime);
    }
  }

  /** The steps that may pass a filter on a path into their metadata; undefined when walking finds them sooner. */
  candidates(project: number, filter: Filter): Candidates | undefined {
    if (filter.path === undefined) return undefined;
    const path = this.#findPath(project, filter.path);
    const found = this.#ranges(project, path, filter);
    if (found === undefined) return undefined;
    const select = "SELECT step AS key, createdAt AS value FROM";
    return {
      ranges: [
        { sql: `${select} stepAttributeBacklog WHERE project = ?`, parameters: [project] },
        { sql: `${select} stepAttributes WHERE path = ?`, parameters: [overflowPath(project)] },
        ...found,
      ],
    };
  }

  #ranges(project: number, path: number | undefined, filter: Filter): CandidateRange[] | undefined {
    const { operator, value } = filter;
    const positive = positiveOf(filter);
    const isNegative = positive.operator !== operator;
    if (value === null && positive.operator === "is") {
      return this.#isCommon(project, path, anyEntry, !isNegative)
        ? undefined
        : this.#shapes.ranges(project, path, isNegative);
    }
    const entries = "SELECT step AS key, createdAt AS value FROM stepAttributes WHERE path = ?";
    const texts = exactTexts(positive);
    if (!isNegative && texts !== undefined) {
      if (path === undefined) return [];
      // A text compares with a text; a number may be spelled in other ways. The empty text stands for what is unsure.
      const isText =
        typeof value === "string" || (Array.isArray(value) && value.every((each) => typeof each === "string"));
      return [
        { sql: `${entries} AND text = '' AND kind <> 'string'`, parameters: [path] },
        ...texts.flatMap((text) => [
          { sql: `${entries} AND text = ? AND kind = 'string'`, parameters: [path, text], exact: isText },
          { sql: `${entries} AND text = ? AND kind <> 'string'`, parameters: [path, text] },
        ]),
      ];
    }
    const test = texts === undefined ? rangeOf(positive) : exactly(positive, texts);
    if (test === undefined || this.#isCommon(project, path, test, isNegative)) return undefined;
    const sql = isNegative
      ? `${entries} AND (kind = 'unsure' OR NOT ${test.sql})`
      : `${entries} AND (kind = 'unsure' OR ${test.sql})`;
    const present = path === undefined ? [] : [{ sql, parameters: [path, ...test.parameters] }];
    return isNegative ? [...present, ...this.#shapes.ranges(project, path, false)] : present;
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  /** Whether the newest steps hold enough matches for a page, which walking then finds sooner. */
  #isCommon(project: number, path: number | undefined, test: Fragment, isNegative: boolean): boolean {
    const newest = `SELECT key FROM steps WHERE project = ? ORDER BY createdAt DESC LIMIT ${sampleSize}`;
    const sql = `
      SELECT count(*) AS size, count(a.step) AS matches FROM (${newest}) s
      LEFT JOIN stepAttributes a ON a.path = ? AND a.step = s.key AND ${test.sql}`;
    const found = this.#database.get<{ size: number; matches: number }>(sql, project, path ?? 0, ...test.parameters);
    const { size, matches } = found ?? { size: 0, matches: 0 };
    return (isNegative ? size - matches : matches) >= commonMatches;
  }

  #remove(project: number, createdAt: number, step: number, metadata: JsonObject | null): void {
    const attributes = flattenAttributes(metadata ?? {});
    const paths = attributes === null ? [overflowPath(project)] : this.#pathsOf(project, attributes);
    for (const path of paths) this.#database.run("DELETE FROM stepAttributes WHERE path = ? AND step = ?", path, step);
    if (attributes !== null) this.#shapes.remove(project, paths, createdAt, step);
  }

  #schedule(delay: number): void {
    if (this.#isClosed || this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      try {
        if (this.#indexSlice()) this.#schedule(restTime);
      } catch {
        // The disk is full or another process holds the lock: the backlog keeps the work.
        this.#schedule(retryTime);
      }
    }, delay);
    this.#timer.unref();
  }

  /** Works on the backlog for a moment; resolves to whether some is left. */
  #indexSlice(): boolean {
    const sql = `
      SELECT b.project, b.createdAt, b.step, p.metadata FROM stepAttributeBacklog b
      LEFT JOIN stepPayloads p ON p.step = b.step LIMIT 500`;
    const backlog = this.#database.all<BacklogRow>(sql);
    if (backlog.length === 0) return false;
    const startedAt = performance.now();
    this.#database.writeUnsynced(() => {
      for (const row of backlog) {
        this.#index(row);
        if (performance.now() - startedAt > sliceTime) break;
      }
    });
    return true;
  }

  #index({ project, createdAt, step, metadata }: BacklogRow): void {
    const attributes = flattenAttributes(fromJsonText<JsonObject | null>(metadata) ?? {});
    const sql = "INSERT OR REPLACE INTO stepAttributes (path, step, createdAt, kind, text) VALUES (?, ?, ?, ?, ?)";
    if (attributes === null) this.#database.run(sql, overflowPath(project), step, createdAt, "unsure", "");
    else {
      for (const { path, kind, text } of attributes) {
        this.#database.run(sql, this.#pathKey(project, path), step, createdAt, kind, text);
      }
      this.#shapes.add(project, this.#pathsOf(project, attributes), createdAt, step);
    }
    this.#removeFromBacklog(project, createdAt, step);
  }

  #removeFromBacklog(project: number, createdAt: number, step: number): void {
    const sql = "DELETE FROM stepAttributeBacklog WHERE project = ? AND createdAt = ? AND step = ?";
    this.#database.run(sql, project, createdAt, step);
  }

  /** The keys of the paths that are known, in ascending order. */
  #pathsOf(project: number, attributes: readonly Attribute[]): number[] {
    return attributes.flatMap(({ path }) => this.#findPath(project, path) ?? []).toSorted((one, other) => one - other);
  }

  #pathKey(project: number, path: string): number {
    const known = this.#findPath(project, path);
    return known ?? this.#database.run("INSERT INTO attributePaths (project, path) VALUES (?, ?)", project, path).key;
  }

  #findPath(project: number, path: string): number | undefined {
    const identity = `${project} ${path}`;
    const known = this.#paths.get(identity);
    if (known !== undefined) return known;
    const sql = "SELECT key FROM attributePaths WHERE project = ? AND path = ?";
    const key = this.#database.get<{ key: number }>(sql, project, path)?.key;
    if (key === undefined) return undefined;
    if (this.#paths.size >= 10_000) this.#paths.clear();
    this.#paths.set(identity, key);
    return key;
  }
}

/** Where the steps stand whose metadata was too large to be taken apart. */
function overflowPath(project: number): number {
  return -project;
}

/** The texts that a match must have, when they are known. */
function exactTexts({ operator, value }: Filter): readonly string[] | undefined {
  if (operator === "in") return (Array.isArray(value) ? value : [value]).map(textOf);
  if (operator === "eq" || (operator === "is" && value !== null)) return [textOf(value)];
  return undefined;
}

function textOf(value: Filter["value"]): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

const anyEntry: Fragment = { sql: "TRUE", parameters: [] };

/** The condition on `kind` and `text` of one of these texts; numbers and booleans match only their like. */
function exactly({ value }: Filter, texts: readonly string[]): Fragment {
  const kind = typeof value === "number" || typeof value === "boolean" ? `kind = '${typeof value}' AND ` : "";
  return { sql: `(${kind}text IN (SELECT value FROM json_each(?)))`, parameters: [JSON.stringify(texts)] };
}

/** A condition on `kind` and `text` that holds for every match whose kind is sure. */
function rangeOf(filter: Filter): Fragment | undefined {
  const { operator, value } = filter;
  if (!["ilike", "gt", "gte", "lt", "lte"].includes(operator)) return undefined;
  const isNumber = typeof value === "number" && operator !== "ilike";
  const test = compare({ sql: isNumber ? "CAST(text AS REAL)" : "text", parameters: [] }, filter);
  return { sql: `(${isNumber ? "kind = 'number' AND " : ""}${test.sql})`, parameters: test.parameters };
}
