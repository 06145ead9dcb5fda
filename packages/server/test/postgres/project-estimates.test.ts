import { expect, test } from "vitest";
import { openPostgresStore } from "../../src/store/postgres/open-postgres-store.ts";
import { describePostgres } from "./describe-postgres.ts";
import type { Store } from "../../src/store/store.ts";
import { emptyStore } from "./prepared-cluster.ts";
import { countReads } from "./read-statistics.ts";

const stepsOf = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, index) => ({
    id: `${prefix}${index}`,
    createdAt: index,
    generation: { outputTokenCount: 1 },
  }));

const withPayloads = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: `s${index}`,
    threadId: "t",
    createdAt: Date.now(),
    input: { index },
    metadata: { index },
  }));

describePostgres("statistics that do not contain a project", (tests) => {
  test("are renewed in the transaction that adds many of its steps, so that they are found by id", async () => {
    const { server } = tests();
    const url = await server.createDatabase("estimates", emptyStore);
    const store = await openPostgresStore({ url });
    const administer = (sql: string) => server.administer(sql, "estimates");
    const planOf = async (project: string): Promise<string> => {
      const found = await administer(`SELECT key FROM projects WHERE name = '${project}'`);
      const [{ key } = { key: 0 }] = found as { readonly key: number }[];
      return JSON.stringify(await administer(`EXPLAIN SELECT * FROM steps WHERE project_id = ${key} AND id = 'x'`));
    };
    try {
      await store.projects.create({ id: "old", name: "old", createdAt: 1 });
      await store.steps.ingest("old", stepsOf(1_500, "s"));
      await administer("ANALYZE");
      await store.projects.create({ id: "new", name: "new", createdAt: 2 });
      await store.steps.ingest("new", stepsOf(300, "s"));
      expect(await planOf("new")).not.toContain("steps_pkey");
      await store.steps.ingest("new", stepsOf(300, "t"));
      expect(await planOf("new")).toContain("steps_pkey");
    } finally {
      await store.close();
    }
  });

  test("do not change how payloads are found: one index lookup for each step", async () => {
    const { server } = tests();
    const url = await server.createDatabase("payload_lookups", emptyStore);
    const store = await openPostgresStore({ url });
    const count = 400;
    try {
      await store.projects.create({ id: "old", name: "old", createdAt: 1 });
      await store.steps.ingest("old", withPayloads(1_500));
      await server.administer("ANALYZE", "payload_lookups");
      await store.projects.create({ id: "new", name: "new", createdAt: 2 });
      await store.steps.ingest("new", withPayloads(count));
    } finally {
      await store.close();
    }
    const reads: Record<string, (store: Store) => Promise<unknown>> = {
      "a thread": ({ steps }) => steps.ofThreads("new", ["t"]),
      "the keys of metadata": ({ analytics }) => analytics.metadataPaths("new", { resource: "steps", first: 9 }),
      "the size of a project": ({ usage }) => usage.measure("new", null),
    };
    for (const [what, read] of Object.entries(reads)) {
      // oxlint-disable-next-line no-await-in-loop -- the rows are counted for each read
      const partitions = await countReads(tests(), { database: "payload_lookups", read });
      expect({ what, rows: partitions.reduce((sum, { rows }) => sum + rows, 0) }).toEqual({ what, rows: count });
    }
  });
});
