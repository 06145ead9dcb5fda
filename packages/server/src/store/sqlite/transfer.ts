import { setImmediate as nextTurn } from "node:timers/promises";
import { ConflictError } from "../errors.ts";
import { type ExportedStep, type ExportedThread, toStepWrite } from "../exported-step.ts";
import type { FileRecord, StoredAttachment } from "../files.ts";
import type { JsonObject } from "../json.ts";
import type { StoredStep } from "../stored-step.ts";
import type { ModelPriceRecord } from "../prices.ts";
import type { ScoreRecord } from "../scores.ts";
import type { ExportedRecord, MovedRecord } from "../store.ts";
import { filesAfter, putFile, upsertAttachments } from "../resources/files.ts";
import type { ScoreWriter } from "../resources/scores.ts";
import { attachments as attachmentTable, scores as scoreTable } from "../schema/recorded.ts";
import { RecordTable } from "../session/record-table.ts";
import { exportedPassages, movedPassages, type RecordPassage, userPassage } from "../resources/passages.ts";
import { sessionOf } from "../session/sqlite/sqlite-sessions.ts";
import type { Database } from "./database.ts";
import { modelPriceCodec } from "../model-price-codec.ts";
import type { Repricing } from "./repricing.ts";
import { createTombstones, type Kind, type Passage, type Place } from "./passage.ts";
import { selectSteps, toStoredStep, type StepRow } from "./step-rows.ts";
import type { StepWriter } from "./step-writer.ts";
import { Table } from "./table.ts";
import type { ThreadRows } from "./thread-rows.ts";
import { isDeleted } from "./tombstones.ts";
import { resolveUser } from "./user-rows.ts";

export interface TransferParts {
  readonly database: Database;
  readonly threads: ThreadRows;
  readonly steps: StepWriter;
  readonly scores: ScoreWriter;
  readonly repricing: Repricing;
}

const batchSize = 200;
const scoreRecords = new RecordTable(scoreTable);
const attachmentRecords = new RecordTable(attachmentTable);

/** Moves the records of a project out of the store and into it. */
export class Transfer {
  readonly #database: Database;
  readonly #exported: readonly Passage[];
  readonly #moved: readonly Passage[];

  constructor(parts: TransferParts) {
    this.#database = parts.database;
    this.#exported = createPassages(parts);
    // What was deleted comes first, so that nothing that follows revives it.
    this.#moved = [
      createTombstones(parts.database),
      ...this.#exported,
      ...movedPassages.map((each) => toPassage(parts.database, each)),
    ];
  }

  read(projectKey: () => number): AsyncGenerator<ExportedRecord> {
    return this.#read(projectKey, this.#exported) as AsyncGenerator<ExportedRecord>; // The kinds of these passages.
  }

  readMoved(projectKey: () => number): AsyncGenerator<MovedRecord> {
    return this.#read(projectKey, this.#moved);
  }

  /** Asks for the project before each batch: it may be deleted meanwhile. */
  async *#read(projectKey: () => number, passages: readonly Passage[]): AsyncGenerator<MovedRecord> {
    for (const { kind, read } of passages) {
      let after: Place = 0;
      for (;;) {
        const rows = await read(projectKey(), after, batchSize);
        // Records are plain JSON values under the names of the wire.
        for (const { record } of rows) yield { kind, record: record as JsonObject };
        after = rows.at(-1)?.key ?? after;
        if (rows.length < batchSize) break;
        await nextTurn();
      }
    }
  }

  /** Resolves to the number of records read; rejects with a {@link ConflictError} that names the record at fault. */
  async write(projectKey: () => number, records: AsyncIterable<MovedRecord>): Promise<number> {
    const passages = new Map(this.#moved.map((passage) => [passage.kind, passage]));
    let count = 0;
    let batch: MovedRecord[] = [];
    const flush = async (): Promise<void> => {
      const rows = batch;
      batch = [];
      await this.#database.write(async () => {
        const project = projectKey();
        // oxlint-disable-next-line no-await-in-loop -- in their order
        for (const { kind, record } of rows) await writeOne(project, passages.get(kind), kind, record);
      });
    };
    for await (const record of records) {
      count += 1;
      batch.push(record);
      if (batch.length >= batchSize) await flush();
    }
    await flush();
    return count;
  }
}

