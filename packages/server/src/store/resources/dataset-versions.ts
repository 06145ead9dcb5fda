import { createHash } from "node:crypto";
import type { Insertable } from "kysely";
import { parseJson } from "../../json/parse-json.ts";
import { sortKeys } from "../../json/sort-keys.ts";
import type { JsonValue } from "../../json/json-value.ts";
import type { DatasetItemRecord, DatasetRecord, NewDatasetItem } from "../datasets.ts";
import { datasetItems, datasets as datasetTable, pastDatasetItems } from "../schema/datasets.ts";
import type { Tables } from "../schema/records.ts";
import { RecordTable } from "../session/record-table.ts";
import type { Session } from "../session/session.ts";
import { publishEvent } from "./publish-event.ts";

const datasets = new RecordTable(datasetTable);
const items = new RecordTable(datasetItems);

const maxRows = 100;

export interface ItemWrites {
  readonly added?: readonly NewDatasetItem[] | undefined;
  readonly updated?: readonly { readonly before: DatasetItemRecord; readonly after: DatasetItemRecord }[] | undefined;
  readonly deleted?: readonly DatasetItemRecord[] | undefined;
}

export interface WrittenVersion {
  readonly dataset: DatasetRecord;
  /** Added and updated items by id. */
  readonly written: ReadonlyMap<string, DatasetItemRecord>;
}

/**
 * Creates the next version of a dataset with the changes that `plan` returns, or none if there are no changes. The
 * dataset is locked while `plan` reads its items. Resolves to null if the dataset does not exist.
 */
export async function writeVersion(
  session: Session,
  project: number,
  { datasetId, at }: { readonly datasetId: string; readonly at: number },
  plan: () => Promise<ItemWrites>,
): Promise<WrittenVersion | null> {
  const dataset = await datasets.lock(session, project, datasetId);
  if (dataset === null) return null;
  const before = dataset.version === 0 ? await numberItems(session, project, datasetId) : dataset.itemsAdded;
  const { added = [], updated = [], deleted = [] } = await plan();
  if (added.length + updated.length + deleted.length === 0) return { dataset, written: new Map() };

  const version = dataset.version + 1;
  const inserted = added.map((item, index): DatasetItemRecord => {
    const place = { version, position: before + index + 1, inputHash: hashOfInput(item.input) };
    return { ...item, splits: item.splits ?? [], ...place };
  });
  const replaced = updated.map(({ after }) => ({ ...after, version, inputHash: hashOfInput(after.input) }));
  await insertPast(session, project, [...updated.map((update) => update.before), ...deleted], version);
  await items.insertAll(session, project, inserted);
  await items.replaceAll(session, project, replaced);
  if (deleted.length > 0) {
    const ids = deleted.map(({ id }) => id);
    await items.deleteMany(session, project, ids);
  }
  const changed = { ...dataset, version, itemsAdded: before + added.length };
  await datasets.replace(session, project, changed);
  const counts = { added: added.length, updated: updated.length, deleted: deleted.length };
  const row = { project_id: project, dataset_id: datasetId, version, created_at: at, ...counts };
  await session.run(session.db.insertInto("dataset_versions").values(row));
  const data = { datasetId, name: dataset.name, version, ...counts };
  await publishEvent(session, project, { kind: "DATASET_CHANGED", subjectId: datasetId, at, data });
  return { dataset: changed, written: new Map([...inserted, ...replaced].map((item) => [item.id, item])) };
}

async function insertPast(
  session: Session,
  project: number,
  records: readonly DatasetItemRecord[],
  untilVersion: number,
): Promise<void> {
  for (let start = 0; start < records.length; start += maxRows) {
    const rows = records.slice(start, start + maxRows).map((record) => {
      return { project_id: project, ...pastDatasetItems.toRow({ ...record, untilVersion }) };
    });
    // oxlint-disable-next-line no-await-in-loop -- one statement after the other
    await session.run(
      // The cast is valid, because `toRow` returns the columns of the table.
      session.db.insertInto("past_dataset_items").values(rows as unknown as Insertable<Tables["past_dataset_items"]>[]),
    );
  }
}

/** Deletes the contents that items had in earlier versions of their datasets. */
export async function deletePast(session: Session, project: number, ids: readonly string[]): Promise<void> {
  await session.run(
    session.db
      .deleteFrom("past_dataset_items")
      .where("project_id", "=", project)
      .where(session.dialect.isIn("id", ids)),
  );
}

/** Assigns positions to items that were stored before datasets had versions. Resolves to the number of these items. */
async function numberItems(session: Session, project: number, datasetId: string): Promise<number> {
  const size = 200;
  let count = 0;
  for (let after = 0; ;) {
    // oxlint-disable no-await-in-loop -- one statement after the other
    const rows = await session.all(
      session.db
        .selectFrom("dataset_items")
        .select(["key", "input"])
        .where("project_id", "=", project)
        .where("dataset_id", "=", datasetId)
        .where("key", ">", after)
        .orderBy("key")
        .limit(size),
    );
    for (const { key, input } of rows) {
      count += 1;
      await session.run(
        session.db
          .updateTable("dataset_items")
          .set({ position: count, input_hash: hashOfInput(input === null ? null : parseJson(input)) })
          .where("project_id", "=", project)
          .where("key", "=", key),
      );
    }
    // oxlint-enable no-await-in-loop
    if (rows.length < size) return count;
    after = rows.at(-1)?.key ?? after;
  }
}

/** Hash of an input, regardless of the order of its keys. */
export function hashOfInput(input: JsonValue): string {
  return createHash("sha256")
    .update(JSON.stringify(sortKeys(input)))
    .digest("base64");
}
