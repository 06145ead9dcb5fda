import {
  type Filter,
  type IdMatcher,
  type Lister,
  type ListFilter,
  type ListQuery,
  type Order,
  type Page,
  nullableOrders,
} from "../../list.ts";
import { allConditions, isCondition, oppositeOf, requiredConditions } from "../list-filters.ts";
import { alwaysExact, RecordCounts, testedRecords } from "../record-counts.ts";
import type { Database, Fragment } from "../../session/sqlite/database.ts";
import type { SqliteSessions } from "../../session/sqlite/sqlite-sessions.ts";
import { isPayload } from "../filter-compiler.ts";
import { fieldOf, type ListedTable, orderValueOf } from "../lists.ts";
import { matchEach, type TestedRow } from "../match-each.ts";
import { conjunction } from "../../session/fragment.ts";
import { readPage, toPageRequest } from "../read-page.ts";
import { countTested } from "./count-tested.ts";
import { isCommonAmong, type NewestSample } from "./column-candidates.ts";
import { sampleRecords, type RecordSample } from "./record-sample.ts";
import { RecordWalk, union, type Candidates } from "./record-walk.ts";
import { type FieldSource, sqliteFilters } from "./sqlite-filters.ts";

type Loaded<Record> = ReadonlyMap<number, Record>;

/**
 * Creates a loader that reads each record with a statement of its own. SQLite runs in this process, so one statement
 * for all records would not be faster.
 */
export function oneByOne<Record>(load: (key: number) => Record | null): ListSource<Record>["load"] {
  return (_project, keys) =>
    new Map(
      keys.flatMap((key) => {
        const record = load(key);
        return record === null ? [] : [[key, record]];
      }),
    );
}

export interface ListParts {
  readonly database: Database;
  readonly sessions: SqliteSessions;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

export interface ListSource<Record> extends ListedTable<FieldSource> {
  /** Column with the insertion order. */
  readonly key: string;
  /** Returns the index rows that may match a filter, in order of creation; undefined if no index supports it. */
  readonly candidates?: (project: number, filter: Filter, newest: NewestRecords) => Candidates | undefined;
  /** Like `candidates`, but ordered by `column`. The `value` of an index row is the record's value in this column. */
  readonly ordered?: (project: number, filter: Filter, column: string) => Candidates | undefined;
  /**
   * Estimates whether at least `matches` of the `size` newest records match a filter on payloads. Set it if a record of
   * the list is slow to test, for example a thread with many steps. If it is not set, the newest records of the list
   * are tested.
   */
  readonly isCommon?: (project: number, filter: Filter, sample: NewestSample) => boolean;
  readonly load: (project: number, keys: readonly number[]) => Loaded<Record> | Promise<Loaded<Record>>;
}

/**
 * Returns whether at least `matches` of the `size` newest records match a filter. A scan is then faster than an index.
 */
export type NewestRecords = (sample: NewestSample) => boolean;

interface Narrowed {
  readonly find: () => Candidates | undefined;
  readonly candidates: Candidates;
}

/** Candidates that are tested, because the filter does not match all of them. */
export function inexact(candidates: Candidates | undefined): Candidates | undefined {
  return candidates && { ...candidates, ranges: candidates.ranges.map((range) => ({ ...range, exact: false })) };
}

/** Maximum number of candidates that are counted for each filter, to find the filter with the fewest. */
const comparedSize = 5_000;

/** Size of the sample from which a count is estimated if payloads must be read. */
const sampledPayloads = 5_000;

/**
 * If a list is ordered by one of these columns, a filter on the same column limits the range of the scan. These columns
 * are never null.
 */
const rangedOrders: ReadonlySet<string> = new Set(["createdAt", "value"]);

const defaultOrder: Order = { column: "createdAt", direction: "DESC" };

/** Reads the list of one resource page by page, along an index. */
export class RecordList<Record> implements Lister<Record>, IdMatcher {
  readonly #database: Database;
  readonly #sessions: SqliteSessions;
  readonly #source: ListSource<Record>;
  readonly #counts: RecordCounts;

