import { ConflictError } from "../errors.ts";
import type { JsonObject } from "../json.ts";
import type { ExportedRecord, MovedRecord } from "../store.ts";
import { movedPassages } from "../resources/passages.ts";
import { codeOf, type Database } from "./database.ts";
import { createPassages, type KeyedRecord, type Passage, type PassageParts, type Place } from "./passages.ts";
import type { ProjectKeys } from "./project-keys.ts";
import { tombstones } from "./tombstone-passage.ts";

export interface TransferParts extends PassageParts {
  readonly database: Database;
  readonly projects: ProjectKeys;
}

const batchSize = 200;

/** Moves the records of a project out of the store and into it. */
export class Transfer {
  readonly #database: Database;
  readonly #projects: ProjectKeys;
  readonly #exported: readonly Passage[];
  readonly #moved: readonly Passage[];

  constructor(parts: TransferParts) {
    this.#database = parts.database;
    this.#projects = parts.projects;
    this.#exported = createPassages(parts);
    // What was deleted comes first, so that nothing that follows revives it.
    this.#moved = [tombstones, ...this.#exported, ...movedPassages];
  }

  read(projectId: string): AsyncGenerator<ExportedRecord> {
    return this.#read(projectId, this.#exported) as AsyncGenerator<ExportedRecord>; // the kinds of these passages
  }

  readMoved(projectId: string): AsyncGenerator<MovedRecord> {
    return this.#read(projectId, this.#moved);
  }

  async *#read(projectId: string, passages: readonly Passage[]): AsyncGenerator<MovedRecord> {
    for (const { kind, read } of passages) {
      for (let after: Place = 0; ;) {
        // oxlint-disable-next-line no-await-in-loop -- one batch after the other, here and below
        const project = await this.#projects.of(projectId);
        // oxlint-disable-next-line no-await-in-loop
        const rows = await this.#readBatch(project, read, after);
        // Records are plain JSON values under the names of the wire.
        for (const { record } of rows) yield { kind, record: record as JsonObject };
        after = rows.at(-1)?.key ?? after;
        if (rows.length < batchSize) break;
      }
    }
  }

  #readBatch(project: number, read: Passage["read"], after: Place): Promise<KeyedRecord[]> {
    return this.#database.read(project, (session) => read(session, project, after, batchSize));
  }

  /** Resolves to the number of records read; rejects with a {@link ConflictError} that names the record at fault. */
  async write(projectId: string, records: AsyncIterable<MovedRecord>): Promise<number> {
    const project = await this.#projects.of(projectId);
    let count = 0;
    let batch: MovedRecord[] = [];
    for await (const each of records) {
      count += 1;
      if (batch.length >= batchSize || (batch.length > 0 && batch[0]?.kind !== each.kind)) {
        await this.#writeBatch(project, batch);
        batch = [];
      }
      batch.push(each);
    }
    await this.#writeBatch(project, batch);
    return count;
  }

  /** Writes records of one kind; if they cannot be written together, one by one up to the one at fault. */
  async #writeBatch(project: number, batch: readonly MovedRecord[]): Promise<void> {
    const [first] = batch;
    if (first === undefined) return;
    const passage = this.#moved.find(({ kind }) => kind === first.kind);
    if (passage === undefined) throw new Error(`"${first.kind}" is not a kind of record.`);
    const write = (records: readonly JsonObject[]): Promise<unknown> =>
      this.#database.write(project, (session) => passage.write(session, project, records));
    try {
      await write(batch.map(({ record }) => record));
    } catch (error) {
      if (!isConstraint(error)) throw error;
      // oxlint-disable-next-line no-await-in-loop -- up to the first that fails
      for (const { kind, record } of batch) await write([record]).catch((cause: unknown) => blame(kind, record, cause));
    }
  }
}

/** SQLSTATE class 23: a name is taken, or a field is missing. */
function isConstraint(error: unknown): boolean {
  return codeOf(error)?.startsWith("23") ?? false;
}

function blame(kind: string, record: JsonObject, cause: unknown): never {
  if (!isConstraint(cause)) throw cause;
  throw new ConflictError(
    `The ${kind} ${JSON.stringify(record["id"])} has the name of another record, or lacks a field.`,
    { cause },
  );
}
