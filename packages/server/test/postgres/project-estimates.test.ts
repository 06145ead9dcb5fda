import { expect, test } from "vitest";
import { openPostgresStore } from "../../src/store/postgres/open-postgres-store.ts";
import { describePostgres } from "./describe-postgres.ts";
import { emptyStore } from "./prepared-cluster.ts";

const stepsOf = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, index) => ({
    id: `${prefix}${index}`,
    createdAt: index,
    generation: { outputTokenCount: 1 },
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
});
