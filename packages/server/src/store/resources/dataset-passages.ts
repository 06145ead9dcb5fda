import { type Insertable, sql, type SqlBool } from "kysely";
import type { DatasetRecord, DatasetVersionRecord, PastDatasetItem } from "../datasets.ts";
import { datasetItems, datasets, datasetVersions, pastDatasetItems } from "../schema/datasets.ts";
import type { Tables } from "../schema/records.ts";
import type { Session } from "../session/session.ts";
import { hashOfInput } from "./dataset-versions.ts";
import { ofTable, type Passage } from "./passage.ts";

export function datasetPassages(): readonly Passage[] {
  const dataset = ofTable("dataset", datasets);
  const item = ofTable("datasetItem", datasetItems);
  return [
    {
      ...dataset,
      async write(session, project, exported) {
        const noVersions = { version: 0, itemsAdded: 0, itemSchema: null };
        const records = exported.map((record) => ({ ...noVersions, ...record }));
        await dataset.write(session, project, records);
        for (const record of records) {
          // oxlint-disable-next-line no-await-in-loop -- one statement after the other
          await raiseVersion(session, project, record as unknown as DatasetRecord); // exported datasets have this shape
        }
      },
    },
    {
      ...item,
      write: (session, project, exported) =>
        item.write(
          session,
          project,
          exported.map((record) => ({
            splits: [],
            version: 0,
            position: 0,
            ...record,
            // Computes the hash again, because the input may have been edited in the export.
            inputHash: record["inputHash"] == null ? null : hashOfInput(record["input"] ?? null),
          })),
        ),
    },
    pastItemPassage,
    versionPassage,
  ];
}

/** Gives an existing dataset the version number of the imported one, if its own number is lower. */
async function raiseVersion(
  session: Session,
  project: number,
  { id, version, itemsAdded }: DatasetRecord,
): Promise<void> {
  const older = session.db
    .updateTable("datasets")
    .set({ version, items_added: sql`CASE WHEN items_added > ${itemsAdded} THEN items_added ELSE ${itemsAdded} END` })
    .where("project_id", "=", project)
    .where("id", "=", id)
    .where("version", "<", version);
  await session.run(older);
}

const pastItemPassage: Passage = {
  kind: "pastDatasetItem",
  async read(session, project, after, limit) {
    const query = session.db
      .selectFrom("past_dataset_items")
      .selectAll()
      .where("project_id", "=", project)
      .where("key", ">", Number(after))
      .orderBy("key");
    const rows = await session.all(query.limit(limit));
    return rows.map((row) => ({ key: row.key, record: pastDatasetItems.toRecord(row) }));
  },
  async write(session, project, exported) {
    const rows = (exported as unknown as PastDatasetItem[]).map((record) => {
      return { project_id: project, ...pastDatasetItems.toRow(record) };
    });
    await session.run(
      session.db
        .insertInto("past_dataset_items")
        // The cast is valid, because `toRow` returns the columns of the table.
        .values(rows as unknown as Insertable<Tables["past_dataset_items"]>[])
        .onConflict((on) => on.columns(["project_id", "id", "version"]).doNothing()),
    );
  },
};

const versionPassage: Passage = {
  kind: "datasetVersion",
  async read(session, project, after, limit) {
    const [datasetId = "", version = "0"] = typeof after === "string" ? after.split("\0") : [];
    const query = session.db
      .selectFrom("dataset_versions")
      .selectAll()
      .where("project_id", "=", project)
      .where(sql<SqlBool>`(dataset_id, version) > (${datasetId}, ${Number(version)})`)
      .orderBy("dataset_id")
      .orderBy("version");
    const found = (await session.all(query.limit(limit))).map(datasetVersions.toRecord);
    return found.map((record) => ({ key: `${record.datasetId}\0${record.version}`, record }));
  },
  async write(session, project, exported) {
    const rows = (exported as unknown as DatasetVersionRecord[]).map(({ datasetId, createdAt, ...record }) => {
      return { project_id: project, dataset_id: datasetId, created_at: createdAt, ...record };
    });
    await session.run(
      session.db
        .insertInto("dataset_versions")
        .values(rows)
        .onConflict((on) => on.columns(["project_id", "dataset_id", "version"]).doNothing()),
    );
  },
};
