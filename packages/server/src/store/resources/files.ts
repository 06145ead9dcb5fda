import { type Expression, sql, type SqlBool } from "kysely";
import type { AttachmentRecord, AttachmentWrite, FileRecord, FileStore, StoredAttachment } from "../files.ts";
import { overlay } from "../ingest/merge-step.ts";
import { attachments as attachmentTable, files as fileTable } from "../schema/recorded.ts";
import { CompiledQueries } from "../session/compiled-queries.ts";
import { groupBy } from "../session/group-by.ts";
import { RecordTable } from "../session/record-table.ts";
import type { Session, Sessions } from "../session/session.ts";
import { mergeRecords } from "./merge-records.ts";
import { addTombstones } from "./tombstones.ts";

const attachments = new RecordTable(attachmentTable);
const queries = new CompiledQueries();
/**
 * Values of `left_over`: `stays` for a file in use, `leaves` for a file whose bytes must be deleted. They are SQL
 * literals, because SQLite cannot use a partial index if the statement compares `left_over` with a parameter.
 */
const [stays, leaves] = [sql.lit(0), sql.lit(1)];

export function createFileStore(sessions: Sessions): FileStore {
  return {
    upsertAttachment: (projectId, write) =>
      sessions.write(projectId, async (session, project) => {
        await upsertAttachments(session, project, [write]);
        return getAttachment(session, project, write.id);
      }),

    updateAttachment: (projectId, id, change) =>
      sessions.write(projectId, async (session, project) => {
        const existing = await attachments.lock(session, project, id);
        if (existing === null) return null;
        await attachments.replace(session, project, overlay(existing, change));
        return getAttachment(session, project, id);
      }),

    getAttachment: (projectId, id) =>
      sessions.read(projectId, (session, project) => getAttachment(session, project, id)),

    attachmentsOf: (projectId, stepIds) =>
      sessions.read(projectId, async (session, project) => {
        const found = await selectAttachments(session, project, "a.step_id", stepIds);
        return groupBy(stepIds, found, ({ stepId }) => stepId);
      }),

    deleteAttachment: (projectId, id, deletedAt) =>
      sessions.write(projectId, async (session, project) => {
        if ((await attachments.lock(session, project, id)) === null) return null;
        const attachment = await getAttachment(session, project, id);
        await deleteAttachments(session, project, "id", [id], deletedAt);
        return attachment;
      }),

    createFile: (projectId, file) =>
      sessions.write(projectId, async (session, project) => {
        await putFile(session, project, file);
        return file;
      }),

    completeFile: (projectId, objectKey, size) =>
      sessions.write(projectId, async (session, project) => {
        const update = session.db.updateTable("files").set({ size }).where("project_id", "=", project);
        const own = update.where("object_key", "=", objectKey).where("left_over", "=", stays);
        return toFile(await session.get(own.returningAll()));
      }),

    getFile: (projectId, objectKey) =>
      sessions.read(projectId, async (session, project) => {
        const query = () => {
          const files = session.db.selectFrom("files").selectAll().where("project_id", "=", project);
          return files.where("object_key", "=", objectKey).where("left_over", "=", stays);
        };
        return toFile(await session.get(queries.of(session, "file", query, [project, objectKey])));
      }),

    async leftOver(limit) {
      const found: string[] = [];
      for (const { project, isDeleted } of await findProjects(sessions)) {
        if (found.length >= limit) break;
        // oxlint-disable-next-line no-await-in-loop -- one project after the other, until there are enough
        const rows = await sessions.readKey(project, (session) => {
          const query = session.db.selectFrom("files").select("object_key").where("project_id", "=", project);
          const left = isDeleted ? query : query.where("left_over", "=", leaves);
          return session.all(left.limit(limit - found.length));
        });
        found.push(...rows.map((row) => row.object_key));
      }
      return found;
    },

    async forgetLeftOver(objectKeys) {
      for (const { project, isDeleted } of await findProjects(sessions)) {
        // oxlint-disable-next-line no-await-in-loop -- one project after the other
        await sessions.writeKey(project, async (session) => {
          const { db, dialect } = session;
          const query = db.deleteFrom("files").where("project_id", "=", project);
          const left = isDeleted ? query : query.where("left_over", "=", leaves);
          await session.run(left.where(dialect.isIn("object_key", objectKeys)));
          if (!isDeleted) return;
          // Uses two statements, because Citus keeps `files` and `deleted_projects` on different nodes. No file can be
          // added between them, because the project was deleted before.
          const file = await session.get(
            db.selectFrom("files").select("key").where("project_id", "=", project).limit(1),
          );
          if (file !== undefined) return;
          await session.run(db.updateTable("deleted_projects").set({ has_files: 0 }).where("key", "=", project));
        });
      }
    },
  };
}

