import { describe, expect, test } from "vitest";
import type { AnalysisQuery, TimeSeriesQuery } from "../analytics.ts";
import type { Filter } from "../list.ts";
import type { ApiKeyRecord } from "../projects.ts";
import type { MovedRecord, Store } from "../store.ts";
import type { OpenStore } from "./open-store.ts";
import { replay } from "./replay.ts";
import { otherProject, project, withStore } from "./with-store.ts";

const hour = 3_600_000;
const at = Date.UTC(2026, 2, 1, 10);

function keyOf(id: string, name: string, projectId = project): ApiKeyRecord {
  const texts = {
    hash: `hash of ${id} in ${projectId}`,
    prefix: "tl_",
    last4: "wxyz",
    createdBy: null,
    lastUsedAt: null,
    expiresAt: null,
  };
  return { id, projectId, name, scopes: ["ingest"], origins: null, createdAt: 1, revokedAt: null, ...texts };
}

const usages = { generation: { model: "gpt-4o", inputTokenCount: 10, outputTokenCount: 5 } };

/** Stores steps that were recorded with two keys of the project, with an unknown key, and without a key. */
async function seed({ projects, steps }: Store): Promise<void> {
  await projects.createKey(keyOf("k1", "mobile app"));
  await projects.createKey(keyOf("k2", "batch"));
  await projects.createKey(keyOf("gone", "foreign", otherProject));
  await steps.ingest(project, [
    { id: "a", createdAt: at, apiKeyId: "k1", ...usages },
    { id: "b", createdAt: at + hour, apiKeyId: "k1", environment: "prod", error: "Boom", ...usages },
    { id: "c", createdAt: at, apiKeyId: "k2", ...usages },
    { id: "d", createdAt: at, apiKeyId: "gone", ...usages },
    { id: "e", createdAt: at, ...usages },
  ]);
  await steps.ingest(otherProject, [{ id: "z", createdAt: at, apiKeyId: "gone", ...usages }]);
}

const conditions: readonly (readonly [Pick<Filter, "operator" | "value">, string])[] = [
  [{ operator: "in", value: ["mobile app"] }, "a b"],
  [{ operator: "in", value: ["k1", "batch"] }, "a b c"],
  [{ operator: "in", value: ["gone"] }, "d"],
  [{ operator: "in", value: ["foreign"] }, ""],
  [{ operator: "in", value: [] }, ""],
  [{ operator: "nin", value: ["mobile app", "k2"] }, "d e"],
  [{ operator: "is", value: null }, "e"],
  [{ operator: "nis", value: null }, "a b c d"],
];

