import { ConflictError } from "../errors.ts";
import { threadShares as table } from "../schema/settings.ts";
import { RecordTable } from "../session/record-table.ts";
import type { Session, Sessions } from "../session/session.ts";
import type { ShareStore, ThreadShareRecord } from "../shares.ts";
import { requireClaim } from "./claims.ts";

const shares = new RecordTable(table);

export function createShareStore(sessions: Sessions): ShareStore {
  return {
    ofThread: (projectId, threadId) =>
      sessions.read(projectId, (session, project) => ofThread(session, project, threadId)),

    find: (id) =>
      sessions.readInstallation(async (session) => {
        const row = await session.get(
          session.db
            .selectFrom("thread_shares as s")
            .innerJoin("projects as p", "p.key", "s.project_id")
            .select(["p.id as projectId", "p.key as project"])
            .where("s.id", "=", id),
        );
        const share = row === undefined ? null : await shares.get(session, row.project, id);
        return row && share ? { projectId: row.projectId, share } : null;
      }),

    create: (projectId, share, limit, claim) =>
      sessions.write(projectId, async (session, project) => {
        await requireClaim(session, project, claim);
        await session.holdLock("shares", project);
        const { length } = await ofThread(session, project, share.threadId);
        if (length >= limit)
          throw new ConflictError(`The thread has ${length} links; at most ${limit} are allowed. Revoke one first.`);
        await shares.insert(session, project, share);
        return share;
      }),

    delete: (projectId, id, claim) =>
      sessions.write(projectId, async (session, project) => {
        await requireClaim(session, project, claim);
        return shares.delete(session, project, id);
      }),
  };
}

function ofThread(session: Session, project: number, threadId: string): Promise<ThreadShareRecord[]> {
  return shares.all(session, project, (query) => query.where("thread_id", "=", threadId).orderBy("key"));
}
