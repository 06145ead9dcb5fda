import { decodeCursor, encodeCursor, type Position } from "../cursor.ts";
import { filterFields, orderColumns, type ListedResource } from "../filter-fields.ts";
import { nullableOrders, orderOf } from "../list.ts";
import { isPayload } from "../lists/filter-compiler.ts";
import type { Filter, Lister, ListQuery, Order, Page } from "../list.ts";
import { sqliteFilters, type FieldSource } from "../lists/sqlite/sqlite-filters.ts";
import type { Fragment } from "../lists/sqlite/fragment.ts";
import { countTested } from "./count-tested.ts";
import type { Database } from "./database.ts";
import { isCommonAmong, type NewestSample } from "./newest-sample.ts";
import { oppositeOf } from "../positive-filter.ts";
import { toSnakeCase } from "../schema/snake-case.ts";
import type { ProjectKeys } from "./project-keys.ts";
import { alwaysExact, RecordCounts } from "../record-counts.ts";
import { sampleRecords, type RecordSample } from "./record-sample.ts";
import { RecordWalk, union, type Candidates, type WalkOptions } from "./record-walk.ts";

type Loaded<Record> = ReadonlyMap<number, Record>;

/** Loads the records of a list one by one, which takes no longer than together. */
export function oneByOne<Record>(load: (key: number) => Record | null): ListSource<Record>["load"] {
  return (_project, keys) =>
    new Map(
      keys.flatMap((key) => {
        const record = load(key);
        return record === null ? [] : [[key, record]];
      }),
    );
}

/** What the list of one resource needs to know of its table, whose rows are called `r` in every expression. */
export interface ListSource<Record> {
  readonly resource: ListedResource;
  readonly table: string;
  /** The column that holds the order of insertion. */
  readonly key: string;
  /** How each field of `filterFields` reads its value. */
  readonly fields: { readonly [field: string]: FieldSource };
  /** The orders that are not a column of that name, as an expression. */
  readonly orders?: { readonly [column: string]: string } | undefined;
  /** Rows in the order of creation that a filter narrows the list to by an index; undefined when the filter has none. */
  readonly candidates?: (project: number, filter: Filter, newest: NewestRecords) => Candidates | undefined;
  /** Whether the newest records hold a payload, where testing one of them takes long; by default they are tested. */
  readonly isCommon?: (project: number, filter: Filter, sample: NewestSample) => boolean;
  /** The records of some keys. */
  readonly load: (project: number, keys: readonly number[]) => Loaded<Record> | Promise<Loaded<Record>>;
}

/** Whether at least so many of so many newest records pass the filter, which walking the list then finds sooner. */
export type NewestRecords = (sample: NewestSample) => boolean;

/** The candidates of a filter, as they were, and how to find them anew. */
interface Narrowed {
  readonly find: () => Candidates | undefined;
  readonly candidates: Candidates;
}

/** How far the candidates of several filters are counted to compare them. */
const comparedSize = 5_000;

/** Of many records whose payloads would have to be read to count them, so many tell how many match. */
const sampledPayloads = 5_000;

const defaultOrder: Order = { column: "createdAt", direction: "DESC" };

/** The list of one resource, page by page along an index. */
export class RecordList<Record> implements Lister<Record> {
  readonly #database: Database;
  readonly #projects: ProjectKeys;
  readonly #source: ListSource<Record>;
  readonly #counts: RecordCounts;

  constructor(database: Database, projects: ProjectKeys, now: () => number, source: ListSource<Record>) {
    this.#database = database;
    this.#projects = projects;
    this.#source = source;
    this.#counts = new RecordCounts(now);
  }

  async list(projectId: string, query: ListQuery): Promise<Page<Record>> {
    const order = orderOf(query);
    const project = this.#projects.of(projectId);
    const walk = this.#walk(project, query, order);
    const { resource } = this.#source;
    const decode = (cursor: string | undefined): Position | undefined =>
      cursor === undefined ? undefined : decodeCursor(resource, order.column, cursor);
    const bounds = { after: decode(query.after), before: decode(query.before) };

    const forward = query.last === undefined;
    const size = query.last ?? query.first ?? 20;
    const skip = query.skip ?? 0;
    const found = await walk.take(forward, bounds, skip + size + 1);
    const positions = found.slice(skip, skip + size);
    const hasMore = found.length > skip + size;
    if (!forward) positions.reverse();

    const hasBehind = await this.#isAnythingBehind(walk, forward, bounds, positions, skip > 0 && found.length > 0);
    const keys = positions.map(({ key }) => key);
    const records = await this.#source.load(project, keys);
    return {
      edges: positions.flatMap((position) => {
        const node = records.get(position.key);
        return node === undefined ? [] : [{ cursor: encodeCursor(resource, order.column, position), node }];
      }),
      hasNextPage: forward ? hasMore : hasBehind,
      hasPreviousPage: forward ? hasBehind : hasMore,
    };
  }

