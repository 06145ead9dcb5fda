import { Client } from "pg";
import { expect, onTestFinished, test } from "vitest";
import { openWithProjects } from "../../src/store/conformance/open-store.ts";
import { seedEveryKind } from "../../src/store/conformance/seed-every-kind.ts";
import { otherProject, project } from "../../src/store/conformance/with-store.ts";
import { openPostgresStore } from "../../src/store/postgres/open-postgres-store.ts";
import { subjectOf } from "../../src/store/recorded/postgres/score-joins.ts";
import { describePostgres } from "./describe-postgres.ts";

/** Tables that are read before a project is known: by key hash, account or link, or in the background. */
const open = [
  "api_keys",
  "evaluation_arrivals",
  "invitations",
  "jobs",
  "members",
  "repricings",
  "rollup_marks",
  "thread_shares",
];

interface TableRow {
  readonly name: string;
  readonly secured: boolean;
}

describePostgres("row-level security", (tests) => {
  test("a transaction of one project cannot read or write rows of another, even without conditions", async () => {
    const url = await tests().server.createDatabase("secured", "migrated");
    const store = await openWithProjects(() => openPostgresStore({ url }));
    onTestFinished(() => store.close());
    for (const id of [project, otherProject]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await seedEveryKind(store, id);
    }
    await store.analytics.settle();
    await store.steps.ingest(project, [{ id: "queued", createdAt: 1, tags: ["x"] }]);
    await store.steps.ingest(otherProject, [{ id: "queued", createdAt: 1, tags: ["x"] }]);

    const client = new Client({ connectionString: url });
    await client.connect();
    onTestFinished(() => client.end());
    const { rows: tables } = await client.query<TableRow>(`
      SELECT c.relname AS name, c.relrowsecurity AND c.relforcerowsecurity AS secured FROM pg_class c
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'project_id' AND NOT a.attisdropped
      WHERE c.relkind IN ('r', 'p') AND c.relnamespace = current_schema()::regnamespace ORDER BY 1`);
    expect(tables.filter(({ secured }) => !secured).map(({ name }) => name)).toEqual(open);

    const { rows: keys } = await client.query<{ key: string }>("SELECT key FROM projects ORDER BY key");
    const [own = "", foreign = ""] = keys.map(({ key }) => key);
    await client.query(`BEGIN; SET LOCAL threadline.project_id = '${own}'`);
    const found: Record<string, readonly [number, number]> = {};
    for (const { name, secured } of tables) {
      if (!secured) continue;
      // oxlint-disable-next-line no-await-in-loop -- one connection
      const { rows } = await client.query<{ own: string; foreign: string }>(
        `SELECT count(*) FILTER (WHERE project_id = $1) AS own, count(*) FILTER (WHERE project_id <> $1) AS foreign FROM ${name}`,
        [own],
      );
      found[name] = [Math.min(Number(rows[0]?.own), 1), Number(rows[0]?.foreign)];
    }
    const seeded = Object.entries(found).filter(([, [isSeeded]]) => isSeeded === 1);
    // Most tables have rows.
    expect(seeded.length).toBeGreaterThan(20);
    expect(Object.values(found).map(([, count]) => count)).toEqual(Object.keys(found).map(() => 0));
    const { rowCount } = await client.query("DELETE FROM steps WHERE project_id = $1", [foreign]);
    expect(rowCount).toBe(0);
    await expect(
      client.query("INSERT INTO datasets (project_id, id, created_at, name, type) VALUES ($1, 'x', 1, 'x', 'x')", [
        foreign,
      ]),
    ).rejects.toThrow("row-level security");
    await client.query("ROLLBACK");

    const { rows: without } = await client.query<{ count: string }>("SELECT count(*) AS count FROM steps");
    expect(without).toEqual([{ count: "0" }]);
  });

  test("the step of a score is found by its id index, despite the policy", async () => {
    const client = new Client({ connectionString: tests().server.url("migrated") });
    await client.connect();
    onTestFinished(() => client.end());
    await client.query(`
      BEGIN; SET LOCAL threadline.project_id = '1';
      INSERT INTO steps (project_id, id, created_at, type, period)
      SELECT 1, 'step-' || number, number, 'run', 0 FROM generate_series(1, 5000) AS n (number);
      ANALYZE steps`);
    const { rows } = await client.query<{ "QUERY PLAN": string }>(`
      EXPLAIN SELECT (SELECT s.participant FROM steps s WHERE s.project_id = r.project_id AND s.id = ${subjectOf("r")})
      FROM scores r WHERE r.project_id = 1`);
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    expect(plan).toMatch(/steps_pkey on steps s.*\n *Index Cond: \(\(project_id = r\.project_id\) AND \(id = /);
  });

  test("a store without prepared statements, as behind a pooler, returns the same", async () => {
    const url = await tests().server.createDatabase("unprepared", "migrated");
    const store = await openWithProjects(() => openPostgresStore({ url, preparedStatements: 0 }));
    onTestFinished(() => store.close());
    await seedEveryKind(store, project);
    const { edges } = await store.steps.list(project, { first: 5 });
    expect(edges.map(({ node }) => node.id)).toEqual(["s"]);
    const statistics = await store.analytics.statistics(project, { resource: "steps", filters: [] });
    expect(statistics.recordCount).toBe(1);
  });
});
