import { sql, type SqlBool } from "kysely";
import type { AlertRecord } from "../alerts.ts";
import type { ChannelRecord } from "../channels.ts";
import type { CommentRecord } from "../comments.ts";
import type { ModelConnectionRecord } from "../model-connections.ts";
import type { FileRecord, StoredAttachment } from "../files.ts";
import type { RecordOf } from "../schema/records.ts";
import { alerts, channels } from "../schema/alerts.ts";
import { experimentItems, experiments } from "../schema/datasets.ts";
import { evaluationRules } from "../schema/evaluation-rules.ts";
import { jobs as jobTable } from "../schema/jobs.ts";
import { evaluators, evaluatorVersions } from "../schema/evaluators.ts";
import { promptLineages, promptRollouts, promptVariants, promptVersions } from "../schema/prompts.ts";
import { attachments, comments as commentTable, scores as scoreTable, tombstones, users } from "../schema/recorded.ts";
import {
  auditEvents,
  dashboards,
  modelConnections,
  modelPrices,
  scoreSchemas,
  threadShares,
  views,
} from "../schema/settings.ts";
import { defaultDirection } from "../score-schemas.ts";
import type { ScoreRecord } from "../scores.ts";
import { RecordTable } from "../session/record-table.ts";
import { evaluationJob, noProgress } from "./alerts.ts";
import { insertMissingComments } from "./comments.ts";
import { datasetPassages } from "./dataset-passages.ts";
import { ofTable, type Passage, withDefaults, withoutField } from "./passage.ts";
import { filesAfter, putFile, upsertAttachments } from "./files.ts";
import type { Repricing } from "./prices.ts";
import { reviewPassages } from "./review-passages.ts";
import type { ScoreWriter } from "./scores.ts";
import type { StoredStep } from "../ingest/stored-step.ts";
import { givenStep } from "../ingest/settle-step.ts";
import type { StepWrite } from "../steps.ts";
import type { ThreadRecord } from "../threads.ts";

/** {@link Passage}s of threads and steps, which each database stores in its own way. */
export interface RecordedPassages {
  readonly thread: Passage;
  readonly step: Passage;
}

export interface PassageParts {
  readonly recorded: RecordedPassages;
  readonly scores: ScoreWriter;
  readonly repricing: Pick<Repricing, "start">;
}

type StoredRollout = RecordOf<"prompt_rollouts">;