  async count(projectId: string, query: Pick<ListQuery, "filters" | "cursorAnchor">): Promise<number> {
    const project = this.#projects.of(projectId);
    const identity = JSON.stringify([project, query.filters ?? [], query.cursorAnchor ?? null]);
    return this.#counts.count(identity, async () => {
      const rest = await this.#countRest(project, query);
      if (rest !== undefined) return rest;
      const walk = this.#walk(project, query, defaultOrder);
      const readsPayloads = query.filters?.some(({ field }) => isPayload(this.#field(field))) ?? false;
      if (!readsPayloads) return walk.count();
      const count = await countTested(this.#database, walk, alwaysExact);
      if (count !== undefined) return count;
      const { recordCount } = await this.#sample(project, walk, identity, sampledPayloads);
      return Math.max(recordCount, alwaysExact + 1);
    });
  }

  /** All records without those that fail the only filter, where an index finds these alone. */
  async #countRest(
    project: number,
    { filters = [], cursorAnchor }: Pick<ListQuery, "filters" | "cursorAnchor">,
  ): Promise<number | undefined> {
    const [filter, ...more] = filters;
    if (filter === undefined || more.length > 0 || isPayload(this.#field(filter.field))) return undefined;
    const failed = oppositeOf(filter);
    if (failed === undefined || this.#candidatesOf(project, filter)() !== undefined) return undefined;
    if (this.#candidatesOf(project, failed)() === undefined) return undefined;
    const all = await this.#walk(project, { filters: [], cursorAnchor }, defaultOrder).count();
    return all - (await this.#walk(project, { filters: [failed], cursorAnchor }, defaultOrder).count());
  }

  /** Matching records to take numbers from: all, or a sample when more than `limit` records have to be looked at. */
  sample(projectId: string, filters: readonly Filter[], limit: number): Promise<RecordSample> {
    const project = this.#projects.of(projectId);
    return this.#sample(project, this.#walk(project, { filters }, defaultOrder), JSON.stringify(filters), limit);
  }

  #sample(project: number, { base }: RecordWalk, identity: string, limit: number): Promise<RecordSample> {
    const count = (part: string, make: () => number): Promise<number> =>
      this.#counts.count(JSON.stringify([project, "sample", identity, part]), async () => make());
    return sampleRecords(this.#database, base, { limit, count });
  }

  /** Whether matching records lie on the side that the page came from. */
  async #isAnythingBehind(
    walk: RecordWalk,
    forward: boolean,
    bounds: { readonly after: Position | undefined; readonly before: Position | undefined },
    positions: readonly Position[],
    hasSkipped: boolean,
  ): Promise<boolean> {
    if (hasSkipped) return true;
    const start = forward ? bounds.after : bounds.before;
    if (start === undefined) return false;
    const edge = (forward ? positions[0] : positions.at(-1)) ?? start;
    const behind = forward ? { after: undefined, before: edge } : { after: edge, before: undefined };
    if ((await walk.take(!forward, behind, 1)).length > 0) return true;
    return positions.length === 0 && walk.includes(start);
  }

  #walk(project: number, query: Pick<ListQuery, "filters" | "cursorAnchor">, order: Order): RecordWalk {
    const { resource, table, key, fields, orders } = this.#source;
    if (!orderColumns[resource].includes(order.column)) throw new Error(`${resource} have no order ${order.column}.`);
    const filters: Filter[] = [...(query.filters ?? [])];
    if (query.cursorAnchor !== undefined) {
      filters.push({ field: "createdAt", operator: "lte", value: query.cursorAnchor });
    }
    const isByCreation = order.column === "createdAt";
    // A range of creation times bounds the walk itself; all else is tested on the rows that it passes.
    const ranges = isByCreation ? filters.filter((filter) => filter.field === "createdAt") : [];
    const tested = filters.filter((filter) => !ranges.includes(filter));
    const conditions: Fragment[] = tested.map((filter) => sqliteFilters.compile(filter, this.#field(filter.field)));
    const narrowed = isByCreation ? this.#narrowest(project, tested) : undefined;
    const options: WalkOptions = {
      table,
      key,
      project,
      order: orders?.[order.column] ?? toSnakeCase(order.column),
      direction: order.direction,
      nullable: nullableOrders.has(order.column),
      ranges: ranges.map((filter) => sqliteFilters.compile(filter, { value: "value" })),
      conditions,
      candidates: narrowed?.find,
      areCollected: narrowed?.candidates.areCollected,
    };
    return new RecordWalk(this.#database, options);
  }

  /** The candidates of the filter that narrows the list most. */
  #narrowest(project: number, filters: readonly Filter[]): Narrowed | undefined {
    const found = filters.flatMap((filter) => {
      const find = this.#candidatesOf(project, filter);
      const candidates = find();
      return candidates === undefined ? [] : [{ find, candidates }];
    });
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

  /** Looks at the newest records once, however often it is asked. */
  #candidatesOf(project: number, filter: Filter): () => Candidates | undefined {
    let isCommon: boolean | undefined;
    const newest: NewestRecords = (sample) => (isCommon ??= this.#isCommon(project, filter, sample));
    return () => this.#source.candidates?.(project, filter, newest);
  }

  #isCommon(project: number, filter: Filter, sample: NewestSample): boolean {
    const { table, fields, isCommon } = this.#source;
    const field = this.#field(filter.field);
    if (isCommon !== undefined && isPayload(field)) return isCommon(project, filter, sample);
    const condition = sqliteFilters.compile(filter, field);
    return isCommonAmong(this.#database, { table, project, condition }, sample);
  }

  #field(name: string): FieldSource {
    const { fields } = this.#source;
    const source = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (source === undefined || !Object.hasOwn(filterFields[this.#source.resource], name)) {
      throw new Error(`${this.#source.resource} have no field ${name}.`);
    }
    return source;
  }
}
