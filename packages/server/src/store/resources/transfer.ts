import { setImmediate as nextTurn } from "node:timers/promises";
import { ConflictError } from "../errors.ts";
import type { JsonObject } from "../../json/json-value.ts";
import type { Sessions } from "../session/session.ts";
import type { ExportedRecord, MovedRecord, Store } from "../store.ts";
import { checkRecord } from "./check-record.ts";
import type { Passage, Position } from "./passage.ts";
import { exportedPassages, movedPassages, type PassageParts } from "./passages.ts";

const batchSize = 200;

export function createTransfer(
  sessions: Sessions,
  parts: PassageParts,
): Pick<Store, "exportRecords" | "importRecords" | "moveOut"> {
  const exported = exportedPassages(parts);
  const moved = movedPassages(parts);

  async function* read(projectId: string, passages: readonly Passage[]): AsyncGenerator<MovedRecord> {
    for (const { kind, read: readBatch } of passages) {
      for (let after: Position = 0; ;) {
        const position: Position = after; // the closure below captures this value
        // oxlint-disable-next-line no-await-in-loop -- one batch after the other, here and below
        const rows: Awaited<ReturnType<Passage["read"]>> = await sessions.read(projectId, (session, project) =>
          readBatch(session, project, position, batchSize),
        );
        // The type of a passage only says `object`, but its records are JSON objects.
        for (const { record } of rows) yield { kind, record: record as JsonObject };
        after = rows.at(-1)?.key ?? after;
        if (rows.length < batchSize) break;
        // oxlint-disable-next-line no-await-in-loop -- lets requests run, because SQLite blocks the thread
        await nextTurn();
      }
    }
  }

  /** Writes records of one kind together. If this fails, writes them one by one, and stops at the invalid record. */
  async function writeBatch(projectId: string, batch: readonly MovedRecord[]): Promise<void> {
    const [first] = batch;
    if (first === undefined) return;
    const passage = moved.find(({ kind }) => kind === first.kind);
    if (passage === undefined) throw new Error(`"${first.kind}" is not a kind of record.`);
    const write = (records: readonly JsonObject[]): Promise<unknown> =>
      sessions.write(projectId, (session, project) => passage.write(session, project, records));
    try {
      await write(batch.map(({ record }) => record));
    } catch (error) {
      if (!sessions.dialect.isConstraintViolation(error)) throw error;
      for (const { kind, record } of batch) {
        // oxlint-disable-next-line no-await-in-loop -- stops at the first failure
        await write([record]).catch((cause: unknown) => {
          if (!sessions.dialect.isConstraintViolation(cause)) throw cause;
          const name = `The ${kind} ${JSON.stringify(record["id"])}`;
          throw new ConflictError(
            `${name} has the same name as another ${kind}. Rename one of them, then import again.`,
            {
              cause,
            },
          );
        });
      }
    }
  }

  return {
    exportRecords: (projectId) => read(projectId, exported) as AsyncGenerator<ExportedRecord>, // `exported` contains only these kinds
    moveOut: (projectId) => read(projectId, moved),

    async importRecords(projectId, records) {
      let count = 0;
      let batch: MovedRecord[] = [];
      for await (const each of records) {
        count += 1;
        if (batch.length >= batchSize || (batch.length > 0 && batch[0]?.kind !== each.kind)) {
          await writeBatch(projectId, batch);
          batch = [];
        }
        batch.push(checkRecord(each));
      }
      await writeBatch(projectId, batch);
      return count;
    },
  };
}