const rolloutPassage: Passage = {
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
    // One INSERT cannot change the same row twice. If the records contain several rollouts of the same version, only
    // the last of these rollouts is therefore written.
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

/** Moves tombstones when a project moves to another store. Exports do not contain them. */
const tombstonePassage: Passage = {
  kind: "tombstone",
  async read(session, project, after, limit) {
    const [kind = "", id = ""] = typeof after === "string" ? after.split("\0") : [];
    const query = session.db
      .selectFrom("tombstones")
      .selectAll()
      .where("project_id", "=", project)
      .where(sql<SqlBool>`(kind, id) > (${kind}, ${id})`)
      .orderBy("kind")
      .orderBy("id");
    const found = (await session.all(query.limit(limit))).map(tombstones.toRecord);
    return found.map((record) => ({ key: `${record.kind}\0${record.id}`, record }));
  },
  async write(session, project, exported) {
    const rows = (exported as unknown as RecordOf<"tombstones">[]).map(({ kind, id, deletedAt }) => {
      return { project_id: project, kind, id, deleted_at: deletedAt };
    });
    await session.run(
      session.db
        .insertInto("tombstones")
        .values(rows)
        .onConflict((on) => on.doNothing()),
    );
  },
};

const filePassage: Passage = {
  kind: "file",
  read: (session, project, after, limit) => filesAfter(session, project, Number(after), limit),
  async write(session, project, exported) {
    // oxlint-disable-next-line no-await-in-loop -- one statement after the other
    for (const file of exported as unknown as FileRecord[]) await putFile(session, project, file);
  },
};

/** Fields of a model connection that are not exported. */
const noSecrets = {
  keyEnding: null,
  keySetAt: null,
  headerNames: [],
  sealedSecrets: null,
  spentDay: null,
  spent: 0,
} satisfies Partial<ModelConnectionRecord>;

function withoutSecrets(record: ModelConnectionRecord): Omit<ModelConnectionRecord, keyof typeof noSecrets> {
  const hidden = new Set(Object.keys(noSecrets));
  const shown = Object.entries(record).filter(([field]) => !hidden.has(field));
  return Object.fromEntries(shown) as Omit<ModelConnectionRecord, keyof typeof noSecrets>; // `shown` lacks these fields
}

/**
 * Fields of an alert that describe its past evaluations. They are not exported, and an imported alert starts with these
 * values.
 */
const newAlert = { ...noProgress, groupStates: [], silencedUntil: null, changeCount: 0 } satisfies Partial<AlertRecord>;

function alertPassage(): Passage {
  const alert = ofTable("alert", alerts);
  const jobs = new RecordTable(jobTable);
  const hidden = new Set(Object.keys(newAlert));
  return {
    ...alert,
    async read(session, project, after, limit) {
      const rows = await alert.read(session, project, after, limit);
      return rows.map(({ key, record }) => ({
        key,
        record: Object.fromEntries(Object.entries(record).filter(([field]) => !hidden.has(field))),
      }));
    },
    async write(session, project, exported) {
      await alert.write(
        session,
        project,
        exported.map((record) => ({ warnsEarly: false, groupBy: null, ...record, ...newAlert })),
      );
      const active = (exported as unknown as AlertRecord[]).filter(({ isOn }) => isOn);
      const evaluations = active.map(({ id, updatedAt }) => evaluationJob(id, updatedAt));
      if (evaluations.length > 0) await jobs.insertMissing(session, project, evaluations);
    },
  };
}

/** Exports channels without their secrets, which have to be set again after an import. */
function channelPassage(): Passage {
  const channel = ofTable("channel", channels);
  const hidden: keyof ChannelRecord = "sealedSecrets";
  return {
    ...withoutField(channel, hidden),
    write: (session, project, exported) =>
      channel.write(
        session,
        project,
        exported.map((record) => ({ ...record, sealedSecrets: null })),
      ),
  };
}

/**
 * Kinds of records in an export, in import order. Steps are exported without `apiKeyId`, because the file could be
 * edited to attribute steps to a key that did not record them.
 */
export function exportedPassages({ recorded, ...parts }: PassageParts): readonly Passage[] {
  const hidden: keyof StoredStep = "apiKeyId";
  return passagesOf({ ...parts, recorded: { ...recorded, step: withoutField(recorded.step, hidden) } });
}

/** Kinds of records in import order. Each is after the kinds to which it refers. */
function passagesOf({ recorded, scores, repricing }: PassageParts): readonly Passage[] {
  const modelPrice = ofTable("modelPrice", modelPrices);
  const score = ofTable("score", scoreTable);
  const attachment = ofTable("attachment", attachments);
  const comment = ofTable("comment", commentTable);
  const connection = ofTable("modelConnection", modelConnections);
  return [
    // Prices are before the steps, because the costs of steps depend on them.
    {
      ...modelPrice,
      async write(session, project, exported) {
        await repricing.start(session, project);
        await modelPrice.write(session, project, exported);
      },
    },
    ofTable("user", users),
    recorded.thread,
    recorded.step,
    {
      ...score,
      write: (session, project, exported) =>
        scores.insertMissing(session, project, exported as unknown as ScoreRecord[]),
    },
    {
      ...attachment,
      write: (session, project, exported) =>
        upsertAttachments(session, project, exported as unknown as StoredAttachment[]),
    },
    {
      ...comment,
      write: (session, project, exported) =>
        insertMissingComments(session, project, exported as unknown as CommentRecord[]),
    },
    ...datasetPassages(),
    ofTable("experiment", experiments),
    ofTable("experimentItem", experimentItems),
    ofTable("promptLineage", promptLineages),
    ofTable("promptVersion", promptVersions),
    rolloutPassage,
    ofTable("promptVariant", promptVariants),
    withDefaults(ofTable("scoreSchema", scoreSchemas), { direction: defaultDirection }),
    ofTable("view", views),
    ofTable("dashboard", dashboards),
    {
      ...connection,
      async read(session, project, after, limit) {
        const rows = await connection.read(session, project, after, limit);
        return rows.map(({ key, record }) => ({ key, record: withoutSecrets(record as ModelConnectionRecord) }));
      },
      write: (session, project, exported) =>
        connection.write(
          session,
          project,
          exported.map((record) => ({ ...record, ...noSecrets })),
        ),
    },
    ofTable("evaluator", evaluators),
    ofTable("evaluatorVersion", evaluatorVersions),
    ofTable("evaluationRule", evaluationRules),
    ...reviewPassages(),
    channelPassage(),
    alertPassage(),
    filePassage,
  ];
}

/**
 * Kinds of records that move with a project, in the order of import. Tombstones are first, so that no deleted record is
 * restored.
 */
export function movedPassages(parts: PassageParts): readonly Passage[] {
  return [
    tombstonePassage,
    ...passagesOf(parts),
    ofTable("threadShare", threadShares),
    ofTable("auditEvent", auditEvents),
  ];
}

/** Exported form of records. Exports of earlier versions lack the fields in `Later`. */
type Exported<Record, Later extends keyof Record> = Omit<Record, Later> & Partial<Pick<Record, Later>>;
export type ExportedStep = Exported<StoredStep, "apiKeyId" | "given" | "receivedAt" | "startMicros">;
export type ExportedThread = Exported<ThreadRecord, "receivedAt">;

export function toStepWrite(exported: ExportedStep): StepWrite {
  const { createdAt, receivedAt = createdAt, apiKeyId = null, given = null, startMicros = 0 } = exported;
  const { given: _given, generation, ...step } = givenStep({ ...exported, receivedAt, apiKeyId, given, startMicros });
  if (generation === null) return { ...step, generation };
  const { inputTokenEstimate, outputTokenEstimate } = generation;
  return {
    ...step,
    generation: {
      ...generation,
      inputTokenEstimate: inputTokenEstimate ?? undefined,
      outputTokenEstimate: outputTokenEstimate ?? undefined,
    },
  };
}
