import { expect, onTestFinished, test } from "vitest";
import { openWithProjects } from "../../src/store/conformance/open-store.ts";
import { seedEveryKind } from "../../src/store/conformance/seed-every-kind.ts";
import { otherProject, project } from "../../src/store/conformance/with-store.ts";
import type { ThreadUsage } from "../../src/store/prices.ts";
import { openSqliteStore } from "../../src/store/sqlite/open-sqlite-store.ts";
import type { ExportedRecord, Store } from "../../src/store/store.ts";
import { describePostgres } from "./describe-postgres.ts";

async function exported(store: Store, projectId: string): Promise<ExportedRecord[]> {
  const records: ExportedRecord[] = [];
  for await (const record of store.exportRecords(projectId)) records.push(record);
  return records;
}

async function* replay(records: readonly ExportedRecord[]): AsyncGenerator<ExportedRecord> {
  yield* records;
}

/** Rounds costs, because sums of fractions depend on the order of addition. */
function rounded(usage: ThreadUsage | null): unknown {
  const costs = Object.entries(usage?.cost ?? {}).map(([kind, cost]) => [kind, Math.round(cost * 1e9)]);
  return usage && { ...usage, cost: Object.fromEntries(costs) };
}

describePostgres("a project that moves between the stores", (tests) => {
  test("returns equal from PostgreSQL, with the same query results", async () => {
    const embedded = await openWithProjects(() => openSqliteStore({ path: ":memory:" }));
    const shared = await openWithProjects(tests().openStore);
    onTestFinished(async () => {
      await embedded.close();
      await shared.close();
    });
    await seedEveryKind(embedded, project);
    const steps = Array.from({ length: 500 }, (_, index) => ({
      id: `step ${index}`,
      createdAt: 1_000 + index,
      threadId: `thread ${index % 30}`,
      type: index % 10 === 0 ? ("run" as const) : ("llm" as const),
      startTime: 1_000 + index,
      endTime: 1_100 + 2 * index,
      output: { answer: `\u0000 ${index} \ud800`, nothing: null },
      metadata: { plan: index % 3, "a.b": [1.0, 1e21, -0.5] },
      generation: { model: "gpt-4o", inputTokenCount: index, messages: [{ role: "user", content: "Ünï" }] },
    }));
    await embedded.steps.ingest(project, steps);
    await embedded.threads.upsert(project, { id: "thread 1", createdAt: 1, participant: "ann", newUserId: "n" });

    const records = await exported(embedded, project);
    expect(await shared.importRecords(otherProject, replay(records))).toBe(records.length);
    const moved = await exported(shared, otherProject);
    expect(moved).toEqual(records);
    expect(await embedded.importRecords(otherProject, replay(moved))).toBe(records.length);
    expect(await exported(embedded, otherProject)).toEqual(records);

    const range = { from: 0, to: 10_000, bucketLength: 60_000, offset: 0, maxPoints: 5, groupLimit: 9 };
    const answersOf = async (store: Store, id: string): Promise<unknown> => ({
      threads: await store.threads.list(id, { first: 100 }).then(({ edges }) => edges.map(({ node }) => node)),
      statistics: await store.analytics.statistics(id, { resource: "steps", filters: [] }),
      series: await store.analytics.timeSeries(id, {
        ...range,
        metrics: ["stepCount", "tokenCount", "cost"],
        groupBy: "model",
      }),
      usages: (await store.prices.usagesOfThreads(id, ["t", "thread 1", "thread 2", "none"])).map(rounded),
      prompts: await store.prompts.summaries(id, ["l"]),
    });
    expect(await answersOf(shared, otherProject)).toEqual(await answersOf(embedded, project));
  });
});
