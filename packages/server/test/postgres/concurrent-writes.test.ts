import { expect, test } from "vitest";
import { openWithProjects } from "../../src/store/conformance/open-store.ts";
import { project } from "../../src/store/conformance/with-store.ts";
import type { Filter } from "../../src/store/list.ts";
import { openPostgresStore } from "../../src/store/postgres/open-postgres-store.ts";
import type { StepWrite } from "../../src/store/steps.ts";
import type { Store } from "../../src/store/store.ts";
import { describePostgres, type PostgresTests } from "./describe-postgres.ts";

const threadIds = Array.from({ length: 7 }, (_, index) => `thread-${index}`);
const stepIds = Array.from({ length: 150 }, (_, index) => `step-${index}`);

/**
 * Returns the writes of a step, in the order in which an application sends them. They set different fields, so the
 * result does not depend on their order.
 */
function partsOf(id: string, index: number): StepWrite[] {
  const threadId = threadIds[index % threadIds.length];
  const base = { id, createdAt: 1_000 };
  const score = { id: `score-${id}`, at: 5, name: "good", type: "HUMAN", value: index, stepId: id } as const;
  const attachment = { id: `file-${id}`, createdAt: 5, stepId: id, name: `${id}.txt` };
  return [
    { ...base, threadId, type: "llm", startTime: 2_000 + index, tags: ["a", `tag-${index % 5}`] },
    { ...base, threadId, endTime: 3_000 + index * 2, output: { index }, scores: [score], attachments: [attachment] },
    { ...base, threadId, generation: { model: "gpt-4o", provider: "openai", inputTokenCount: index, tags: ["g"] } },
    { ...base, threadId, generation: { outputTokenCount: 2 * index }, metadata: { index } },
  ];
}

/** Shuffles items. The same seed gives the same order. */
function shuffle<Item>(items: readonly Item[], seed: number): Item[] {
  let state = seed;
  const keyed = items.map((item) => {
    state = (state * 48_271) % 2_147_483_647;
    return { item, state };
  });
  return keyed.toSorted((one, other) => one.state - other.state).map(({ item }) => item);
}

function batchesOf(writes: readonly StepWrite[], size: number): StepWrite[][] {
  return Array.from({ length: Math.ceil(writes.length / size) }, (_, index) =>
    writes.slice(index * size, (index + 1) * size),
  );
}

/** Reads everything that must not depend on the order of the writes. */
async function stateOf(store: Store): Promise<unknown> {
  const filters: Filter[] = [{ field: "tags", operator: "in", value: ["tag-3"] }];
  const tagged = await store.steps.list(project, { first: 500, filters });
  return {
    steps: await store.steps.getMany(project, stepIds),
    threads: await store.threads.getMany(project, threadIds),
    scores: await store.scores.ofSteps(project, stepIds),
    tagged: tagged.edges.map(({ node }) => node.id).toSorted(),
    sums: await sumsOf(store),
    counts: [await store.steps.count(project, {}), await store.threads.count(project, {})],
  };
}

/** Returns the total of each metric over all records, which must equal a recount. */
async function sumsOf(store: Store): Promise<unknown> {
  const metrics = [
    "threadCount",
    "stepCount",
    "generationCount",
    "tokenCount",
    "cost",
    "latencyP50",
    "scoreCount",
  ] as const;
  const range = { from: 0, to: 3_600_000, offset: 0, maxPoints: 1, groupLimit: 10 };
  const { lines, pendingCount } = await store.analytics.timeSeries(project, { ...range, metrics });
  return { totals: lines.map(({ metric, total }) => [metric, total]), pendingCount };
}

async function openReplicas({ server }: PostgresTests, name: string): Promise<[Store, Store]> {
  const url = await server.createDatabase(name, "migrated");
  // All writes of a test start at once, so the last one waits for all others.
  const open = (): Promise<Store> => openPostgresStore({ url, poolSize: 6, maxWait: 600_000 });
  return [await openWithProjects(open), await open()];
}

