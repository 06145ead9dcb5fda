import { sql } from "kysely";
import type { Passage } from "../resources/passage.ts";
import { type ExportedStep, type ExportedThread, type RecordedPassages, toStepWrite } from "../resources/passages.ts";
import type { Session } from "../session/session.ts";
import type { StepWrite } from "../steps.ts";
import { readThreads, type StoredThreads, storeThreads } from "./threads.ts";

export interface RecordedPassageParts {
  readonly threads: StoredThreads;
  readonly steps: {
    /** Reads the steps after a key, in key order. */
    readonly read: Passage["read"];
    readonly write: (session: Session, project: number, writes: readonly StepWrite[]) => Promise<unknown>;
  };
}

export function createRecordedPassages({ threads, steps }: RecordedPassageParts): RecordedPassages {
  // The casts are valid, because each `write` only gets records of its own kind: threads are exported as
  // `ExportedThread`, and steps as `ExportedStep`.
  return {
    thread: {
      kind: "thread",
      async read(session, project, after, limit) {
        const where = sql`r.project_id = ${project} AND r.key > ${after} ORDER BY r.key LIMIT ${limit}`;
        return (await readThreads(session, where)).map(({ key, thread }) => ({ key, record: thread }));
      },
      async write(session, project, records) {
        const writes = (records as unknown as ExportedThread[]).map(({ participantId, ...thread }) => {
          return { ...thread, participant: participantId ?? undefined, newUserId: participantId ?? "" };
        });
        await storeThreads(threads, session, project, writes);
      },
    },
    step: {
      kind: "step",
      read: steps.read,
      write: (session, project, records) =>
        steps.write(session, project, (records as unknown as ExportedStep[]).map(toStepWrite)),
    },
  };
}
