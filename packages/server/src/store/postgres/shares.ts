import { ConflictError } from "../errors.ts";
import { shareCodec } from "../record-codecs.ts";
import type { ShareStore, ThreadShareRecord } from "../shares.ts";
import { requireClaim } from "./claims.ts";
import type { Database } from "./database.ts";
import { holdLock } from "./locks.ts";
import type { ProjectKeys } from "./project-keys.ts";
import type { Session } from "./session.ts";
import { Table } from "./table.ts";

export function createShareStore(database: Database, projects: ProjectKeys): ShareStore {
  const shares = new Table<ThreadShareRecord>("thread_shares", shareCodec);
  const ofThread = (session: Session, project: number, threadId: string): Promise<ThreadShareRecord[]> =>
    shares.all(session, project, "thread_id = ? ORDER BY key", threadId);
  return {
    async ofThread(projectId, threadId) {
      const project = await projects.of(projectId);
      return database.read(project, (session) => ofThread(session, project, threadId));
    },

    find: (id) =>
      database.read(null, async (session) => {
        const row = await session.get<{ projectId: string; project: number }>(
          "SELECT p.id AS project_id, p.key AS project FROM thread_shares s JOIN projects p ON p.key = s.project_id WHERE s.id = ?",
          id,
        );
        const share = row === undefined ? null : await shares.get(session, row.project, id);
        return row && share ? { projectId: row.projectId, share } : null;
      }),

    async create(projectId, share, limit, claim) {
      const project = await projects.of(projectId);
      return database.write(project, async (session) => {
        await requireClaim(session, project, claim);
        await holdLock(session, "shares", project);
        const { length } = await ofThread(session, project, share.threadId);
        if (length >= limit) throw new ConflictError(`The thread has ${length} links; at most ${limit} are allowed.`);
        await shares.insert(session, project, share);
        return share;
      });
    },

    async delete(projectId, id, claim) {
      const project = await projects.of(projectId);
      return database.write(project, async (session) => {
        await requireClaim(session, project, claim);
        return shares.delete(session, project, id);
      });
    },
  };
}