  constructor({ database, sessions, now }: ListParts, source: ListSource<Record>) {
    this.#database = database;
    this.#sessions = sessions;
    this.#source = source;
    this.#counts = new RecordCounts(now);
  }

  async list(projectId: string, query: ListQuery): Promise<Page<Record>> {
    const request = toPageRequest(this.#source.resource, query);
    const project = this.#sessions.keyOf(projectId);
    return readPage(this.#walk(project, query, request.order), request, (keys) => this.#source.load(project, keys));
  }

  async count(projectId: string, query: Pick<ListQuery, "filters" | "cursorAnchor">): Promise<number> {
    const project = this.#sessions.keyOf(projectId);
    const identity = JSON.stringify([project, query.filters ?? [], query.cursorAnchor ?? null]);
    return this.#counts.count(identity, async () => {
      const rest = await this.#countRest(project, query);
      if (rest !== undefined) return rest;
      const walk = this.#walk(project, query, defaultOrder);
      const readsPayloads = this.#readsPayloads(query.filters ?? []);
      if (!readsPayloads) return walk.count();
      const count = await countTested(this.#database, walk, alwaysExact);
      if (count !== undefined) return count;
      const { recordCount } = await this.#sample(project, walk, identity, { limit: sampledPayloads, readsPayloads });
      return Math.max(recordCount, alwaysExact + 1);
    });
  }

  async matchingIds(projectId: string, ids: readonly string[], filters: readonly ListFilter[]): Promise<string[]> {
    const [matching = []] = await this.idsMatchingEach(projectId, ids, [filters]);
    return matching;
  }

  async idsMatchingEach(
    projectId: string,
    ids: readonly string[],
    filters: readonly (readonly ListFilter[])[],
  ): Promise<string[][]> {
    const project = this.#sessions.keyOf(projectId);
    const conditions = filters.map((each) => conjunction(each.map((filter) => this.#condition(filter))));
    return matchEach(conditions, (bits) => {
      // The cross join makes SQLite read the ids first, and then the record of each id. The planner could otherwise
      // read all records that match a filter first.
      const query = `
        SELECT id, bits FROM (
          SELECT r.id AS id, ${bits.sql} AS bits
          FROM json_each(?) e CROSS JOIN ${this.#source.table} r ON r.project_id = ? AND r.id = e.value
        ) WHERE bits <> 0`;
      return this.#database.all<TestedRow>(query, ...bits.parameters, JSON.stringify(ids), project);
    });
  }

  /**
   * Counts the matches of a filter as the number of all records minus the number of records that do not match. Returns
   * undefined if this is not possible or not faster, for example if no index finds the records that do not match.
   */
  async #countRest(
    project: number,
    { filters = [], cursorAnchor }: Pick<ListQuery, "filters" | "cursorAnchor">,
  ): Promise<number | undefined> {
    const [filter, ...more] = filters;
    if (filter === undefined || more.length > 0 || !isCondition(filter)) return undefined;
    if (this.#readsPayloads(filters)) return undefined;
    const failed = oppositeOf(filter);
    if (failed === undefined || this.#candidatesOf(project, filter)() !== undefined) return undefined;
    if (this.#candidatesOf(project, failed)() === undefined) return undefined;
    const all = await this.#walk(project, { filters: [], cursorAnchor }, defaultOrder).count();
    return all - (await this.#walk(project, { filters: [failed], cursorAnchor }, defaultOrder).count());
  }

  sample(projectId: string, filters: readonly ListFilter[], limit: number): Promise<RecordSample> {
    const project = this.#sessions.keyOf(projectId);
    const walk = this.#walk(project, { filters }, defaultOrder);
    const readsPayloads = this.#readsPayloads(filters);
    return this.#sample(project, walk, JSON.stringify(filters), { limit, readsPayloads });
  }

  #sample(
    project: number,
    { base }: RecordWalk,
    identity: string,
    { limit, readsPayloads }: { readonly limit: number; readonly readsPayloads: boolean },
  ): Promise<RecordSample> {
    const count = (part: string, make: () => number): Promise<number> =>
      this.#counts.count(JSON.stringify([project, "sample", identity, part]), async () => make());
    return sampleRecords(this.#database, base, { limit, tested: readsPayloads ? limit : testedRecords, count });
  }

  #walk(project: number, query: Pick<ListQuery, "filters" | "cursorAnchor">, order: Order): RecordWalk {
    const { table, key } = this.#source;
    const filters: ListFilter[] = [...(query.filters ?? [])];
    if (query.cursorAnchor !== undefined) {
      filters.push({ field: "createdAt", operator: "lte", value: query.cursorAnchor });
    }
    const isByCreation = order.column === "createdAt";
    // If the list is ordered by creation time or value, filters on this column limit the range of the scan. All other
    // filters are tested on each scanned row.
    const ranges = rangedOrders.has(order.column)
      ? requiredConditions(filters).filter(({ field }) => field === order.column)
      : [];
    const tested = filters.filter((filter) => !isCondition(filter) || !ranges.includes(filter));
    const conditions = requiredConditions(tested);
    const narrowed = isByCreation
      ? this.#narrowest(project, conditions)
      : this.#narrow(conditions, (filter) => () => this.#source.ordered?.(project, filter, order.column))[0];
    return new RecordWalk(this.#database, {
      table,
      key,
      project,
      order: orderValueOf(this.#source, order.column),
      direction: order.direction,
      nullable: nullableOrders.has(order.column),
      ranges: ranges.map((filter) => sqliteFilters.compile(filter, { value: "value" })),
      conditions: tested.map((filter) => this.#condition(filter)),
      candidates: tested.every(isCondition) ? narrowed?.find : () => inexact(narrowed?.find()),
      areCollected: narrowed?.candidates.areCollected,
    });
  }

  #narrowest(project: number, filters: readonly Filter[]): Narrowed | undefined {
    const found = this.#narrow(filters, (filter) => this.#candidatesOf(project, filter));
    if (found.length < 2) return found[0];
    const sizes = found.map(({ candidates }) => {
      const { sql, parameters } = union(candidates.ranges);
      return this.#database.get<{ size: number }>(
        `SELECT count(*) AS size FROM (SELECT * FROM (${sql}) LIMIT ${comparedSize})`,
        ...parameters,
      )?.size;
    });
    return found[sizes.indexOf(Math.min(...sizes.map((size) => size ?? comparedSize)))];
  }

  #narrow(filters: readonly Filter[], finder: (filter: Filter) => Narrowed["find"]): Narrowed[] {
    return filters.flatMap((filter) => {
      const find = finder(filter);
      const candidates = find();
      return candidates === undefined ? [] : [{ find, candidates }];
    });
  }

  #candidatesOf(project: number, filter: Filter): () => Candidates | undefined {
    let isCommon: boolean | undefined;
    const newest: NewestRecords = (sample) => (isCommon ??= this.#isCommon(project, filter, sample));
    return () => this.#source.candidates?.(project, filter, newest);
  }

  #isCommon(project: number, filter: Filter, sample: NewestSample): boolean {
    const { table, isCommon } = this.#source;
    if (isCommon !== undefined && isPayload(fieldOf(this.#source, filter.field))) {
      return isCommon(project, filter, sample);
    }
    return isCommonAmong(this.#database, { table, project, condition: this.#condition(filter) }, sample);
  }

  #readsPayloads(filters: readonly ListFilter[]): boolean {
    return allConditions(filters).some(({ field }) => isPayload(fieldOf(this.#source, field)));
  }

  #condition(filter: ListFilter): Fragment {
    const of = (field: string): FieldSource => fieldOf(this.#source, field);
    return sqliteFilters.compileAny(filter, { of, steps: this.#source.steps });
  }
}