describePostgres("concurrent writes of two replicas", (tests) => {
  test("the same steps in different orders and batches result in the sequential state", async () => {
    const writes = stepIds.flatMap((id, index) => partsOf(id, index));
    const [alone, idle] = await openReplicas(tests(), "alone");
    for (const batch of batchesOf(writes, 40)) await alone.steps.ingest(project, batch);
    const expected = await stateOf(alone);

    const [one, other] = await openReplicas(tests(), "together");
    await Promise.all(
      [1, 2, 3, 4, 5, 6].flatMap((seed) =>
        batchesOf(shuffle(writes, seed), 20 + 10 * seed).map((batch) =>
          (seed % 2 === 0 ? one : other).steps.ingest(project, batch),
        ),
      ),
    );
    expect(await stateOf(one)).toEqual(expected);
    expect(await stateOf(other)).toEqual(expected);
    await Promise.all([alone, idle, one, other].map((store) => store.close()));
  }, 60_000);

  test("records deleted during writes stay deleted, and thread totals stay correct", async () => {
    const [one, other] = await openReplicas(tests(), "deleting");
    const writes = stepIds.flatMap((id, index) => partsOf(id, index));
    const [gone, kept] = [stepIds.slice(0, 40), stepIds.slice(40)];
    const goneThread = threadIds[3] ?? "";
    await one.steps.ingest(project, shuffle(writes, 9).slice(0, 200));
    await Promise.all([
      ...batchesOf(shuffle(writes, 1), 25).map((batch) => one.steps.ingest(project, batch)),
      ...batchesOf(shuffle(writes, 2), 25).map((batch) => other.steps.ingest(project, batch)),
      ...gone.map((id) => other.steps.delete(project, id, 9_000)),
      one.threads.delete(project, goneThread, 9_000),
    ]);
    // Deleting a step that does not exist yet creates no tombstone.
    for (const id of gone) await one.steps.delete(project, id, 9_000);
    await one.threads.delete(project, goneThread, 9_000);
    await Promise.all([one.steps.ingest(project, writes), other.steps.ingest(project, shuffle(writes, 3))]);

    const remaining = await one.steps.count(project, {});
    const sums = await sumsOf(other);
    expect(sums).toMatchObject({ totals: expect.arrayContaining([["stepCount", remaining]]) });
    await one.analytics.settle();
    expect(await sumsOf(other)).toEqual(sums);

    expect((await one.steps.getMany(project, gone)).every((step) => step === null)).toBe(true);
    expect((await one.scores.ofSteps(project, gone)).flat()).toEqual([]);
    expect(await other.threads.getMany(project, [goneThread])).toEqual([null]);
    const steps = await other.steps.getMany(project, kept);
    expect(steps.filter((step) => step?.threadId === goneThread)).toEqual([]);
    const left = threadIds.filter((id) => id !== goneThread);
    const threads = await one.threads.getMany(project, left);
    expect(threads.map((thread) => [thread?.tokenCount, thread?.duration])).toEqual(
      left.map((id) => {
        const own = steps.flatMap((step) => (step?.threadId === id ? step : []));
        const starts = own.flatMap(({ startTime }) => startTime ?? []);
        const ends = own.flatMap(({ endTime }) => endTime ?? []);
        const tokens = own.reduce((sum, { generation }) => sum + (generation?.tokenCount ?? 0), 0);
        return [tokens, (Math.max(...ends) - Math.min(...starts)) / 1_000];
      }),
    );
    await Promise.all([one.close(), other.close()]);
  }, 60_000);

  test("a new participant on two replicas becomes one user", async () => {
    const [one, other] = await openReplicas(tests(), "meeting");
    const threads = await Promise.all(
      threadIds.flatMap((id, index) =>
        [one, other].map((store, replica) =>
          store.threads.upsert(project, {
            id,
            createdAt: 1,
            participant: "ann",
            newUserId: `user-${index}-${replica}`,
          }),
        ),
      ),
    );
    const user = await other.users.findByIdentifier(project, "ann");
    expect(new Set(threads.map(({ participantId }) => participantId))).toEqual(new Set([user?.id]));
    expect(await one.users.count(project, {})).toBe(1);
    await Promise.all([
      ...threadIds.map((threadId) => one.steps.ingest(project, [{ id: `of-${threadId}`, createdAt: 1, threadId }])),
      other.users.update(project, user?.id ?? "", { identifier: "anna" }, 1),
    ]);
    const filters: Filter[] = [{ field: "participantIdentifier", operator: "in", value: ["anna"] }];
    expect(await one.steps.count(project, { filters })).toBe(threadIds.length);
    await Promise.all([one.close(), other.close()]);
  }, 60_000);
});
