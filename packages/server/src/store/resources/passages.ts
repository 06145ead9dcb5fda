import type { JsonObject } from "../json.ts";
import type { RecordOf, RecordTableName } from "../schema/records.ts";
import { datasetItems, datasets, experimentItems, experiments } from "../schema/datasets.ts";
import { promptLineages, promptRollouts, promptVariants, promptVersions } from "../schema/prompts.ts";
import { auditEvents, scoreSchemas, threadShares, views } from "../schema/settings.ts";
import { users } from "../schema/recorded.ts";
import type { Table } from "../schema/table.ts";
import { RecordTable } from "../session/record-table.ts";
import type { Session } from "../session/session.ts";
import type { MovedRecord } from "../store.ts";

/** How one kind of record leaves and enters the store. */
export interface RecordPassage {
  readonly kind: MovedRecord["kind"];
  /** Reads the records after a key in the order of insertion; 0 is before all. */
  readonly read: (
    session: Session,
    project: number,
    after: number | string,
    limit: number,
  ) => Promise<{ readonly key: number; readonly record: object }[]>;
  /** Writes records unless their ids are there. */
  readonly write: (session: Session, project: number, records: readonly JsonObject[]) => Promise<void>;
}

function ofTable<Name extends RecordTableName>(kind: MovedRecord["kind"], table: Table<Name>): RecordPassage {
  const records = new RecordTable(table);
  return {
    kind,
    read: (session, project, after, limit) => records.after(session, project, Number(after), limit),
    // What was exported has the shape of the records of its kind.
    write: (session, project, exported) =>
      records.insertMissing(session, project, exported as unknown as RecordOf<Name>[]),
  };
}

type StoredRollout = RecordOf<"prompt_rollouts">;

const rolloutPassage: RecordPassage = {
  kind: "promptRollout",
  async read(session, project, after, limit) {
    const query = session.db
      .selectFrom("prompt_rollouts")
      .selectAll()
      .where("project_id", "=", project)
      .orderBy("lineage_id")
      .orderBy("version");
    const rows = await session.all(query.limit(limit).offset(Number(after)));
    return rows.map((row, index) => ({ key: Number(after) + index + 1, record: promptRollouts.toRecord(row) }));
  },
  async write(session, project, exported) {
    // One statement cannot change a row twice.
    const shares = new Map(
      (exported as unknown as StoredRollout[]).map((share) => [
        JSON.stringify([share.lineageId, share.version]),
        share,
      ]),
    );
    const rows = Array.from(shares.values(), ({ lineageId, version, rollout }) => ({
      project_id: project,
      lineage_id: lineageId,
      version,
      rollout,
    }));
    const insert = session.db.insertInto("prompt_rollouts").values(rows);
    await session.run(
      insert.onConflict((on) =>
        on
          .columns(["project_id", "lineage_id", "version"])
          .doUpdateSet((row) => ({ rollout: row.ref("excluded.rollout") })),
      ),
    );
  },
};

/** Comes before the threads, which name their users. */
export const userPassage: RecordPassage = ofTable("user", users);

/** Every export has them, after the steps. */
export const exportedPassages: readonly RecordPassage[] = [
  ofTable("dataset", datasets),
  ofTable("datasetItem", datasetItems),
  ofTable("experiment", experiments),
  ofTable("experimentItem", experimentItems),
  ofTable("promptLineage", promptLineages),
  ofTable("promptVersion", promptVersions),
  rolloutPassage,
  ofTable("promptVariant", promptVariants),
  ofTable("scoreSchema", scoreSchemas),
  ofTable("view", views),
];

/** Leave the store only with a project that moves. */
export const movedPassages: readonly RecordPassage[] = [
  ofTable("threadShare", threadShares),
  ofTable("auditEvent", auditEvents),
];
