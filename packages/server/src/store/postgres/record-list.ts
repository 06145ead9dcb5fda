import { decodeCursor, encodeCursor, type Position } from "../cursor.ts";
import { filterFields, orderColumns, type ListedResource } from "../filter-fields.ts";
import { nullableOrders, orderOf } from "../list.ts";
import { isPayload } from "../lists/filter-compiler.ts";
import type { Filter, Lister, ListQuery, Order, Page } from "../list.ts";
import { alwaysExact, KeptCounts, RecordCounts } from "../record-counts.ts";
import { isCommonAmong } from "./newest-sample.ts";
import { postgresFilters, type FieldSource, type IndexedRecords } from "../lists/postgres/postgres-filters.ts";
import type { Database } from "./database.ts";
import type { ProjectKeys } from "./project-keys.ts";
import { type DrawnExtent, type RecordSample, type SampleOptions, sampleRecords } from "./record-sample.ts";
import { conjunction, type JoinedOrder, RecordWalk, type Bounds } from "./record-walk.ts";
import { findCandidates, mostCandidates } from "./search-candidates.ts";
import type { SearchTerm } from "./search-terms.ts";
import { toSnakeCase } from "../schema/snake-case.ts";
import type { Fragment, Parameter, Session } from "./session.ts";

/** What the list of one resource needs to know of its table, whose rows are called `r` in every expression. */
export interface ListSource<Record> {
  readonly resource: ListedResource;
  readonly table: string;
  /** A condition on `r` that holds for the records of the list, when the table has others. */
  readonly where?: string | undefined;
  /** How each field of `filterFields` reads its value. */
  readonly fields: { readonly [field: string]: FieldSource };
  /** The orders that are not a column of that name, as an expression. */
  readonly orders?: { readonly [column: string]: string } | undefined;
  /** What some of these read beside the table. */
  readonly joined?: { readonly [column: string]: JoinedOrder } | undefined;
  /** Whether the index over payloads has an answer to a filter, and how that narrows the list. */
  readonly search?: ListSearch | undefined;
  /** The records of some keys. */
  readonly load: (session: Session, project: number, keys: readonly number[]) => Promise<ReadonlyMap<number, Record>>;
}

/** What the index over payloads knows of a list. */
export interface ListSearch {
  /** Undefined when the index has no answer to the filter. */
  readonly termOf: (filter: Filter) => SearchTerm | undefined;
  /** The condition on `r` that holds for the records of steps with some keys. */
  readonly among: (project: number, steps: readonly number[]) => Fragment;
}

interface NarrowingOptions {
  /** Whether all records are looked at, however common they are. */
  readonly isWhole?: boolean | undefined;
}

type SampleReading<Found extends { readonly count: number }> = Pick<SampleOptions<Found>, "limit" | "read">;
type Matching = Pick<ListQuery, "filters" | "cursorAnchor">;

/** Of many records whose payloads would have to be read to count them, so many tell how many match. */
const sampledPayloads = 5_000;
/** Candidates of the index that are counted one by one, until there are more than are counted exactly. */
const countedCandidates = 100_000;

/** The list of one resource, page by page along an index. */
export class RecordList<Record> implements Lister<Record> {
  readonly #database: Database;
  readonly #projects: ProjectKeys;
  readonly #source: ListSource<Record>;
  readonly #counts: RecordCounts;
  readonly #extents: KeptCounts<DrawnExtent>;

  constructor(database: Database, projects: ProjectKeys, now: () => number, source: ListSource<Record>) {
    this.#database = database;
    this.#projects = projects;
    this.#source = source;
    this.#counts = new RecordCounts(now);
    this.#extents = new KeptCounts(now);
  }

  async list(projectId: string, query: ListQuery): Promise<Page<Record>> {
    const order = orderOf(query);
    const bounds = { after: this.#decode(order, query.after), before: this.#decode(order, query.before) };
    const project = await this.#projects.of(projectId);
    return this.#database.read(project, (session) => this.#page(session, project, query, order, bounds));
  }

  async count(projectId: string, query: Matching): Promise<number> {
    const project = await this.#projects.of(projectId);
    const identity = JSON.stringify([project, query.filters ?? [], query.cursorAnchor ?? null]);
    return this.#counts.count(identity, () =>
      this.#database.read(project, (session) => this.#count(session, project, query)),
    );
  }

  async #count(session: Session, project: number, query: Matching): Promise<number> {
    const { rows, condition } = this.#rows(project, query);
    // All are looked at, however common they are.
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

