import { type RawBuilder, sql } from "kysely";
import type { DatasetItemDifference, DatasetItemRecord, DatasetSplit, ItemSelection, ItemWindow } from "../datasets.ts";
import type { FieldSource } from "../lists/filter-compiler.ts";
import { postgresFilters } from "../lists/postgres/postgres-filters.ts";
import { sqliteFilters } from "../lists/sqlite/sqlite-filters.ts";
import { datasetItems } from "../schema/datasets.ts";
import { disjunction, rawOf } from "../session/fragment.ts";
import { groupBy } from "../session/group-by.ts";
import type { Session } from "../session/session.ts";

const columns = sql.raw(["key", ...datasetItems.columns.map(({ name }) => name)].join(", "));

export interface DatasetIn {
  readonly session: Session;
  readonly project: number;
  readonly datasetId: string;
}

export async function selectItems(
  place: DatasetIn,
  { first, skip, ...selection }: ItemWindow & ItemSelection,
): Promise<DatasetItemRecord[]> {
  const rows = await rowsOf<object>(
    place,
    sql`SELECT * FROM ${selected(place, selection)} ORDER BY position, key LIMIT ${first} OFFSET ${skip}`,
  );
  return rows.map(datasetItems.toRecord);
}

export async function selectItemIds(place: DatasetIn, selection: ItemSelection): Promise<string[]> {
  const query = sql`SELECT id FROM ${selected(place, selection)} ORDER BY position, key`;
  return (await rowsOf<{ readonly id: string }>(place, query)).map(({ id }) => id);
}

export async function countItems(place: DatasetIn, selection: ItemSelection): Promise<number> {
  const query = sql`SELECT count(*) AS count FROM ${selected(place, selection)}`;
  return (await rowsOf<{ readonly count: number }>(place, query))[0]?.count ?? 0;
}

