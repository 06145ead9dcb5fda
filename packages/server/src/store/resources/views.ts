import { limitReached } from "../errors.ts";
import { views as table } from "../schema/settings.ts";
import { RecordTable } from "../session/record-table.ts";
import type { Sessions } from "../session/session.ts";
import type { ViewStore } from "../views.ts";

const views = new RecordTable(table);

export function createViewStore(sessions: Sessions): ViewStore {
  return {
    all: (projectId) =>
      sessions.read(projectId, (session, project) =>
        views.all(session, project, (query) => query.orderBy("name").orderBy("key")),
      ),

    get: (projectId, id) => sessions.read(projectId, (session, project) => views.get(session, project, id)),

    create: (projectId, view, limit) =>
      sessions.write(projectId, async (session, project) => {
        await session.holdLock("views", project);
        const count = await views.count(session, project);
        if (count >= limit) throw limitReached("saved views", { count, limit });
        await views.insert(session, project, view);
        return view;
      }),

    replace: (projectId, view) =>
      sessions.write(projectId, async (session, project) =>
        (await views.replace(session, project, view)) ? view : null,
      ),

    delete: (projectId, id) => sessions.write(projectId, (session, project) => views.delete(session, project, id)),
  };
}
