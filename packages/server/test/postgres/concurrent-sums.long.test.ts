import { setTimeout } from "node:timers/promises";
import { Client } from "pg";
import { expect, onTestFinished, test } from "vitest";
import type { TimeSeriesMetric, TimeSeriesQuery } from "../../src/store/analytics.ts";
import { openWithProjects } from "../../src/store/conformance/open-store.ts";
import { readRecords, recount } from "../../src/store/conformance/recount.ts";
import { project } from "../../src/store/conformance/with-store.ts";
import { openPostgresStore } from "../../src/store/postgres/open-postgres-store.ts";
import type { Store } from "../../src/store/store.ts";
import { byInputs } from "../test-inputs.ts";
import { describePostgres, type PostgresTests } from "./describe-postgres.ts";

const hour = 3_600_000;
const price = { id: "price", createdAt: 1, updatedAt: 1, name: null, match: "our-.*", provider: null };
const rates = { cachedInputPrice: null, cacheWritePrice: null, reasoningPrice: null, validFrom: null, validTo: null };

async function openReplicas({ server }: PostgresTests, name: string): Promise<readonly [Store, Store]> {
  const url = await server.createDatabase(name, "migrated");
  const open = (): Promise<Store> => openPostgresStore({ url, poolSize: 6 });
  const replicas = [await openWithProjects(open), await open()] as const;
  onTestFinished(async () => {
    await Promise.all(replicas.map((store) => store.close()));
  });
  return replicas;
}

/** Returns a generator of pseudo-random numbers that are the same in every run. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
}

/** Performs a random action on one of a few records, so that concurrent actions conflict. */
function act(store: Store, below: (limit: number) => number, now: number): Promise<unknown> {
  const id = `step-${below(30)}`;
  const threadId = `thread-${below(5)}`;
  const createdAt = now - below(3) * hour;
  const participant = ["ann", "bob", "eve"][below(3)] ?? "ann";
  const choice = below(20);
  if (choice < 11) {
    const model = below(3) === 0 ? "our-1" : "gpt-4o";
    const generation = { model, inputTokenCount: below(1_000), outputTokenCount: below(1_000) };
    const type = below(2) === 0 ? ("run" as const) : ("llm" as const);
    const write = { id, createdAt, threadId, type, startTime: createdAt, endTime: createdAt + below(9_000) };
    const scores = [
      { id: `score-${below(9)}`, at: now, name: "good", type: "AI" as const, value: below(5), stepId: id },
    ];
    return store.steps.ingest(project, [below(2) === 0 ? write : { ...write, generation, scores }]);
  }
  if (choice < 14) {
    const write = { id: threadId, createdAt, participant, newUserId: `user of ${participant}` };
    return store.threads.update(project, write);
  }
  if (choice === 14) return store.steps.delete(project, id, now);
  if (choice === 15) return store.threads.delete(project, `thread-${below(2)}`, now);
  if (choice === 16) return store.users.delete(project, `user of ${participant}`, 1);
  if (choice === 17) {
    const change = { ...price, ...rates, inputPrice: below(9), outputPrice: below(9) };
    return store.prices.update(project, "price", change);
  }
  return choice === 18 ? store.analytics.settle() : store.prices.settle();
}

const metrics: readonly TimeSeriesMetric[] = [
  "threadCount",
  "runCount",
  "stepCount",
  "generationCount",
  "tokenCount",
  "cost",
  "scoreCount",
  "scoreAverage",
  "activeUserCount",
];

/** Compares every metric with a recount, in total and by common dimensions. */
async function expectRecount(reader: Store, now: number): Promise<void> {
  const records = await readRecords(reader);
  const range = { from: now - 6 * hour, to: now + hour, bucketLength: hour, offset: 0, maxPoints: 50, groupLimit: 50 };
  const queries: TimeSeriesQuery[] = [
    { ...range, metrics },
    { ...range, metrics: ["stepCount", "tokenCount", "cost"], groupBy: "model" },
    { ...range, metrics: ["stepCount", "threadCount"], groupBy: "participant" },
  ];
  for (const query of queries) {
    // oxlint-disable-next-line no-await-in-loop -- one query after the other
    const series = await reader.analytics.timeSeries(project, query);
    const wrong = series.lines.flatMap(({ metric, group, values }) => {
      const by = { groupBy: query.groupBy, group: query.groupBy === undefined ? undefined : group };
      return series.times.flatMap((from, place) => {
        const told = values[place] ?? null;
        const wanted = recount(records, metric, { from, to: from + series.bucketLength, ...by });
        return isSame(told, wanted) ? [] : [`${metric} of ${group} at ${place}: ${told} instead of ${wanted}`];
      });
    });
    expect(wrong).toEqual([]);
  }
}

/** Compares sums, which may differ by rounding. */
function isSame(told: number | null, wanted: number | null): boolean {
  return told === wanted || (told !== null && wanted !== null && Math.abs(told - wanted) < 1e-9);
}