function toPassage(database: Database, { kind, read, write }: RecordPassage): Passage {
  return {
    kind,
    read: (project, after, limit) => read(sessionOf(database), project, after, limit),
    write: (project, record) => write(sessionOf(database), project, [record]),
  };
}

async function writeOne(
  project: number,
  passage: Passage | undefined,
  kind: string,
  record: JsonObject,
): Promise<void> {
  if (passage === undefined) throw new Error(`"${kind}" is not a kind of record.`);
  try {
    await passage.write(project, record);
  } catch (error) {
    const isConstraint = error instanceof Error && "errcode" in error && (Number(error.errcode) & 0xff) === 19;
    if (!isConstraint) throw error;
    throw new ConflictError(
      `The ${kind} ${JSON.stringify(record["id"])} has the name of another record, or lacks a field.`,
    );
  }
}

/** Users come before threads, threads before steps, and steps before what hangs on them. */
function createPassages(parts: TransferParts): readonly Passage[] {
  const { database, threads, steps, scores } = parts;

  const keys = (table: string, project: number, after: Place, limit: number): number[] =>
    database
      .all<{ key: number }>(
        `SELECT key FROM ${table} WHERE key > ? AND project_id = ? ORDER BY key LIMIT ?`,
        after,
        project,
        limit,
      )
      .map((row) => row.key);
  const passage = (
    kind: Kind,
    table: string,
    load: (key: number) => object | null,
    write: Passage["write"],
  ): Passage => ({
    kind,
    read: (project, after, limit) =>
      keys(table, project, after, limit).flatMap((key) => {
        const record = load(key);
        return record === null ? [] : [{ key, record }];
      }),
    write,
  });
  const prices = new Table<ModelPriceRecord>(database, "model_prices", modelPriceCodec);
  return [
    // Before the steps, whose costs follow from them.
    passage(
      "modelPrice",
      "model_prices",
      (key) => prices.byKey(key),
      (project, record) => {
        prices.insertNew(project, record as unknown as ModelPriceRecord);
        parts.repricing.start(project);
      },
    ),
    toPassage(database, userPassage),
    passage(
      "thread",
      "threads",
      (key) => threads.byKey(key),
      (project, record) => {
        writeThread(project, record as unknown as ExportedThread);
      },
    ),
    passage("step", "steps", loadStep, (project, record) => {
      void steps.ingest(project, [toStepWrite(record as unknown as ExportedStep)]); // without scores and attachments
    }),
    toPassage(database, {
      kind: "score",
      read: (session, project, after, limit) => scoreRecords.after(session, project, Number(after), limit),
      write: (session, project, records) => scores.insertMissing(session, project, records as unknown as ScoreRecord[]),
    }),
    toPassage(database, {
      kind: "attachment",
      read: (session, project, after, limit) => attachmentRecords.after(session, project, Number(after), limit),
      write: (session, project, records) =>
        upsertAttachments(session, project, records as unknown as StoredAttachment[]),
    }),
    ...exportedPassages.map((each) => toPassage(database, each)),
    toPassage(database, {
      kind: "file",
      read: (session, project, after, limit) => filesAfter(session, project, Number(after), limit),
      async write(session, project, records) {
        // oxlint-disable-next-line no-await-in-loop -- one statement after the other
        for (const file of records as unknown as FileRecord[]) await putFile(session, project, file);
      },
    }),
  ];

  function loadStep(key: number): StoredStep | null {
    const row = database.get<StepRow>(`${selectSteps} WHERE s.key = ?`, key);
    return row === undefined ? null : toStoredStep(row);
  }

  function writeThread(project: number, thread: ExportedThread): void {
    if (isDeleted(database, project, "thread", thread.id)) return;
    const { createdAt, receivedAt = createdAt } = thread;
    const key = threads.keyOf(project, thread.id) ?? threads.create(project, thread.id, { createdAt, receivedAt });
    const before = threads.byKey(key);
    const newUserId = thread.participantId ?? "";
    if (before !== null) threads.merge(project, key, before, { ...thread, newUserId });
    if (thread.participantId !== null)
      threads.setUser(key, resolveUser(database, project, thread.participantId, { ...thread, newUserId }));
  }
}