/** Merges attachments by id, in order. Skips attachments that were deleted earlier. */
export async function upsertAttachments(
  session: Session,
  project: number,
  writes: readonly AttachmentWrite[],
): Promise<void> {
  await mergeRecords(session, project, { records: attachments, kind: "attachment", merge: mergeAttachment }, writes);
}

function mergeAttachment(existing: StoredAttachment | null, write: AttachmentWrite): StoredAttachment {
  const { id, createdAt, stepId } = write;
  const blank = { id, createdAt, stepId, name: null, mime: null, metadata: null, objectKey: null, url: null };
  return overlay(existing ?? blank, { ...write, createdAt: existing?.createdAt });
}

export async function deleteAttachments(
  session: Session,
  project: number,
  column: "id" | "step_id",
  values: readonly string[],
  deletedAt: number,
): Promise<void> {
  const { db, dialect } = session;
  const query = db.deleteFrom("attachments").where("project_id", "=", project).where(dialect.isIn(column, values));
  const deleted = await session.all(query.returning(["id", "object_key"]));
  if (deleted.length === 0) return;
  const ids = deleted.map(({ id }) => id);
  await addTombstones(session, project, "attachment", ids, deletedAt);
  const objectKeys = deleted.flatMap((row) => row.object_key ?? []);
  await leaveFiles(session, project, "object_key", objectKeys);
}

/** Adds the record of an upload. A later record with the same key replaces it. */
export async function putFile(session: Session, project: number, file: FileRecord): Promise<void> {
  const row = fileRow(file);
  const insert = session.db.insertInto("files").values({ project_id: project, ...row });
  await session.run(insert.onConflict((on) => on.columns(["project_id", "object_key"]).doUpdateSet(row)));
}

/**
 * Marks the given files for deletion, except files to which an attachment refers. A marked file is no longer found, but
 * its row stays until its bytes are deleted.
 */
export async function leaveFiles(
  session: Session,
  project: number,
  column: "object_key" | "thread_id",
  values: readonly string[],
): Promise<void> {
  if (values.length === 0) return;
  const { db, dialect } = session;
  const isOwn = dialect.isIn(column, values);
  // Two transactions may each delete one of the last two attachments of a file. Because of this lock, one transaction
  // waits for the other, and then sees that the file has no attachments.
  const files = db.selectFrom("files").select("key").where("project_id", "=", project).where(isOwn);
  const locked = await session.all(dialect.forUpdateInOrder(files.where("left_over", "=", stays), "object_key"));
  if (locked.length === 0) return;
  const update = db.updateTable("files").set({ left_over: 1 }).where("project_id", "=", project).where(isOwn);
  await session.run(update.where("left_over", "=", stays).where(isUnattached));
}

const isUnattached: Expression<SqlBool> = sql`NOT EXISTS (
  SELECT 1 FROM attachments a WHERE a.project_id = files.project_id AND a.object_key = files.object_key)`;

/**
 * Deletes attachments that were created before `before` and whose steps no longer exist. Resolves to whether there were
 * any.
 */
