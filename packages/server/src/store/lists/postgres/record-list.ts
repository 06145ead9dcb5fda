import {
  type Filter,
  type IdMatcher,
  type Lister,
  type ListFilter,
  type ListQuery,
  type Page,
  nullableOrders,
} from "../../list.ts";
import { allConditions, isCondition, requiredConditions } from "../list-filters.ts";
import type { PostgresSessions } from "../../session/postgres/postgres-sessions.ts";
import { findCandidates, maxCandidates } from "../../search/postgres/search-candidates.ts";
import type { ListSearch } from "../../search/postgres/search-terms.ts";
import type { Fragment, Parameter, Session } from "../../session/postgres/session.ts";
import { alwaysExact, KeptCounts, RecordCounts, testedRecords } from "../record-counts.ts";
import { isPayload } from "../filter-compiler.ts";
import { conjunction } from "../../session/fragment.ts";
import { fieldOf, type ListedTable, orderValueOf } from "../lists.ts";
import { matchEach, type TestedRow } from "../match-each.ts";
import { type PageRequest, readPage, toPageRequest } from "../read-page.ts";
import { isCommonAmong } from "./newest-sample.ts";
import { type FieldSource, type IndexedRecords, postgresFilters } from "./postgres-filters.ts";
import { type DrawnExtent, type RecordSample, type SampleOptions, sampleRecords } from "./record-sample.ts";
import { type JoinedOrder, RecordWalk } from "./record-walk.ts";

export interface ListParts {
  readonly sessions: PostgresSessions;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

export interface ListSource<Record> extends ListedTable<FieldSource> {
  /** Condition on `r` for the records of the list, if the table also has other records. */
  readonly where?: string | undefined;
  /** Returns the join of another table if the list is ordered by one of its columns; undefined for other orders. */
  readonly joined?: ((column: string, filters: readonly Filter[]) => JoinedOrder | undefined) | undefined;
  readonly search?: ListSearch | undefined;
  readonly load: (session: Session, project: number, keys: readonly number[]) => Promise<ReadonlyMap<number, Record>>;
}

interface NarrowingOptions {
  /**
   * Whether the caller needs all matches, for example to count them, or only a page. For a page, no index is used if
   * many of the newest records match, because a scan then fills the page sooner.
   */
  readonly isWhole?: boolean | undefined;
}

type SampleReading<Found extends { readonly count: number }> = Pick<SampleOptions<Found>, "limit" | "read">;
type Matching = Pick<ListQuery, "filters" | "cursorAnchor">;

/** Size of the sample from which a count is estimated if payloads must be read. */
const sampledPayloads = 5_000;
/**
 * Maximum number of steps that the payload index may find for a count. If the index finds more steps, the count does
 * not use the index.
 */
const countedCandidates = 100_000;

/**
 * Maximum number of groups of conditions that are looked up in the payload index. A group consists of the conditions
 * that one and the same step must meet. Of the groups that were looked up, the list uses the one with the fewest steps.
 */
const searchedGroups = 4;
/**
 * If the payload index finds at most this many steps for a group (see {@link searchedGroups}), no further groups are
 * looked up.
 */
const fewCandidates = 200;

/** Reads the list of one resource page by page, along an index. */
export class RecordList<Record> implements Lister<Record>, IdMatcher {
  readonly #sessions: PostgresSessions;
  readonly #source: ListSource<Record>;
  readonly #counts: RecordCounts;
  readonly #extents: KeptCounts<DrawnExtent>;

  constructor({ sessions, now }: ListParts, source: ListSource<Record>) {
    this.#sessions = sessions;
    this.#source = source;
    this.#counts = new RecordCounts(now);
    this.#extents = new KeptCounts(now);
  }

  async list(projectId: string, query: ListQuery): Promise<Page<Record>> {
    const request = toPageRequest(this.#source.resource, query);
    return this.#sessions.read(projectId, async (session, project) => {
      const walk = await this.#walk(session, project, query, request);
      return readPage(walk, request, (keys) => this.#source.load(session, project, keys));
    });
  }

