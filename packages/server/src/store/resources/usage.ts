import { type RawBuilder, sql } from "kysely";
import { projectUsage } from "../schema/settings.ts";
import type { Dialect } from "../session/dialect.ts";
import type { Session, Sessions } from "../session/session.ts";
import { noUsage, type ProjectUsage, type UsageStore } from "../usage.ts";
import { requireClaim } from "./claims.ts";

/** Number of records per slice of a measurement. A slice takes a few milliseconds. */
const sliceSize = 500;

/**
 * A measured table. `id` is the column that determines the reading order. `bytes` is an SQL expression for the length
 * of a row's contents, so that the contents themselves are not read.
 */
interface Measured {
  readonly id: "id" | "object_key";
  readonly from: (project: number) => RawBuilder<unknown>;
  readonly bytes: string;
}

const lengthOf = (...columns: readonly string[]): string =>
  columns.map((column) => `coalesce(octet_length(${column}), 0)`).join(" + ");

function measuredTables({ payloads }: Dialect): readonly Measured[] {
  const texts = (table: string, ...columns: readonly string[]): Measured => {
    return { id: "id", from: () => sql.raw(`${table} r`), bytes: lengthOf(...columns.map((column) => `r.${column}`)) };
  };
  return [
    {
      id: "id",
      from: () => sql.raw(`steps r ${payloads.join}`),
      bytes: `${lengthOf(...payloads.columns, "r.error")} + coalesce(${payloads.packedBytes ?? "0"}, 0)`,
    },
    texts("threads", "metadata"),
    texts("users", "metadata"),
    texts("scores", "comment"),
    texts("dataset_items", "metadata", "input", "expected_output", "intermediary_steps"),
    // The past versions of an item are summed to one row, because they have the same id. The next slice starts after
    // the last id. If a slice ended between two versions, the second one would be skipped.
    {
      id: "id",
      from: (project) => sql`(
        SELECT project_id, id, sum(${sql.raw(lengthOf("metadata", "input", "expected_output", "intermediary_steps"))}) AS bytes
        FROM past_dataset_items WHERE project_id = ${project} GROUP BY project_id, id) r`,
      bytes: "r.bytes",
    },
    texts("experiment_items", "input", "output"),
    texts("attachments", "metadata"),
    { id: "object_key", from: () => sql.raw("files r"), bytes: "coalesce(r.size, 0)" },
  ];
}

export function createUsageStore(sessions: Sessions): UsageStore {
  const tables = measuredTables(sessions.dialect);
  return {
    async measure(projectId, from) {
      const [, index = "0", after = ""] = /^(\d+):(.*)$/s.exec(from ?? "") ?? [];
      const place = Number(index);
      const table = tables[place];
      if (table === undefined) return { bytes: 0, next: null };
      const id = sql.ref(`r.${table.id}`);
      const slice = await sessions.read(projectId, (session, project) =>
        session.get(
          sql<{ bytes: number | null; count: number; last: string | null }>`
            SELECT CAST(sum(bytes) AS double precision) AS bytes, count(*) AS count, max(id) AS last FROM (
              SELECT ${id} AS id, ${sql.raw(table.bytes)} AS bytes FROM ${table.from(project)}
              WHERE r.project_id = ${project} AND ${id} > ${after} ORDER BY ${id} LIMIT ${sliceSize}
            ) slice`.compile(session.db),
        ),
      );
      const { bytes = 0, count = 0, last = "" } = slice ?? {};
      const isOver = count < sliceSize;
      const next = isOver ? `${place + 1}:` : `${place}:${last}`;
      return { bytes: bytes ?? 0, next: isOver && place + 1 === tables.length ? null : next };
    },

    get: (projectId) => sessions.read(projectId, read),

    add: (projectId, { day, steps, bytes }) =>
      sessions.write(projectId, async (session, project) => {
        await open(session, project);
        await session.run(
          session.db
            .updateTable("project_usage")
            .set({
              day,
              steps: sql`${steps} + CASE WHEN day = ${day} THEN steps ELSE 0 END`,
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
            .set({
              steps_per_day: stepsPerDay,
              stored_bytes: storedBytes,
              ...(storedBytes && { measured_at: unlessNew("stored_bytes") }),
            })
            .where("project_id", "=", project),
        );
      }),

    setOwnLimits: (projectId, { retentionDays, stepsPerDay, storedBytes }, claim) =>
      sessions.write(projectId, async (session, project) => {
        await requireClaim(session, project, claim);
        if (retentionDays !== undefined) {
          await session.run(
            session.db.updateTable("projects").set({ own_retention_days: retentionDays }).where("key", "=", project),
          );
        }
        if (stepsPerDay === undefined && storedBytes === undefined) return;
        await open(session, project);
        await session.run(
          session.db
            .updateTable("project_usage")
            .set({
              ...(stepsPerDay !== undefined && { own_steps_per_day: stepsPerDay }),
              ...(storedBytes !== undefined && { own_stored_bytes: storedBytes }),
              ...(storedBytes && { measured_at: unlessNew("own_stored_bytes") }),
            })
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

/**
 * Time of the last measurement, or NULL if the limit in `column` is new. Writes before a limit may not have been
 * counted, so the project must be measured again.
 */
function unlessNew(column: "own_stored_bytes" | "stored_bytes"): RawBuilder<number | null> {
  return sql`CASE WHEN coalesce(${sql.ref(column)}, 0) > 0 THEN measured_at END`;
}

const noQuota = { steps_per_day: null, stored_bytes: null, own_steps_per_day: null, own_stored_bytes: null };

async function open(session: Session, project: number): Promise<void> {
  const empty = { day: 0, steps: 0, written_bytes: 0, measured_bytes: 0, measured_at: null };
  await session.run(
    session.db
      .insertInto("project_usage")
      .values({ project_id: project, ...noQuota, ...empty })
      .onConflict((conflict) => conflict.column("project_id").doNothing()),
  );
}

async function read(session: Session, project: number): Promise<ProjectUsage> {
  const row = await session.get(session.db.selectFrom("project_usage").selectAll().where("project_id", "=", project));
  if (row === undefined) return noUsage;
  const { stepsPerDay, storedBytes, ownStepsPerDay, ownStoredBytes, ...usage } = projectUsage.toRecord(row);
  const ownQuota = { stepsPerDay: ownStepsPerDay, storedBytes: ownStoredBytes };
  return { quota: { stepsPerDay, storedBytes }, ownQuota, ...usage };
}
