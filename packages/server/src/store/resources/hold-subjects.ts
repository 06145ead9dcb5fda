import type { Kysely } from "kysely";
import type { CommentSubject } from "../comments.ts";
import type { Session } from "../session/session.ts";

interface Subjects {
  readonly threads: { readonly project_id: number; readonly id: string };
  readonly steps: { readonly project_id: number; readonly id: string };
}

/** Ids of a record that belongs to a thread or to a step. */
interface SubjectIds {
  readonly threadId: string | null;
  readonly stepId: string | null;
}

const tables = { thread: "threads", step: "steps" } as const;

/** Returns the ids of existing records, and locks them against deletion until the transaction ends. */
export async function holdSubjects(
  session: Session,
  project: number,
  kind: CommentSubject["kind"],
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { dialect } = session;
  const db = session.db as unknown as Kysely<Subjects>; // both tables have these columns
  const query = db.selectFrom(tables[kind]).select("id").where("project_id", "=", project);
  const rows = await session.all(dialect.forShare(query.where(dialect.isIn("id", ids)).orderBy("id"), [tables[kind]]));
  return new Set(rows.map(({ id }) => id));
}

/**
 * Returns the records whose thread or step exists. Locks these threads and steps against deletion until the transaction
 * ends.
 */
export async function withHeldSubjects<Record extends SubjectIds>(
  session: Session,
  project: number,
  records: readonly Record[],
): Promise<Record[]> {
  const hold = (kind: CommentSubject["kind"]): Promise<ReadonlySet<string>> => {
    const ids = records.map(subjectOf).flatMap((subject) => (subject.kind === kind ? [subject.id] : []));
    return holdSubjects(session, project, kind, ids);
  };
  const held = { thread: await hold("thread"), step: await hold("step") };
  return records.filter((record) => {
    const { kind, id } = subjectOf(record);
    return held[kind].has(id);
  });
}

export function subjectOf({ threadId, stepId }: SubjectIds): CommentSubject {
  return threadId === null ? { kind: "step", id: stepId ?? "" } : { kind: "thread", id: threadId };
}
