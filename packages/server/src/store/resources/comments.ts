import type { CommentRecord, CommentStore, CommentSubject } from "../comments.ts";
import { ConflictError } from "../errors.ts";
import { comments as table } from "../schema/recorded.ts";
import { RecordTable } from "../session/record-table.ts";
import type { Session, Sessions } from "../session/session.ts";
import { holdSubjects, subjectOf, withHeldSubjects } from "./hold-subjects.ts";

const comments = new RecordTable(table);
const columns = { thread: "thread_id", step: "step_id" } as const;

export function createCommentStore(sessions: Sessions): CommentStore {
  return {
    page: (projectId, { kind, id }, window) =>
      sessions.read(projectId, (session, project) => comments.page(session, project, columns[kind], id, window)),

    count: (projectId, kind, ids) =>
      sessions.read(projectId, (session, project) => comments.countBy(session, project, columns[kind], ids)),

    get: (projectId, id) => sessions.read(projectId, (session, project) => comments.get(session, project, id)),

    create: (projectId, comment, limit) =>
      sessions.write(projectId, async (session, project) => {
        const { kind, id } = subjectOf(comment);
        await session.holdLock("comments", project);
        if ((await holdSubjects(session, project, kind, [id])).size === 0) return null;
        const [count = 0] = await comments.countBy(session, project, columns[kind], [id]);
        if (count >= limit)
          throw new ConflictError(`The ${kind} has ${count} comments; at most ${limit} are allowed. Delete one first.`);
        await comments.insert(session, project, comment);
        return comment;
      }),

    edit: (projectId, id, change) =>
      sessions.write(projectId, async (session, project) => {
        const comment = await comments.lock(session, project, id);
        if (comment === null) return null;
        const changed = { ...comment, ...change };
        await comments.replace(session, project, changed);
        return changed;
      }),

    delete: (projectId, id) => sessions.write(projectId, (session, project) => comments.delete(session, project, id)),
  };
}

export async function deleteComments(
  session: Session,
  project: number,
  kind: CommentSubject["kind"],
  ids: readonly string[],
): Promise<void> {
  const { db, dialect } = session;
  const deletion = db.deleteFrom("comments").where("project_id", "=", project);
  await session.run(deletion.where(dialect.isIn(columns[kind], ids)));
}

/** Inserts exported comments that are not stored yet, if their thread or step exists. */
export async function insertMissingComments(
  session: Session,
  project: number,
  exported: readonly CommentRecord[],
): Promise<void> {
  await comments.insertMissing(session, project, await withHeldSubjects(session, project, exported));
}
