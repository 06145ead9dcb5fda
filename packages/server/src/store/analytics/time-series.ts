import type { TimeSeries, TimeSeriesQuery } from "../analytics.ts";
import { decodeText, dimensions, type PendingRecords, RollupCells } from "../rollups/rollup-cells.ts";
import { users as table } from "../schema/recorded.ts";
import type { WantedFacts } from "../rollups/rollup-fact.ts";
import { RecordTable } from "../session/record-table.ts";
import type { Session } from "../session/session.ts";
import { type SeriesGroups, SeriesLines, type SketchRow, type StoredSums } from "./series-lines.ts";
import {
  chooseBuckets,
  completeSeries,
  countedRange,
  draftSeries,
  type MinuteRange,
  planByHours,
  planCounted,
  type SeriesPlan,
} from "./series-plan.ts";
import type { SeriesSourcesOptions } from "./series-sources.ts";
import type { CountedCells, MatchingOptions, ReadList } from "./counted-cells.ts";
import type { TaggedOptions } from "./tagged-cells.ts";
import {
  dimensionOf,
  needsOf,
  recordsOf,
  type SeriesNeeds,
  type SeriesNumbers,
  toTimeSeries,
  type UserLine,
} from "./time-series-lines.ts";

const userTable = new RecordTable(table);

type Answer<Value> = Value | Promise<Value>;

/** Database reads for one time series of one project. All reads see the same snapshot of the database. */
export interface SeriesReads {
  /** First minute that has minute rollups, as a number of minutes since the epoch. */
  minutesFrom(): Answer<number>;
  pending(wanted: WantedFacts): Answer<PendingRecords>;
  /** Returns the totals of the records in a range; undefined if there are more than `limit` wanted records. */
  recount(range: MinuteRange, limit: number, wanted: WantedFacts): Answer<RollupCells | undefined>;
  tagged(options: TaggedOptions): Answer<CountedCells>;
  matching(options: MatchingOptions): Answer<CountedCells>;
  sums(needs: SeriesNeeds): Answer<StoredSums>;
  sketches(needs: SeriesNeeds, groups: readonly string[]): Answer<readonly SketchRow[]>;
  /**
   * Counts the distinct users that have steps in each bucket. If `environments` is undefined, counts users over all
   * environments. Otherwise, counts them separately in each of these environments (encoded by `encodeText`).
   */
  users(options: SeriesSourcesOptions, environments: readonly string[] | undefined): Answer<UserLine[]>;
  identifiers(ids: readonly string[]): Answer<ReadonlyMap<string, string>>;
  apiKeys(): Answer<readonly NamedApiKey[]>;
}

/** An API key. Several keys may have the same name. */
interface NamedApiKey {
  readonly id: string;
  readonly name: string;
}

export function apiKeysOf(session: Session, project: number): Promise<readonly NamedApiKey[]> {
  return session.all(session.db.selectFrom("api_keys").select(["id", "name"]).where("project_id", "=", project));
}

export async function identifiersOf(
  session: Session,
  project: number,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = await userTable.getMany(session, project, ids);
  return new Map(found.flatMap((user) => (user === null ? [] : [[user.id, user.identifier]])));
}

/** A query for a time series. With a `list`, only the records of this list are counted. */
export interface SeriesRequest extends Omit<TimeSeriesQuery, "matching"> {
  readonly list: ReadList | undefined;
}

export async function readTimeSeries(reads: SeriesReads, project: number, query: SeriesRequest): Promise<TimeSeries> {
  const numbers = await numbersOf(reads, query);
  const needs = needsOf(project, query, numbers);
  const found = await readGroups(reads, needs, query.groupLimit);
  const users = query.metrics.includes("activeUserCount")
    ? await reads.users(
        { ...needs, dimension: dimensions.user },
        query.groupBy === undefined ? undefined : found.groups,
      )
    : [];
  const values = found.groups.map(decodeText);
  const names = await namesOf(reads, query, values);
  const hasIds = query.groupBy === "participant" || query.groupBy === "apiKey";
  return toTimeSeries(query, numbers, found, { names, ids: hasIds ? values : [], users });
}

