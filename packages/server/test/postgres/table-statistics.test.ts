import { expect, onTestFinished, test } from "vitest";
import { measure } from "../../src/store/analytics/postgres/statistics.ts";
import { openWithProjects } from "../../src/store/conformance/open-store.ts";
import { project } from "../../src/store/conformance/with-store.ts";
import type { Filter } from "../../src/store/list.ts";
import { openPostgresStore } from "../../src/store/postgres/open-postgres-store.ts";
import { createStepList } from "../../src/store/recorded/postgres/steps.ts";
import { Database } from "../../src/store/session/postgres/database.ts";
import { PostgresSessions } from "../../src/store/session/postgres/postgres-sessions.ts";
import type { Parameter, Session } from "../../src/store/session/postgres/session.ts";
import { describePostgres } from "./describe-postgres.ts";

const count = 2_000;
/** Sample size, less than the number of records. */
const limit = 500;
/** Maximum number of rows that a part of a plan may test, per record. */
const rowsPerRecord = 20;

interface Plan {
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly "Rows Removed by Filter"?: number;
  readonly "Rows Removed by Join Filter"?: number;
  readonly Plans?: readonly Plan[];
}

/** Number of rows that the most expensive part of a plan tests. */
function testedRows(plan: Plan): number {
  const { "Rows Removed by Filter": filtered = 0, "Rows Removed by Join Filter": joined = 0 } = plan;
  const own = (plan["Actual Rows"] + filtered + joined) * plan["Actual Loops"];
  return Math.max(own, ...(plan.Plans ?? []).map(testedRows));
}

/** A session that explains each SQL text before it runs it, and reports the rows that its plan tests. */
function explaining(session: Session, report: (rows: number) => void): Session {
  const all = async (sql: string, ...parameters: readonly Parameter[]) => {
    if (!sql.startsWith("EXPLAIN")) {
      const text = `EXPLAIN (ANALYZE, TIMING off, FORMAT JSON) ${sql}`;
      const [row = {}] = await session.all<Record<string, readonly { readonly Plan: Plan }[]>>(text, ...parameters);
      const plan = Object.values(row)[0]?.[0]?.Plan;
      if (plan !== undefined) report(testedRows(plan));
    }
    return session.all(sql, ...parameters);
  };
  const get = async (sql: string, ...parameters: readonly Parameter[]) => (await all(sql, ...parameters))[0];
  return Object.assign(Object.create(session), { all, get });
}

function batch(from: number, size: number) {
  return Array.from({ length: size }, (_, index) => {
    const id = `step-${from + index}`;
    const at = (from + index) * 1_000;
    const score = { id: `score of ${id}`, at, stepId: id, name: "helpful", type: "AI" as const, value: 1 };
    const generation = { type: "CHAT" as const, tags: ["common"] };
    return { id, threadId: `thread of ${id}`, createdAt: at, tags: ["common"], generation, scores: [score] };
  });
}

describePostgres("statistics of tables", (tests) => {
  test("are made soon after the first records, so that plans are bounded, and after growth", async () => {
    const { server } = tests();
    const url = await server.createDatabase("unanalyzed", "migrated");
    const administer = (sql: string) => server.administer(sql, "unanalyzed");
    for (const table of ["steps", "threads", "scores", "record_tags", "step_payloads_rest"]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await administer(`ALTER TABLE ${table} SET (autovacuum_enabled = off)`);
    }
    const errors: Error[] = [];
    const store = await openWithProjects(() => openPostgresStore({ url, onError: (error) => errors.push(error) }));
    onTestFinished(() => store.close());
    for (let from = 0; from < count; from += 500) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await store.steps.ingest(project, batch(from, 500));
    }
    const analyzed = `SELECT string_agg(relname, ' ' ORDER BY relname) AS names FROM pg_class
      WHERE relname IN ('steps', 'threads', 'scores', 'record_tags', 'step_payloads') AND reltuples > 0`;
    await expect
      .poll(() => administer(analyzed))
      .toEqual([{ names: "record_tags scores step_payloads steps threads" }]);

    const database = new Database({ url, poolSize: 3, statementTimeout: 60_000, preparedStatements: 0, onError() {} });
    onTestFinished(() => database.close());
    const sessions = new PostgresSessions(database);
    const list = createStepList({ sessions, now: Date.now });
    const tagged: Filter = { field: "tags", operator: "in", value: ["common", "other"] };
    const scored: Filter = { field: "scoreValue", operator: "gt", value: 0 };
    const inTime: Filter[] = [
      { field: "createdAt", operator: "gte", value: 1_000 },
      { field: "createdAt", operator: "lt", value: count * 1_000 },
    ];
    const most: Record<string, number> = {};
    for (const filters of [[tagged], [tagged, ...inTime], [scored, ...inTime]]) {
      const name = filters.map(({ field }) => field).join(" ");
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await sessions.read(project, async (session, key) => {
        const watched = explaining(session, (rows) => (most[name] = Math.max(most[name] ?? 0, rows)));
        const read = (select: Parameters<typeof measure>[0]["select"]) =>
          measure({ session: watched, project: key, select }, "steps");
        await list.sample(watched, key, filters, { limit, read });
      });
    }
    expect(Object.keys(most)).toHaveLength(3);
    expect(Object.entries(most).filter(([, rows]) => rows > rowsPerRecord * count)).toEqual([]);

    // Autovacuum would analyze the partition, but not the table.
    const grown = 5 * count;
    await administer(`INSERT INTO step_payloads (project_id, step, period, input)
      SELECT max(project_id), generate_series(1000000, ${999_999 + grown}), 0, '""' FROM steps`);
    await administer("ANALYZE step_payloads_rest");
    await store.steps.ingest(project, batch(count, 1));
    const records = "SELECT reltuples AS records FROM pg_class WHERE relname = 'step_payloads'";
    await expect.poll(() => administer(records)).toEqual([{ records: grown + count + 1 }]);
    expect(errors).toEqual([]);
  });
});