export async function expireAttachments(
  session: Session,
  project: number,
  { before, limit, now }: { readonly before: number; readonly limit: number; readonly now: number },
): Promise<boolean> {
  const query = sql<{ readonly step: string }>`
    SELECT DISTINCT step_id AS step FROM attachments r WHERE project_id = ${project} AND created_at < ${before}
      AND NOT EXISTS (SELECT 1 FROM steps s WHERE s.project_id = r.project_id AND s.id = r.step_id) LIMIT ${limit}`;
  const steps = (await session.all(query.compile(session.db))).map(({ step }) => step);
  if (steps.length > 0) await deleteAttachments(session, project, "step_id", steps, now);
  return steps.length > 0;
}

/**
 * Marks files for deletion if they were created before `before`, and if neither an attachment nor a thread uses them.
 * Resolves to whether there were any.
 */
export async function expireFiles(
  session: Session,
  project: number,
  { before, limit }: { readonly before: number; readonly limit: number },
): Promise<boolean> {
  const hasNoThread = sql<SqlBool>`NOT EXISTS (
    SELECT 1 FROM threads t WHERE t.project_id = files.project_id AND t.id = files.thread_id)`;
  const query = session.db.selectFrom("files").select("object_key").where("project_id", "=", project);
  const old = query
    .where("created_at", "<", before)
    .where("left_over", "=", stays)
    .where(hasNoThread)
    .where(isUnattached);
  const objectKeys = (await session.all(old.limit(limit))).map((row) => row.object_key);
  await leaveFiles(session, project, "object_key", objectKeys);
  return objectKeys.length > 0;
}

export async function filesAfter(
  session: Session,
  project: number,
  key: number,
  limit: number,
): Promise<{ readonly key: number; readonly record: FileRecord }[]> {
  const query = session.db.selectFrom("files").selectAll().where("project_id", "=", project).where("key", ">", key);
  const rows = await session.all(query.where("left_over", "=", stays).orderBy("key").limit(limit));
  return rows.flatMap((row) => {
    const record = toFile(row);
    return record === null ? [] : [{ key: row.key, record }];
  });
}

async function getAttachment(session: Session, project: number, id: string): Promise<AttachmentRecord | null> {
  return (await selectAttachments(session, project, "a.id", [id]))[0] ?? null;
}

async function selectAttachments(
  session: Session,
  project: number,
  column: "a.id" | "a.step_id",
  values: readonly string[],
): Promise<AttachmentRecord[]> {
  const { dialect } = session;
  type Row = { readonly key: number; readonly threadId: string | null };
  const query = () => sql<Row>`
    SELECT a.*, ${sql.raw(dialect.threadOfStep)} AS "threadId" FROM attachments a
    LEFT JOIN steps s ON s.project_id = a.project_id AND s.id = a.step_id
    WHERE a.project_id = ${project} AND ${dialect.isIn(column, values)}`;
  const rows = await session.all(queries.of(session, column, query, [project, dialect.toList(values)]));
  const found = rows.map((row) => ({ ...attachmentTable.toRecord(row), threadId: row.threadId, key: row.key }));
  found.sort((one, other) => one.createdAt - other.createdAt || one.key - other.key);
  return found.map(({ key: _key, ...attachment }) => attachment);
}

function fileRow({ objectKey, createdAt, name, mime, threadId, size }: FileRecord) {
  return { object_key: objectKey, created_at: createdAt, name, mime, thread_id: threadId, size, left_over: 0 };
}

function toFile(row: object | undefined): FileRecord | null {
  if (row === undefined) return null;
  const { leftOver: _leftOver, ...file } = fileTable.toRecord(row);
  return file;
}

interface ProjectWithFiles {
  readonly project: number;
  readonly isDeleted: boolean;
}

async function findProjects(sessions: Sessions): Promise<ProjectWithFiles[]> {
  return sessions.readInstallation(async (session) => {
    const { db } = session;
    const deleted = await session.all(db.selectFrom("deleted_projects").select("key").where("has_files", "=", 1));
    const present = await session.all(db.selectFrom("projects").select("key"));
    return [
      ...deleted.map(({ key }) => ({ project: key, isDeleted: true })),
      ...present.map(({ key }) => ({ project: key, isDeleted: false })),
    ].toSorted((one, other) => one.project - other.project);
  });
}
