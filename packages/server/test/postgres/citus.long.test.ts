import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { describeStore } from "../../src/store/conformance/describe-store.ts";
import { describeRetention } from "../../src/store/conformance/retention.ts";
import { seedEveryKind } from "../../src/store/conformance/seed-every-kind.ts";
import { needs } from "../requirements.ts";
import { type CitusCluster, citusUrl, openCitus } from "./citus-cluster.ts";

describe("the PostgreSQL store on Citus", needs("a Citus cluster", citusUrl !== undefined), () => {
  let cluster: CitusCluster | undefined;
  beforeAll(async () => {
    cluster = await openCitus(citusUrl ?? "");
  });
  afterAll(() => cluster?.close());
  const opened = (): CitusCluster => {
    if (cluster === undefined) throw new Error("The cluster is not open.");
    return cluster;
  };
  describeStore(() => opened().openStore({ indexing: { minSteps: 1, restTime: 5, mergedSize: 4 } }));
  describeRetention((options) => opened().openFresh(options));

  test("no write waits for a move of another project's shards", async () => {
    const store = await opened().openStore();
    const mover = new Client({ connectionString: citusUrl });
    await mover.connect();
    try {
      const { id } = await store.projects.create({ id: "own", name: "own", createdAt: 1 });
      await mover.query("BEGIN");
      // Takes the lock that a move of shards holds until the new node has caught up.
      const { rows } = await mover.query<{ locked: number }>(`
        SELECT count(lock_shard_metadata(7, ARRAY[shardid]))::int AS locked
        FROM pg_dist_shard s JOIN pg_dist_partition p USING (logicalrelid)
        WHERE partmethod = 'h' AND shardid <> get_shard_id_for_distribution_column(s.logicalrelid, (SELECT key FROM projects))`);
      expect(rows[0]?.locked).toBeGreaterThan(50);
      await seedEveryKind(store, id);
      const later = { id: "s", createdAt: 3, startTime: 0, endTime: 5, tags: ["later"], generation: { tokenCount: 7 } };
      await store.steps.ingest(id, [later, { id: "child", parentId: "s", createdAt: 1, threadId: "t", type: "run" }]);
      await store.threads.delete(id, "t", 10);
      await store.analytics.settle();
      expect(await store.backlog()).toMatchObject({ sums: 0 });
    } finally {
      await mover.end();
      await store.close();
    }
  });

  test("statistics that lack a project of their shard are renewed while its steps are written", async () => {
    const store = await opened().openStore();
    const { administer } = opened();
    const stepsOf = (count: number, prefix: string) =>
      Array.from({ length: count }, (_, index) => ({ id: `${prefix}${index}`, createdAt: index }));
    try {
      await store.projects.create({ id: "first", name: "first", createdAt: 1 });
      await store.steps.ingest("first", stepsOf(1_500, "s"));
      await administer("ANALYZE steps");
      // There are four shards, so some of these projects share the shard of the first project.
      for (const id of Array.from({ length: 40 }, (_, index) => `p${index}`)) {
        // oxlint-disable-next-line no-await-in-loop -- keys are given in order
        await store.projects.create({ id, name: id, createdAt: 2 });
      }
      const [same] = (await administer(`
        SELECT min(p.key)::text AS key, (array_agg(p.name ORDER BY p.key))[1] AS name FROM projects p, projects f
        WHERE f.name = 'first' AND p.key <> f.key
          AND get_shard_id_for_distribution_column('steps', p.key) = get_shard_id_for_distribution_column('steps', f.key)`)) as {
        readonly key: string;
        readonly name: string;
      }[];
      const explain = `EXPLAIN SELECT * FROM steps WHERE project_id = ${same?.key} AND id = 'x'`;
      await store.steps.ingest(same?.name ?? "", stepsOf(300, "s"));
      expect(JSON.stringify(await administer(explain))).not.toContain("steps_pkey");
      await store.steps.ingest(same?.name ?? "", stepsOf(300, "t"));
      expect(JSON.stringify(await administer(explain))).toContain("steps_pkey");
    } finally {
      await store.close();
    }
  });
});
