import { ConflictError, limitReached, nameTaken } from "../errors.ts";
import type { ModelConnectionStore } from "../model-connections.ts";
import { modelConnections as table } from "../schema/settings.ts";
import { RecordTable } from "../session/record-table.ts";
import { type Sessions, withoutConflict } from "../session/session.ts";
import { requireClaim } from "./claims.ts";

const connections = new RecordTable(table);

export function createModelConnectionStore(sessions: Sessions): ModelConnectionStore {
  const withUniqueName = <Result>(name: string, write: () => Promise<Result>): Promise<Result> =>
    withoutConflict(sessions, () => nameTaken("A model connection", name), write);
  return {
    all: (projectId) =>
      sessions.read(projectId, (session, project) =>
        connections.all(session, project, (query) => query.orderBy("name").orderBy("key")),
      ),

    get: (projectId, id) => sessions.read(projectId, (session, project) => connections.get(session, project, id)),

    create: (projectId, connection, limit, claim) =>
      withUniqueName(connection.name, () =>
        sessions.write(projectId, async (session, project) => {
          await requireClaim(session, project, claim);
          await session.holdLock("modelConnections", project);
          const count = await connections.count(session, project);
          if (count >= limit) throw limitReached("model connections", { count, limit });
          await connections.insert(session, project, connection);
          return connection;
        }),
      ),

    replace: (projectId, connection, updatedAt, claim) =>
      withUniqueName(connection.name, () =>
        sessions.write(projectId, async (session, project) => {
          await requireClaim(session, project, claim);
          const before = await connections.lock(session, project, connection.id);
          if (before === null) return null;
          if (before.updatedAt !== updatedAt)
            throw new ConflictError("The model connection was changed concurrently. Reload it and try again.");
          const { spentDay, spent } = before;
          const after = { ...connection, spentDay, spent };
          await connections.replace(session, project, after);
          return after;
        }),
      ),

    delete: (projectId, id, claim) =>
      sessions.write(projectId, async (session, project) => {
        await requireClaim(session, project, claim);
        return connections.delete(session, project, id);
      }),

    spend: (projectId, id, { day, dollars, limit }) =>
      sessions.write(projectId, async (session, project) => {
        const connection = await connections.lock(session, project, id);
        if (connection === null) return null;
        // When a call ends, the difference between its actual and its estimated cost is added to the day on which the
        // call started. If this day has passed, today's spending does not change.
        if (connection.spentDay !== null && connection.spentDay > day) return connection.spent;
        const before = connection.spentDay === day ? connection.spent : 0;
        const spent = Math.max(before + dollars, 0);
        if (limit !== null && spent > limit) return null;
        await connections.replace(session, project, { ...connection, spentDay: day, spent });
        return spent;
      }),
  };
}