export async function countSplits(place: DatasetIn, version: number | undefined): Promise<DatasetSplit[]> {
  const groups = await rowsOf<{ readonly splits: string; readonly count: number }>(
    place,
    sql`SELECT splits, count(*) AS count FROM ${selected(place, { version })} GROUP BY splits`,
  );
  const counts = new Map<string, number>();
  for (const { splits, count } of groups) {
    for (const name of JSON.parse(splits) as string[]) counts.set(name, (counts.get(name) ?? 0) + count);
  }
  const named = Array.from(counts, ([name, itemCount]) => ({ name, itemCount }));
  return named.toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

export async function selectDifferences(
  place: DatasetIn,
  { from, to, first, skip }: ItemWindow & { readonly from: number; readonly to: number },
): Promise<DatasetItemDifference[]> {
  const [older, newer] = from <= to ? [from, to] : [to, from];
  const ended = sql`(${isAt(older)} AND until_version <= ${newer})`;
  const begun = sql`(${isAt(newer)} AND version > ${older})`;
  const changed = await rowsOf<{ readonly id: string }>(
    place,
    sql`SELECT id FROM ${contents(place)} WHERE ${ended} OR ${begun}
      GROUP BY id ORDER BY min(position), id LIMIT ${first} OFFSET ${skip}`,
  );
  const ids = changed.map(({ id }) => id);
  const isChanged = place.session.dialect.isIn("id", ids);
  const at = async (version: number): Promise<Map<string, DatasetItemRecord>> => {
    const query = sql`SELECT * FROM ${contents(place)} WHERE ${isAt(version)} AND ${isChanged}`;
    const records = (await rowsOf<object>(place, query)).map(datasetItems.toRecord);
    return new Map(records.map((record) => [record.id, record]));
  };
  const [before, after] = [await at(from), await at(to)];
  return ids.map((id) => ({ before: before.get(id) ?? null, after: after.get(id) ?? null }));
}

export async function selectDuplicates(place: DatasetIn, { first, skip }: ItemWindow): Promise<DatasetItemRecord[][]> {
  const { session } = place;
  const groups = await rowsOf<{ readonly hash: string }>(
    place,
    sql`SELECT input_hash AS hash FROM ${current(place)} WHERE input_hash IS NOT NULL
      GROUP BY input_hash HAVING count(*) > 1 ORDER BY min(key) LIMIT ${first} OFFSET ${skip}`,
  );
  const hashes = groups.map(({ hash }) => hash);
  const rows = await rowsOf<object>(
    place,
    sql`SELECT * FROM ${current(place)} WHERE ${session.dialect.isIn("input_hash", hashes)} ORDER BY position, key`,
  );
  return groupBy(hashes, rows.map(datasetItems.toRecord), ({ inputHash }) => inputHash ?? "");
}

export async function selectByHash(place: DatasetIn, hash: string, limit: number): Promise<DatasetItemRecord[]> {
  const rows = await rowsOf<object>(
    place,
    sql`SELECT * FROM ${current(place)} WHERE input_hash = ${hash} ORDER BY position, key LIMIT ${limit}`,
  );
  return rows.map(datasetItems.toRecord);
}

/** Returns the content that an item had in a version, if a later version changed or deleted it; otherwise null. */
export async function findPast(
  { session, project }: Omit<DatasetIn, "datasetId">,
  id: string,
  version: number,
): Promise<DatasetItemRecord | null> {
  const rows = await session.all(
    sql<object>`SELECT ${columns} FROM past_dataset_items
      WHERE project_id = ${project} AND id = ${id} AND ${isAt(version)} LIMIT 1`.compile(session.db),
  );
  return rows[0] === undefined ? null : datasetItems.toRecord(rows[0]);
}

function selected(place: DatasetIn, { version, split, search }: ItemSelection): RawBuilder<unknown> {
  const rows = version === undefined ? current(place) : contents(place);
  // `splits` is a JSON list of names, for example `["dev","test"]`. The list contains the split if `replace` changes
  // the text by removing the quoted name. This is exact, because names contain no characters that JSON escapes, and
  // because no name is `,`, which also occurs between two quotes.
  const isInSplit = split === undefined ? sql`TRUE` : sql`splits <> replace(splits, ${JSON.stringify(split)}, ${""})`;
  const isInVersion = version === undefined ? sql`TRUE` : isAt(version);
  const isFound = search === undefined ? sql`TRUE` : contains(place, search);
  return sql`(SELECT ${columns} FROM ${rows} WHERE ${isInVersion} AND ${isInSplit} AND (${isFound})) selected`;
}

const searched: readonly FieldSource<never>[] = [
  { value: "input", json: true },
  { value: "expected_output", json: true },
  { value: "metadata", json: true },
];

function contains({ session }: DatasetIn, search: string): RawBuilder<unknown> {
  const filter = { field: "content", operator: "ilike", value: search } as const;
  const isFound =
    session.dialect.name === "sqlite"
      ? rawOf(disjunction(searched.map((source) => sqliteFilters.compile(filter, source))))
      : rawOf(disjunction(searched.map((source) => postgresFilters.compile(filter, source))));
  return sql`id = ${search} OR ${isFound}`;
}

/** Items of the latest version. */
function current({ project, datasetId }: DatasetIn): RawBuilder<unknown> {
  return sql`(SELECT ${columns} FROM dataset_items WHERE project_id = ${project} AND dataset_id = ${datasetId}) current_items`;
}

function contents({ project, datasetId }: DatasetIn): RawBuilder<unknown> {
  const isOf = sql`project_id = ${project} AND dataset_id = ${datasetId}`;
  return sql`(SELECT ${columns}, until_version FROM past_dataset_items WHERE ${isOf}
    UNION ALL SELECT ${columns}, NULL FROM dataset_items WHERE ${isOf}) contents`;
}

function isAt(version: number): RawBuilder<unknown> {
  return sql`(version <= ${version} AND (until_version IS NULL OR until_version > ${version}))`;
}

function rowsOf<Row>({ session }: DatasetIn, query: RawBuilder<unknown>): Promise<Row[]> {
  return session.all((query as RawBuilder<Row>).compile(session.db));
}
