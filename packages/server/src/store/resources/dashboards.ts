import type { DashboardStore } from "../dashboards.ts";
import { limitReached } from "../errors.ts";
import { dashboards as table } from "../schema/settings.ts";
import { RecordTable } from "../session/record-table.ts";
import type { Sessions } from "../session/session.ts";

const dashboards = new RecordTable(table);

export function createDashboardStore(sessions: Sessions): DashboardStore {
  return {
    all: (projectId) =>
      sessions.read(projectId, (session, project) =>
        dashboards.all(session, project, (query) => query.orderBy("name").orderBy("key")),
      ),

    get: (projectId, id) => sessions.read(projectId, (session, project) => dashboards.get(session, project, id)),

    create: (projectId, dashboard, limit) =>
      sessions.write(projectId, async (session, project) => {
        await session.holdLock("dashboards", project);
        const count = await dashboards.count(session, project);
        if (count >= limit) throw limitReached("dashboards", { count, limit });
        await dashboards.insert(session, project, dashboard);
        return dashboard;
      }),

    replace: (projectId, dashboard) =>
      sessions.write(projectId, async (session, project) =>
        (await dashboards.replace(session, project, dashboard)) ? dashboard : null,
      ),

    delete: (projectId, id) => sessions.write(projectId, (session, project) => dashboards.delete(session, project, id)),
  };
}