/**
 * Reads the numbers of a time series. With tags or a list, the numbers are counted from the selected records.
 * Otherwise, the numbers come from rollups, and from records that are not in the rollups yet.
 */
async function numbersOf(reads: SeriesReads, query: SeriesRequest): Promise<SeriesNumbers> {
  const { apiKeys, tags, list } = query;
  const wanted = wantedOf(query);
  if (tags === undefined && list === undefined) {
    const apiKeyIds = apiKeys && idsOf(await reads.apiKeys(), apiKeys);
    const plan = await planSeries(reads, query, wanted);
    return { plan, pending: await reads.pending(wanted), isEstimate: false, apiKeyIds };
  }
  const buckets = chooseBuckets(query);
  const range = countedRange(query, buckets);
  const shared = { buckets, range, dimensions: wanted.dimensions };
  const { cells, isEstimate } =
    list === undefined
      ? await reads.tagged({ tags: tags ?? [], kinds: wanted.kinds, ...shared })
      : await reads.matching({ list, ...shared });
  const pending = { cells: new RollupCells(), leftOut: 0 };
  return { plan: planCounted(buckets, range, cells), pending, isEstimate, apiKeyIds: undefined };
}

function wantedOf(query: SeriesRequest): WantedFacts {
  const found = new Set([dimensionOf(query)]);
  if (query.metrics.includes("activeUserCount")) found.add(dimensions.user);
  return { kinds: recordsOf(query.metrics), dimensions: found };
}

async function planSeries(reads: SeriesReads, query: TimeSeriesQuery, wanted: WantedFacts): Promise<SeriesPlan> {
  const draft = draftSeries(query, await reads.minutesFrom());
  const counted: RollupCells[] = [];
  for (const range of draft.uncounted) {
    // oxlint-disable-next-line no-await-in-loop -- one statement after the other
    const cells = await reads.recount(range, draft.limit, wanted);
    if (cells === undefined)
      return query.isExact ? planSeries(reads, { ...query, isExact: false }, wanted) : planByHours(query);
    counted.push(cells);
  }
  return completeSeries(draft, counted);
}

async function readGroups(reads: SeriesReads, needs: SeriesNeeds, limit: number): Promise<SeriesGroups> {
  const lines = new SeriesLines(needs, await reads.sums(needs));
  const groups = lines.groups(limit, needs.rank);
  return lines.read(groups, needs.sketches.length === 0 ? [] : await reads.sketches(needs, groups));
}

async function namesOf(
  reads: SeriesReads,
  { groupBy }: SeriesRequest,
  groups: readonly (string | null)[],
): Promise<readonly (string | null)[]> {
  if (groupBy === "participant") {
    const identifiers = await reads.identifiers(groups.filter((user) => user !== null));
    return groups.map((user) => (user === null ? null : (identifiers.get(user) ?? null)));
  }
  if (groupBy !== "apiKey") return groups;
  const keys = await reads.apiKeys();
  // Keys that share a name are shown by their ids, because the name would be ambiguous.
  const names = new Map(
    keys
      .filter(({ id, name }) => keys.every((other) => other.id === id || other.name !== name))
      .map(({ id, name }) => [id, name]),
  );
  return groups.map((id) => (id === null ? null : (names.get(id) ?? id)));
}

/**
 * Ids of the API keys with one of these names or ids. Unknown ids are kept, because steps of deleted keys still have
 * them.
 */
function idsOf(keys: readonly NamedApiKey[], wanted: readonly string[]): readonly string[] {
  const named = keys.filter(({ name }) => wanted.includes(name));
  return [...new Set([...wanted, ...named.map(({ id }) => id)])];
}
