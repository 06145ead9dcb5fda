import { isReplaced, isReplacedFilter } from "../../comparable-text.ts";
import { flattenAttributes, type Attribute } from "../flatten-attributes.ts";
import type { JsonObject } from "../../../json/json-value.ts";
import type { Filter } from "../../list.ts";
import { AttributeBlocks } from "./attribute-blocks.ts";
import { AttributeShapes } from "./attribute-shapes.ts";
import { positiveOf } from "../../lists/list-filters.ts";
import { sqliteFilters } from "../../lists/sqlite/sqlite-filters.ts";
import type { Fragment, Database } from "../../session/sqlite/database.ts";
import { commonMatches, sampleSize } from "../../lists/sqlite/column-candidates.ts";
import type { CandidateRange, Candidates } from "../../lists/sqlite/record-walk.ts";

/** Bit of `parts` in the backlog (steps to index): the metadata of the step is not indexed yet. */
export const metadataPart = 1;

/**
 * Index from metadata values to steps. A search tests each candidate itself, so the index may return too many steps,
 * but never too few.
 */
export class StepAttributes {
  readonly #database: Database;
  readonly #shapes: AttributeShapes;
  readonly blocks: AttributeBlocks;
  readonly #paths = new Map<string, number>();

  constructor(database: Database) {
    this.#database = database;
    this.#shapes = new AttributeShapes(database);
    this.blocks = new AttributeBlocks(database);
  }