const rounds = byInputs({ few: 1, some: 4, many: 8, all: 8 });

describePostgres("sums and numbers that two replicas maintain concurrently", (tests) => {
  test(
    "sums equal a recount on both replicas, before and after queued changes are applied",
    { timeout: 120_000 },
    async () => {
      const [one, other] = await openReplicas(tests(), "sums");
      const now = Date.now();
      await one.prices.create(project, { ...price, ...rates, inputPrice: 1, outputPrice: 2 });
      for (let round = 0; round < rounds; round += 1) {
        const lanes = [one, other, one, other, one, other].map(async (store, lane) => {
          const below = random(1 + round * 100 + lane);
          // oxlint-disable-next-line no-await-in-loop -- one after the other within a lane
          for (let index = 0; index < 25; index += 1) await act(store, below, now);
        });
        // oxlint-disable-next-line no-await-in-loop -- one round after the other
        await Promise.all(lanes);
        // oxlint-disable-next-line no-await-in-loop -- one round after the other
        await other.prices.settle();
        // oxlint-disable-next-line no-await-in-loop -- one round after the other
        await expectRecount(other, now);
        // oxlint-disable-next-line no-await-in-loop -- one round after the other
        await Promise.all([one.analytics.settle(), other.analytics.settle()]);
        // oxlint-disable-next-line no-await-in-loop -- one round after the other
        await expectRecount(one, now);
      }
    },
  );

  test("versions of a prompt are numbered from 0 without gaps, one per content", async () => {
    const [one, other] = await openReplicas(tests(), "versions");
    const lineage = {
      id: "l",
      createdAt: 1,
      name: "p",
      description: null,
      deletedAt: null,
      championId: null,
      labels: [],
    };
    const lineages = await Promise.all(
      [one, other, one, other].map((store, index) =>
        store.prompts.getOrCreateLineage(project, { ...lineage, id: `lineage-${index}` }),
      ),
    );
    const lineageId = lineages[0]?.id ?? "";
    expect(new Set(lineages.map(({ id }) => id)).size).toBe(1);
    const content = { createdAt: 1, updatedAt: 1, versionDesc: null, label: null, status: null, tags: null } as const;
    const nothing = {
      templateMessages: [],
      tools: null,
      settings: null,
      variables: null,
      variablesDefaultValues: null,
    };
    const made = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        (index % 2 === 0 ? one : other).prompts.getOrCreateVersion(project, {
          ...content,
          ...nothing,
          id: `version-${index}`,
          lineageId,
          type: "CHAT",
          identity: `content ${index % 10}`,
        }),
      ),
    );
    const versions = await other.prompts.newestVersions(project, lineageId, { first: 100, skip: 0 });
    expect(versions.map(({ version }) => version)).toEqual(Array.from({ length: 10 }, (_, index) => 9 - index));
    expect(new Set(made.map((version) => version?.id)).size).toBe(10);
    expect(await one.prompts.rollouts(project, lineageId)).toEqual([{ version: 0, rollout: 100 }]);
  });

  test("when two owners leave concurrently, one stays", async () => {
    const [one, other] = await openReplicas(tests(), "owners");
    const account = { createdAt: 1, passwordHash: "hash" };
    await one.accounts.createFirst({ ...account, id: "ann", email: "ann@example.com", name: "ann" });
    const invitation = { projectId: project, email: "bob@example.com", role: "owner" as const, createdAt: 1 };
    await one.accounts.invite({ ...invitation, invitedBy: null, id: "i", hash: "aa", expiresAt: 9 });
    await one.accounts.createInvited({ ...account, id: "bob", email: "bob@example.com", name: "bob" }, "aa");
    const left = await Promise.allSettled([
      one.accounts.removeMember(project, "ann"),
      other.accounts.removeMember(project, "bob"),
    ]);
    expect(left.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(await other.accounts.members(project)).toHaveLength(1);
  });

  test("costs are updated soon after a price change, regardless of the duration of its transaction", async () => {
    const url = await tests().server.createDatabase("late_price", "migrated");
    const store = await openWithProjects(() => openPostgresStore({ url }));
    onTestFinished(() => store.close());
    const generation = { model: "our-1", inputTokenCount: 1_000_000, outputTokenCount: 0 };
    await store.steps.ingest(project, [{ id: "step", createdAt: 1, generation }]);
    const reader = new Client({ connectionString: url });
    await reader.connect();
    onTestFinished(() => reader.end());
    await reader.query("BEGIN");
    await reader.query("LOCK TABLE model_prices IN SHARE MODE");
    const created = store.prices.create(project, { ...price, ...rates, inputPrice: 3, outputPrice: 2 });
    // Gives the repricing job time to run and find nothing.
    await setTimeout(200);
    await reader.query("COMMIT");
    await created;
    const cost = async () => (await store.generations.get(project, "step"))?.generation?.cost;
    await expect.poll(cost).toBe(3);
  });
});
