import { ConflictError } from "../errors.ts";
import { shareCodec } from "../record-codecs.ts";
import type { ShareStore, ThreadShareRecord } from "../shares.ts";
import { requireClaim } from "./claims.ts";
import type { Database } from "./database.ts";
import type { ProjectKeys } from "./projects.ts";
import { Table } from "./table.ts";

export function createShareStore(database: Database, projects: ProjectKeys): ShareStore {
  const shares = new Table<ThreadShareRecord>(database, "threadShares", shareCodec);
  const ofThread = (project: number, threadId: string): ThreadShareRecord[] =>
    shares.all("project = ? AND threadId = ? ORDER BY key", project, threadId);
  return {
    async ofThread(projectId, threadId) {
      return ofThread(projects.of(projectId), threadId);
    },

    async find(id) {
      const row = database.get<{ projectId: string; project: number }>(
        "SELECT p.id AS projectId, p.key AS project FROM threadShares s JOIN projects p ON p.key = s.project WHERE s.id = ?",
        id,
      );
      const share = row === undefined ? null : shares.get(row.project, id);
      return row && share ? { projectId: row.projectId, share } : null;
    },

    create: (projectId, share, limit, claim) =>
      database.write(() => {
        const project = projects.of(projectId);
        requireClaim(database, project, claim);
        const { length } = ofThread(project, share.threadId);
        if (length >= limit) throw new ConflictError(`The thread has ${length} links; at most ${limit} are allowed.`);
        shares.insert(project, share);
        return share;
      }),

    delete: (projectId, id, claim) =>
      database.write(() => {
        const project = projects.of(projectId);
        requireClaim(database, project, claim);
        return shares.delete(project, id);
      }),
  };
}