  /** Reads something of some of the matching records, or of all when they are few. */
  async sample<Found extends { readonly count: number }>(
    session: Session,
    project: number,
    filters: readonly Filter[],
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
    const inTime = filters.filter(({ field }) => field === "createdAt");
    const { table, where } = this.#source;
    const identity = JSON.stringify([project, inTime, cursorAnchor ?? null, reading.limit]);
    return sampleRecords(session, {
      ...reading,
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
    return filters.some(({ field }) => {
      const { json, from } = this.#field(field);
      return json === true && from !== undefined;
    });
  }

  /** The condition on the rows `r` of the table that are in the list, that of the project first. */
  matching(project: number, query: Matching): Fragment {
    const { where } = this.#source;
    return this.#condition(project, query, ...(where === undefined ? [] : [{ sql: where, parameters: [] }]));
  }

  #condition(project: number, { filters = [], cursorAnchor }: Matching, ...more: readonly Fragment[]): Fragment {
    const all: Filter[] = [...filters];
    if (cursorAnchor !== undefined) all.push({ field: "createdAt", operator: "lte", value: cursorAnchor });
    return conjunction([
      { sql: "r.project_id = ?", parameters: [project] },
      ...more,
      ...all.map((filter) => postgresFilters.compile(filter, this.#field(filter.field))),
    ]);
  }

  /** The same rows, or those of an index that has all that a query asks for but the time, in the order of creation. */
  #rows(project: number, query: Matching): IndexedRecords {
    const { filters = [] } = query;
    const [asked, ...more] = filters.filter(({ field }) => field !== "createdAt");
    const listed = asked && more.length === 0 ? this.#field(asked.field).listed?.(asked) : undefined;
    if (listed === undefined) return { rows: `${this.#source.table} r`, condition: this.matching(project, query) };
    const inTime = filters.filter(({ field }) => field === "createdAt");
    const condition = this.#condition(project, { ...query, filters: inTime });
    return { rows: listed.rows, condition: conjunction([condition, listed.condition]) };
  }

  /** The condition on the table, with the records that the index over payloads names where that is of use. */
  async #narrowed(session: Session, project: number, query: Matching): Promise<Fragment> {
    const matching = this.matching(project, query);
    const among = await this.#among(session, project, query);
    return among === undefined ? matching : conjunction([matching, among]);
  }

  /** The condition that finds the records that the index over payloads names; undefined where that is of no use. */
  async #among(
    session: Session,
    project: number,
    query: Matching,
    { isWhole = false }: NarrowingOptions = {},
  ): Promise<Fragment | undefined> {
    const { search, table, where } = this.#source;
    if (search === undefined) return undefined;
    const terms = (query.filters ?? []).flatMap((filter) => {
      const term = search.termOf(filter);
      return term === undefined ? [] : [term];
    });
    if (terms.length === 0) return undefined;
    const matching = this.matching(project, query);
    const isCommon = async (): Promise<boolean> =>
      !isWhole && (await isCommonAmong(session, { table, where, project, matching }));
    const most = isWhole ? countedCandidates : mostCandidates;
    const steps = await findCandidates(session, project, terms, isCommon, most);
    if (steps === undefined) return undefined;
    return conjunction([{ sql: "r.project_id = ?", parameters: [project] }, search.among(project, steps)]);
  }

  async #page(
    session: Session,
    project: number,
    query: ListQuery,
    order: Order,
    bounds: Bounds,
  ): Promise<Page<Record>> {
    const { resource, table, orders, joined, load } = this.#source;
    const { column, direction } = order;
    if (!orderColumns[resource].includes(column)) throw new Error(`${resource} have no order ${column}.`);
    const { rows, condition } =
      column === "createdAt"
        ? this.#rows(project, query)
        : { rows: `${table} r`, condition: this.matching(project, query) };
    const walk = new RecordWalk(session, {
      rows,
      order: orders?.[column] ?? `r.${toSnakeCase(column)}`,
      joined: joined?.[column],
      direction,
      nullable: nullableOrders.has(column),
      condition,
      among: await this.#among(session, project, query),
    });
    const forward = query.last === undefined;
    const size = query.last ?? query.first ?? 20;
    const skip = query.skip ?? 0;
    const found = await walk.take(forward, bounds, skip + size + 1);
    const positions = found.slice(skip, skip + size);
    const hasMore = found.length > skip + size;
    if (!forward) positions.reverse();

    const hasSkipped = skip > 0 && found.length > 0;
    const hasBehind = hasSkipped || (await isAnythingBehind(walk, forward, bounds, positions));
    const keys = positions.map(({ key }) => key);
    const records = keys.length === 0 ? new Map<number, Record>() : await load(session, project, keys);
    return {
      edges: positions.flatMap((position) => {
        const node = records.get(position.key);
        return node === undefined ? [] : [{ cursor: encodeCursor(resource, column, position), node }];
      }),
      hasNextPage: forward ? hasMore : hasBehind,
      hasPreviousPage: forward ? hasBehind : hasMore,
    };
  }

  #decode({ column }: Order, cursor: string | undefined): Position | undefined {
    return cursor === undefined ? undefined : decodeCursor(this.#source.resource, column, cursor);
  }

  #field(name: string): FieldSource {
    const { resource, fields } = this.#source;
    const source = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (source === undefined || !Object.hasOwn(filterFields[resource], name)) {
      throw new Error(`${resource} have no field ${name}.`);
    }
    return source;
  }
}

/** Whether matching records lie on the side that the page came from. */
async function isAnythingBehind(
  walk: RecordWalk,
  forward: boolean,
  bounds: Bounds,
  positions: readonly Position[],
): Promise<boolean> {
  const start = forward ? bounds.after : bounds.before;
  if (start === undefined) return false;
  const edge = (forward ? positions[0] : positions.at(-1)) ?? start;
  const behind = forward ? { after: undefined, before: edge } : { after: edge, before: undefined };
  if ((await walk.take(!forward, behind, 1)).length > 0) return true;
  return positions.length === 0 && walk.includes(start);
}