  /** Returns the steps that may pass a filter on a metadata path; undefined if a scan is faster. */
  candidates(project: number, filter: Filter): Candidates | undefined {
    if (filter.path === undefined || isReplacedFilter(filter)) return undefined;
    const path = this.#findPath(project, filter.path);
    const found = this.#ranges(project, path, filter);
    if (found === undefined) return undefined;
    const select = "SELECT step AS key, created_at AS value FROM";
    return {
      ranges: [
        { sql: `${select} step_index_backlog WHERE project_id = ? AND parts & ${metadataPart}`, parameters: [project] },
        { sql: `${select} step_attributes WHERE path = ?`, parameters: [overflowPath(project)] },
        ...found,
      ],
      areCollected: filter.operator === "ilike",
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
    const select = "SELECT step AS key, created_at AS value FROM step_attributes";
    const entries = `${select} WHERE path = ?`;
    const texts = exactTexts(positive);
    if (!isNegative && texts !== undefined) {
      if (path === undefined) return [];
      // The index contains strings unchanged. If the filter compares strings, a string that is found in the index
      // certainly matches (`exact`). All other entries that are found must be tested. They include entries of the kind
      // `unsure`, which have the text '' instead of their value.
      const isText =
        typeof value === "string" || (Array.isArray(value) && value.every((each) => typeof each === "string"));
      // Without INDEXED BY, SQLite would read all steps with the path instead of the steps with this text.
      const ofText = `${select} INDEXED BY step_attributes_by_text WHERE path = ?`;
      return [
        { sql: `${ofText} AND text = '' AND kind <> 'string'`, parameters: [path] },
        ...texts.flatMap((text) => [
          { sql: `${ofText} AND text = ? AND kind = 'string'`, parameters: [path, text], exact: isText },
          { sql: `${ofText} AND text = ? AND kind <> 'string'`, parameters: [path, text] },
        ]),
      ];
    }
    const test = texts === undefined ? rangeOf(positive) : exactly(positive, texts);
    if (test === undefined || this.#isCommon(project, path, test, isNegative)) return undefined;
    if (!isNegative && operator === "ilike") {
      return path === undefined ? [] : this.blocks.candidates(path, String(value), test);
    }
    const sql = isNegative
      ? `${entries} AND (kind = 'unsure' OR NOT ${test.sql})`
      : `${entries} AND (kind = 'unsure' OR ${test.sql})`;
    const present = path === undefined ? [] : [{ sql, parameters: [path, ...test.parameters] }];
    return isNegative ? [...present, ...this.#shapes.ranges(project, path, false)] : present;
  }

  /** Whether so many of the newest steps match that a scan fills a page faster. */
  #isCommon(project: number, path: number | undefined, test: Fragment, isNegative: boolean): boolean {
    const newest = `SELECT key FROM steps WHERE project_id = ? ORDER BY created_at DESC LIMIT ${sampleSize}`;
    const sql = `
      SELECT count(*) AS size, count(a.step) AS matches FROM (${newest}) s
      LEFT JOIN step_attributes a ON a.path = ? AND a.step = s.key AND ${test.sql}`;
    const found = this.#database.get<{ size: number; matches: number }>(sql, project, path ?? 0, ...test.parameters);
    const { size, matches } = found ?? { size: 0, matches: 0 };
    return (isNegative ? size - matches : matches) >= commonMatches;
  }

  remove(project: number, createdAt: number, step: number, metadata: JsonObject | null): void {
    const attributes = flattenAttributes(metadata ?? {});
    const paths = attributes === null ? [overflowPath(project)] : this.#pathsOf(project, attributes);
    for (const path of paths) {
      this.#database.run("DELETE FROM step_attributes WHERE path = ? AND step = ?", path, step);
      this.blocks.remove(path, step);
    }
    if (attributes !== null) this.#shapes.remove(project, paths, createdAt, step);
  }

  index(project: number, createdAt: number, step: number, metadata: JsonObject | null): void {
    const attributes = flattenAttributes(metadata ?? {});
    const sql = "INSERT OR REPLACE INTO step_attributes (path, step, created_at, kind, text) VALUES (?, ?, ?, ?, ?)";
    if (attributes === null) this.#database.run(sql, overflowPath(project), step, createdAt, "unsure", "");
    else {
      for (const { path, kind, text } of attributes.map(withComparableText)) {
        const key = this.#pathKey(project, path);
        this.#database.run(sql, key, step, createdAt, kind, text);
        this.blocks.add(key, step, { kind, text });
      }
      this.#shapes.add(project, this.#pathsOf(project, attributes), createdAt, step);
    }
  }

  #pathsOf(project: number, attributes: readonly Attribute[]): number[] {
    return attributes.flatMap(({ path }) => this.#findPath(project, path) ?? []).toSorted((one, other) => one - other);
  }

  #pathKey(project: number, path: string): number {
    const known = this.#findPath(project, path);
    return (
      known ?? this.#database.run("INSERT INTO attribute_paths (project_id, path) VALUES (?, ?)", project, path).key
    );
  }

  #findPath(project: number, path: string): number | undefined {
    const identity = `${project} ${path}`;
    const known = this.#paths.get(identity);
    if (known !== undefined) return known;
    const sql = "SELECT key FROM attribute_paths WHERE project_id = ? AND path = ?";
    const key = this.#database.get<{ key: number }>(sql, project, path)?.key;
    if (key === undefined) return undefined;
    if (this.#paths.size >= 10_000) this.#paths.clear();
    this.#paths.set(identity, key);
    return key;
  }
}

/** Path key under which the index lists the steps whose metadata is too large to index. */
function overflowPath(project: number): number {
  return -project;
}

function exactTexts({ operator, value }: Filter): readonly string[] | undefined {
  if (operator === "in") return (Array.isArray(value) ? value : [value]).map(textOf);
  // Every comparison with a boolean, even `gt`, tests equality, because booleans have no order.
  if (operator === "eq" || typeof value === "boolean" || (operator === "is" && value !== null)) return [textOf(value)];
  return undefined;
}

function textOf(value: Filter["value"]): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

const anyEntry: Fragment = { sql: "TRUE", parameters: [] };

/**
 * Condition on `kind` and `text` for an exact match of one of these texts. Numbers and booleans only match values of
 * the same type.
 */
function exactly({ value }: Filter, texts: readonly string[]): Fragment {
  const kind = typeof value === "number" || typeof value === "boolean" ? `kind = '${typeof value}' AND ` : "";
  return { sql: `(${kind}text IN (SELECT value FROM json_each(?)))`, parameters: [JSON.stringify(texts)] };
}

/** Condition on `kind` and `text` for a comparison or a substring search. Undefined for other operators. */
function rangeOf(filter: Filter): Fragment | undefined {
  const { operator, value } = filter;
  if (!["ilike", "gt", "gte", "lt", "lte"].includes(operator)) return undefined;
  const isNumber = typeof value === "number" && operator !== "ilike";
  const test = sqliteFilters.compare({ sql: isNumber ? "CAST(text AS REAL)" : "text", parameters: [] }, filter);
  return { sql: `(${isNumber ? "kind = 'number' AND " : ""}${test.sql})`, parameters: test.parameters };
}

/**
 * Returns the attribute with the kind `unsure` if its text is not in the form that filters compare. The step itself
 * must then be tested.
 */
function withComparableText(attribute: Attribute): Attribute {
  return isReplaced(attribute.text) ? { ...attribute, kind: "unsure", text: "" } : attribute;
}
