import { sql } from "kysely";
import { projectUsage } from "../schema/settings.ts";
import type { Session, Sessions } from "../session/session.ts";
import { noUsage, type ProjectUsage, type UsageStore } from "../usage.ts";

export function createUsageStore(sessions: Sessions, measure: UsageStore["measure"]): UsageStore {
  return {
    measure,

    get: (projectId) => sessions.read(projectId, read),

    add: (projectId, { day, steps, bytes }) =>
      sessions.write(projectId, async (session, project) => {
        await open(session, project);
        await session.run(
          session.db
            .updateTable("project_usage")
            .set({
              day,
              steps: sql`${steps} + CASE day WHEN ${day} THEN steps ELSE 0 END`,
              written_bytes: sql`written_bytes + ${bytes}`,
            })
            .where("project_id", "=", project),
        );
        return read(session, project);
      }),

    setQuota: (projectId, { stepsPerDay, storedBytes }) =>
      sessions.write(projectId, async (session, project) => {
        await open(session, project);
        await session.run(
          session.db
            .updateTable("project_usage")
            .set({ steps_per_day: stepsPerDay, stored_bytes: storedBytes })
            .where("project_id", "=", project),
        );
      }),

    setMeasured: (projectId, { bytes, at, written }) =>
      sessions.write(projectId, async (session, project) => {
        await open(session, project);
        await session.run(
          session.db
            .updateTable("project_usage")
            .set({
              measured_bytes: bytes,
              measured_at: at,
              written_bytes: sql`CASE WHEN written_bytes > ${written} THEN written_bytes - ${written} ELSE 0 END`,
            })
            .where("project_id", "=", project),
        );
      }),
  };
}

/** Creates the row of a project that has none. */
async function open(session: Session, project: number): Promise<void> {
  const empty = { day: 0, steps: 0, written_bytes: 0, measured_bytes: 0, measured_at: null };
  await session.run(
    session.db
      .insertInto("project_usage")
      .values({ project_id: project, steps_per_day: null, stored_bytes: null, ...empty })
      .onConflict((conflict) => conflict.column("project_id").doNothing()),
  );
}

async function read(session: Session, project: number): Promise<ProjectUsage> {
  const row = await session.get(session.db.selectFrom("project_usage").selectAll().where("project_id", "=", project));
  if (row === undefined) return noUsage;
  const { stepsPerDay, storedBytes, ...usage } = projectUsage.toRecord(row);
  return { quota: { stepsPerDay, storedBytes }, ...usage };
}
