import { toStepWrite } from "../exported-step.ts";
import type { FileRecord, StoredAttachment } from "../files.ts";
import type { JsonObject } from "../json.ts";
import type { StoredStep } from "../stored-step.ts";
import type { ModelPriceRecord } from "../prices.ts";
import { exportedPassages, userPassage } from "../resources/passages.ts";
import { filesAfter, putFile, upsertAttachments } from "../resources/files.ts";
import type { ScoreWriter } from "../resources/scores.ts";
import { attachments as attachmentTable, scores as scoreTable } from "../schema/recorded.ts";
import { RecordTable } from "../session/record-table.ts";
import type { RowCodec } from "../row-codec.ts";
import type { ScoreRecord } from "../scores.ts";
import type { MovedRecord } from "../store.ts";
import type { ThreadRecord } from "../threads.ts";
import { type GenerationCosts, modelPrices } from "./generation-costs.ts";
import { importThreads } from "./import-records.ts";
import type { Repricing } from "./repricing.ts";
import type { Rollups } from "./rollups.ts";
import { toSnakeCase } from "../schema/snake-case.ts";
import type { Session } from "./session.ts";
import { selectSteps } from "./step-rows.ts";
import { StepWriter } from "./step-writer.ts";
import type { TimePartitions } from "./time-partitions.ts";
import { selectThreads } from "./thread-rows.ts";

/** The place of a row in the order of its passage; 0 is before all. */
export type Place = number | string;

/** A record with the order of its insertion. */
export interface KeyedRecord {
  readonly key: Place;
  readonly record: object;
}

/** How one kind of record leaves and enters the store. */
export interface Passage {
  readonly kind: MovedRecord["kind"];
  /** Reads the rows after a key, oldest first. */
  readonly read: (session: Session, project: number, after: Place, limit: number) => Promise<KeyedRecord[]>;
  /** Writes records unless they are there or were deleted. */
  readonly write: (session: Session, project: number, records: readonly JsonObject[]) => Promise<unknown>;
}

const attachmentRecords = new RecordTable(attachmentTable);
const scoreRecords = new RecordTable(scoreTable);

export interface PassageParts {
  readonly scores: ScoreWriter;
  readonly rollups: Rollups;
  readonly costs: GenerationCosts;
  readonly repricing: Repricing;
  readonly partitions: TimePartitions;
}

/** Users come before threads, threads before steps, and steps before what hangs on them. */
export function createPassages({ scores, rollups, costs, repricing, partitions }: PassageParts): readonly Passage[] {
  // What was exported has the shape of the records of its kind, here and below.
  return [
    // Before the steps, whose costs follow from them.
    {
      kind: "modelPrice",
      read: reader(modelPrices.name, modelPrices.codec),
      async write(session, project, records) {
        await repricing.start(session, project);
        await modelPrices.insertMissing(session, project, records as unknown as ModelPriceRecord[]);
      },
    },
    userPassage,
    {
      kind: "thread",
      async read(session, project, after, limit) {
        const found = await selectThreads(session, project, "r.key > ? ORDER BY r.key LIMIT ?", after, limit);
        return found.map(({ key, thread }) => ({ key, record: thread }));
      },
      write: (session, project, records) =>
        importThreads(session, project, records as unknown as ThreadRecord[], rollups),
    },
    {
      kind: "step",
      async read(session, project, after, limit) {
        const found = await selectSteps(session, project, "s.key > ? ORDER BY s.key LIMIT ?", after, limit);
        return found.map(({ step, context: { key } }) => ({ key, record: step }));
      },
      write(session, project, records) {
        const writes = (records as unknown as StoredStep[]).map(toStepWrite);
        return new StepWriter({ session, project, rollups, costs, partitions }, writes).write();
      },
    },
    {
      kind: "score",
      read: (session, project, after, limit) => scoreRecords.after(session, project, Number(after), limit),
      write: (session, project, records) => scores.insertMissing(session, project, records as unknown as ScoreRecord[]),
    },
    {
      kind: "attachment",
      read: (session, project, after, limit) => attachmentRecords.after(session, project, Number(after), limit),
      write: (session, project, records) =>
        upsertAttachments(session, project, records as unknown as StoredAttachment[]),
    },
    ...exportedPassages,
    {
      kind: "file",
      read: (session, project, after, limit) => filesAfter(session, project, Number(after), limit),
      async write(session, project, records) {
        // oxlint-disable-next-line no-await-in-loop -- one statement after the other
        for (const file of records as unknown as FileRecord[]) await putFile(session, project, file);
      },
    },
  ];
}

function reader<Record extends object>(table: string, codec: RowCodec<Record>, where = "TRUE"): Passage["read"] {
  const sql = `
    SELECT key, ${codec.fields.map(toSnakeCase).join(", ")} FROM ${table}
    WHERE project_id = ? AND key > ? AND ${where} ORDER BY key LIMIT ?`;
  return async (session, project, after, limit) => {
    const rows = await session.all<{ [column: string]: unknown; readonly key: number }>(sql, project, after, limit);
    return rows.map((row) => ({ key: row.key, record: codec.toRecord(row) }));
  };
}