  async count(projectId: string, query: Matching): Promise<number> {
    const project = await this.#sessions.keyOf(projectId);
    const identity = JSON.stringify([project, query.filters ?? [], query.cursorAnchor ?? null]);
    return this.#counts.count(identity, () =>
      this.#sessions.read(projectId, (session) => this.#count(session, project, query)),
    );
  }

  async matchingIds(projectId: string, ids: readonly string[], filters: readonly ListFilter[]): Promise<string[]> {
    const [matching = []] = await this.idsMatchingEach(projectId, ids, [filters]);
    return matching;
  }

  idsMatchingEach(
    projectId: string,
    ids: readonly string[],
    filters: readonly (readonly ListFilter[])[],
  ): Promise<string[][]> {
    return this.#sessions.read(projectId, (session, project) => {
      const conditions = filters.map((each) => this.matching(project, { filters: each }));
      return matchEach(conditions, (bits) => {
        const query = `
          SELECT id, bits FROM (
            SELECT r.id AS id, ${bits.sql} AS bits FROM ${this.#source.table} r WHERE r.project_id = ? AND r.id = ANY(?)
          ) m WHERE bits <> 0`;
        return session.all<TestedRow>(query, ...bits.parameters, project, [...ids]);
      });
    });
  }

  async #count(session: Session, project: number, query: Matching): Promise<number> {
    const { rows, condition } = this.#rows(project, query);
    // A count needs all candidates, however many there are.
    const among = await this.#among(session, project, query, { isWhole: true });
    const matching = among === undefined ? condition : conjunction([condition, among]);
    const count = async (from: string, ...more: Parameter[]): Promise<number> =>
      (await session.get<{ count: number }>(`SELECT count(*) AS count FROM ${from}`, ...matching.parameters, ...more))
        ?.count ?? 0;
    if (!this.#readsPayloads(query)) return count(`${rows} WHERE ${matching.sql}`);
    const exact = await count(`(SELECT 1 FROM ${rows} WHERE ${matching.sql} LIMIT ?) m`, alwaysExact + 1);
    if (exact <= alwaysExact) return exact;
    const { recordCount } = await this.#sample(session, project, query, this.matching(project, query), {
      limit: sampledPayloads,
      read: async (select) => {
        const { sql, parameters } = select({ sql: "1", parameters: [] });
        const row = await session.get<{ count: number }>(`SELECT count(*) AS count FROM (${sql}) m`, ...parameters);
        return { count: row?.count ?? 0 };
      },
    });
    return Math.max(recordCount, exact);
  }

  async sample<Found extends { readonly count: number }>(
    session: Session,
    project: number,
    filters: readonly ListFilter[],
    reading: SampleReading<Found>,
  ): Promise<RecordSample<Found>> {
    const matching = await this.#narrowed(session, project, { filters });
    return this.#sample(session, project, { filters }, matching, reading);
  }

  #sample<Found extends { readonly count: number }>(
    session: Session,
    project: number,
    { filters = [], cursorAnchor }: Matching,
    matching: Fragment,
    reading: SampleReading<Found>,
  ): Promise<RecordSample<Found>> {
    const inTime = requiredConditions(filters).filter(isOfTime);
    const { table, where } = this.#source;
    const identity = JSON.stringify([project, inTime, cursorAnchor ?? null, reading.limit]);
    return sampleRecords(session, {
      ...reading,
      tested: this.#readsPayloads({ filters }) ? reading.limit : testedRecords,
      project,
      table,
      base: this.matching(project, { filters: inTime, cursorAnchor }),
      isWhole: where === undefined && inTime.length === 0 && cursorAnchor === undefined,
      matching,
      isNarrowed: inTime.length < filters.length,
      extent: (make) => this.#extents.get(identity, make),
    });
  }

  #readsPayloads({ filters = [] }: Matching): boolean {
    return allConditions(filters).some(({ field }) => isPayload(fieldOf(this.#source, field)));
  }

  matching(project: number, query: Matching): Fragment {
    const { where } = this.#source;
    return this.#condition(project, query, ...(where === undefined ? [] : [{ sql: where, parameters: [] }]));
  }

  #condition(project: number, { filters = [], cursorAnchor }: Matching, ...more: readonly Fragment[]): Fragment {
    const all: ListFilter[] = [...filters];
    if (cursorAnchor !== undefined) all.push({ field: "createdAt", operator: "lte", value: cursorAnchor });
    const of = (field: string): FieldSource => fieldOf(this.#source, field);
    return conjunction([
      { sql: "r.project_id = ?", parameters: [project] },
      ...more,
      ...all.map((filter) => postgresFilters.compileAny(filter, { of, steps: this.#source.steps })),
    ]);
  }

  /**
   * Returns the rows from which the list is read in order of creation. These are usually the rows of the table. If the
   * query has a single filter, and an index contains the matches of this filter, returns the rows of the index instead.
   * Additional filters on the creation time are possible in both cases.
   */
  #rows(project: number, query: Matching): IndexedRecords {
    const { filters = [] } = query;
    const [asked, ...more] = filters.filter((filter) => !isCondition(filter) || !isOfTime(filter));
    const listed =
      asked && isCondition(asked) && more.length === 0 ? fieldOf(this.#source, asked.field).listed?.(asked) : undefined;
    if (listed === undefined) return { rows: `${this.#source.table} r`, condition: this.matching(project, query) };
    const inTime = requiredConditions(filters).filter(isOfTime);
    const condition = this.#condition(project, { ...query, filters: inTime });
    return { rows: listed.rows, condition: conjunction([condition, listed.condition]) };
  }

  async #narrowed(session: Session, project: number, query: Matching): Promise<Fragment> {
    const matching = this.matching(project, query);
    const among = await this.#among(session, project, query);
    return among === undefined ? matching : conjunction([matching, among]);
  }

  /**
   * Returns a condition that selects the steps that the payload index finds for the filters. Undefined if the index
   * does not support the filters, or if a scan is faster, for example because the index finds too many steps.
   */
  async #among(
    session: Session,
    project: number,
    query: Matching,
    { isWhole = false }: NarrowingOptions = {},
  ): Promise<Fragment | undefined> {
    const { search, table, where } = this.#source;
    if (search === undefined) return undefined;
    const groups = search.groupsOf(query.filters ?? []);
    if (groups.length === 0) return undefined;
    const matching = this.matching(project, query);
    let common: Promise<boolean> | undefined;
    const isCommon = async (): Promise<boolean> =>
      !isWhole && (await (common ??= isCommonAmong(session, { table, where, project, matching })));
    const most = isWhole ? countedCandidates : maxCandidates;
    let fewest: readonly number[] | undefined;
    for (const terms of groups.slice(0, searchedGroups)) {
      // oxlint-disable-next-line no-await-in-loop -- if few steps match a group, no other group is looked up
      const steps = await findCandidates(session, project, terms, isCommon, most);
      if (steps !== undefined && steps.length < (fewest?.length ?? Infinity)) fewest = steps;
      if (fewest !== undefined && fewest.length <= fewCandidates) break;
    }
    if (fewest === undefined) return undefined;
    return conjunction([{ sql: "r.project_id = ?", parameters: [project] }, search.among(project, fewest)]);
  }

  async #walk(
    session: Session,
    project: number,
    query: Matching,
    { order: { column, direction } }: PageRequest,
  ): Promise<RecordWalk> {
    const { table, joined } = this.#source;
    const order = orderValueOf(this.#source, column);
    const { rows, condition } =
      column === "createdAt"
        ? this.#rows(project, query)
        : { rows: `${table} r`, condition: this.matching(project, query) };
    return new RecordWalk(session, {
      rows,
      order,
      joined: joined?.(column, requiredConditions(query.filters ?? [])),
      direction,
      nullable: nullableOrders.has(column),
      condition,
      among: await this.#among(session, project, query),
    });
  }
}

function isOfTime({ field }: Filter): boolean {
  return field === "createdAt";
}