export function describeStepApiKeys(openStore: OpenStore): void {
  describe("API keys of steps", () => {
    test("a step keeps the key of its first write", () =>
      withStore(openStore, async ({ steps }) => {
        await steps.ingest(project, [
          { id: "a", createdAt: 1, apiKeyId: "k1" },
          { id: "b", createdAt: 1 },
        ]);
        await steps.ingest(project, [
          { id: "a", createdAt: 2, apiKeyId: "k2", name: "later" },
          { id: "b", createdAt: 2, apiKeyId: "k2" },
        ]);
        const stored = await steps.getMany(project, ["a", "b"]);
        expect(stored).toMatchObject([
          { id: "a", name: "later", apiKeyId: "k1" },
          { id: "b", apiKeyId: null },
        ]);
        const listed = (await steps.list(project, { first: 5 })).edges.map(({ node }) => [node.id, node.apiKeyId]);
        expect(listed.toSorted()).toEqual([
          ["a", "k1"],
          ["b", null],
        ]);
      }));

    test("lists select steps by name or id of a key, and never by a key of another project", () =>
      withStore(openStore, async (store) => {
        await seed(store);
        for (const list of [store.steps, store.generations]) {
          for (const [condition, expected] of conditions) {
            // oxlint-disable-next-line no-await-in-loop -- one list after the other
            const page = await list.list(project, { filters: [{ field: "apiKey", ...condition }], first: 10 });
            const ids = page.edges.map(({ node }) => node.id).toSorted();
            expect([condition, ids.join(" ")]).toEqual([condition, expected]);
          }
        }
      }));

    test("facets count the names of keys, and the ids of keys that the project does not have", () =>
      withStore(openStore, async (store) => {
        await seed(store);
        await store.projects.revokeKey(project, "k2", 9);
        for (const resource of ["steps", "generations"] as const) {
          const query = { resource, filters: [], facets: [{ field: "apiKey" as const }], limit: 10 };
          // oxlint-disable-next-line no-await-in-loop -- one list after the other
          const [facet] = (await store.analytics.facets(project, query)).facets;
          const counts = facet?.values.map(({ value, count }) => `${value} ${count}`);
          expect(counts).toEqual(["mobile app 2", "batch 1", "gone 1"]);
          expect(facet?.missingCount).toBe(1);
        }
      }));

    test("series of a key are exact before and after their rollups, and equal a series of its list", () =>
      withStore(openStore, async (store) => {
        await seed(store);
        const read = async (change: Partial<TimeSeriesQuery>) => {
          const range = { from: at, to: at + 2 * hour, bucketLength: hour, maxPoints: 10, offset: 0, groupLimit: 10 };
          const metrics = ["stepCount", "tokenCount", "errorCount", "cost"] as const;
          const series = await store.analytics.timeSeries(project, { metrics, ...range, ...change });
          expect(series.isEstimate).toBe(false);
          return series.lines.map(({ metric, group, values }) => ({ metric, group, values }));
        };
        const listOf = (value: string): AnalysisQuery => {
          return { resource: "steps", filters: [{ field: "apiKey", operator: "in", value: [value] }] };
        };
        for (const settle of [async () => {}, () => store.analytics.settle()]) {
          // oxlint-disable-next-line no-await-in-loop -- first without rollups
          await settle();
          for (const [key, name] of [
            ["mobile app", "mobile app"],
            ["k1", "mobile app"],
            ["batch", "batch"],
            ["gone", "gone"],
            ["foreign", "foreign"],
          ] as const) {
            // oxlint-disable-next-line no-await-in-loop -- one key after the other
            expect(await read({ apiKeys: [key] })).toEqual(await read({ matching: listOf(name) }));
          }
          // oxlint-disable-next-line no-await-in-loop -- as above
          expect(await read({ apiKeys: ["k1", "batch"], metrics: ["stepCount"] })).toEqual([
            { metric: "stepCount", group: null, values: [2, 1] },
          ]);
          // oxlint-disable-next-line no-await-in-loop -- as above
          expect(await read({ apiKeys: ["k1"], metrics: ["tokenCount"], exceptEnvironments: ["prod"] })).toEqual([
            { metric: "tokenCount", group: null, values: [15, 0] },
          ]);
          // oxlint-disable-next-line no-await-in-loop -- as above
          expect(await read({ groupBy: "apiKey", metrics: ["stepCount"] })).toEqual([
            { metric: "stepCount", group: "mobile app", values: [1, 1] },
            { metric: "stepCount", group: "gone", values: [1, 0] },
            { metric: "stepCount", group: "batch", values: [1, 0] },
          ]);
        }
        await store.steps.delete(project, "a", 9);
        expect(await read({ apiKeys: ["k1"], metrics: ["stepCount"] })).toMatchObject([{ values: [0, 1] }]);
        await store.projects.createKey(keyOf("k3", "batch"));
        await store.steps.ingest(project, [{ id: "f", createdAt: at, apiKeyId: "k3" }]);
        const shared = await read({ groupBy: "apiKey", metrics: ["stepCount"], apiKeys: ["batch"] });
        expect(shared.map(({ group }) => group)).toEqual(["k2", "k3"]);
      }));

    test("steps move with their keys, and are exported without them", () =>
      withStore(openStore, async (store) => {
        await seed(store);
        const exported: string[] = [];
        for await (const { record } of store.exportRecords(project)) exported.push(...Object.keys(record));
        expect(exported).not.toContain("apiKeyId");
        const records: MovedRecord[] = [];
        for await (const record of store.moveOut(project)) records.push(record);
        await store.importRecords(otherProject, replay(records));
        const moved = await store.steps.getMany(otherProject, ["a", "d", "e"]);
        expect(moved.map((step) => step?.apiKeyId)).toEqual(["k1", "gone", null]);
      }));
  });
}
