import { describe, expect, test } from "vitest";
import { type ModelPriceRecord, priceLimits } from "../prices.ts";
import type { JsonObject } from "../../json/json-value.ts";
import type { ExportedRecord, Store } from "../store.ts";
import type { OpenStore } from "./open-store.ts";
import { replay } from "./replay.ts";
import { otherProject, project, withStore } from "./with-store.ts";

const price: ModelPriceRecord = {
  id: "p",
  createdAt: 1,
  updatedAt: 1,
  name: "Ours",
  match: "our-.*",
  provider: null,
  inputPrice: 2,
  outputPrice: 10,
  cachedInputPrice: 0.5,
  cacheWritePrice: 3,
  reasoningPrice: 20,
  validFrom: null,
  validTo: null,
};

async function ingest({ steps }: Store, id: string, generation: object, startTime = 1_000): Promise<void> {
  const counts = { inputTokenCount: 1_000_000, outputTokenCount: 100_000 };
  await steps.ingest(project, [{ id, createdAt: 5, startTime, generation: { ...counts, ...generation } }]);
}

async function costOf({ generations }: Store, id: string): Promise<number | null | undefined> {
  return (await generations.get(project, id))?.generation?.cost;
}

export function describePrices(openStore: OpenStore): void {
  describe("prices", () => {
    test("prices are returned unchanged, newest first, only in their project", () =>
      withStore(openStore, async ({ prices }) => {
        const newer = { ...price, id: "q", createdAt: 2, provider: "us", validFrom: 5, validTo: 6 };
        expect(await prices.create(project, price)).toEqual(price);
        await prices.create(project, newer);
        expect(await prices.list(project)).toEqual([newer, price]);
        expect(await prices.list(otherProject)).toEqual([]);
        expect(await prices.update(otherProject, "p", { ...price, name: "x" })).toBeNull();
        expect(await prices.delete(otherProject, "p")).toBeNull();
        const changed = { ...price, name: null, inputPrice: 7, updatedAt: 9 };
        expect(await prices.update(project, "p", changed)).toEqual(changed);
        expect(await prices.delete(project, "p")).toEqual(changed);
        expect(await prices.list(project)).toEqual([newer]);
      }));

    test.each([
      ["(", "is not a valid RE2 regular expression"],
      ["(?=look)ahead", "is not a valid RE2 regular expression"],
      ["(a?){450}a{500}N", "too complex"],
      ["a{1000}".repeat(140), "too complex"],
    ])("the pattern %s is rejected", (match, message) =>
      withStore(openStore, async ({ prices }) => {
        const refusal = { name: "PatternError", message: expect.stringContaining(message) };
        await expect(prices.create(project, { ...price, match })).rejects.toMatchObject(refusal);
        await prices.create(project, price);
        await expect(prices.update(project, "p", { ...price, match })).rejects.toMatchObject(refusal);
        expect(await prices.list(project)).toEqual([price]);
      }),
    );

    test("the total size of a project's patterns is limited, even with concurrent requests", () =>
      withStore(openStore, async ({ prices }) => {
        // The size of this pattern is slightly less than a fifth of the project's limit.
        const large = { ...price, match: "a{990}b{990}" };
        const attempts = Array.from({ length: 12 }, (_, index) =>
          prices.create(project, { ...large, id: `p${index}` }).then(
            () => "created",
            (error: Error) => error.message,
          ),
        );
        const outcomes = await Promise.all(attempts);
        const created = outcomes.filter((outcome) => outcome === "created");
        expect(created).toHaveLength(5);
        expect(new Set(outcomes)).toEqual(new Set(["created", expect.stringContaining("too complex together")]));
        expect(await prices.list(project)).toHaveLength(created.length);
        await prices.create(otherProject, large);
        // A smaller pattern may replace a large one.
        const [{ id } = large] = await prices.list(project);
        const smaller = { ...price, id, match: "a" };
        expect(await prices.update(project, id, smaller)).toMatchObject({ id, match: "a" });
      }));

    test("a project has a limited number of prices", () =>
      withStore(openStore, async ({ prices, importRecords }) => {
        async function* records() {
          for (let index = 0; index < priceLimits.count; index += 1) {
            yield { kind: "modelPrice" as const, record: { ...price, id: `p${index}` } };
          }
        }
        await importRecords(project, records());
        const refused = prices.create(project, { ...price, id: "more" });
        await expect(refused).rejects.toMatchObject({ name: "ConflictError", message: expect.stringContaining("500") });
        const changed = { ...price, id: "p0", match: "b" };
        expect(await prices.update(project, "p0", changed)).toMatchObject({ match: "b" });
      }));

    test("a pattern that stalls backtracking engines prices hundreds of models in one batch", () =>
      withStore(openStore, async (store) => {
        await store.prices.create(project, { ...price, match: "(a?){300}a{300}N" });
        const modelOf = (index: number): string => `${"a".repeat(index)}N`;
        const step = (index: number) => ({
          id: `s${index}`,
          createdAt: 5,
          generation: { model: modelOf(index), inputTokenCount: 1_000_000, outputTokenCount: 100_000 },
        });
        const indexes = [0, 1, 253, 254, 255, 299, 300, 600, 998];
        await store.prices.create(project, { ...price, id: "q", createdAt: 0, match: "(a?){100}a{100}N" });
        await store.steps.ingest(project, indexes.concat(99, 100, 150, 200, 201).map(step));
        const costs = await Promise.all(
          [0, 99, 100, 150, 200, 201, 254, 998].map((index) => costOf(store, `s${index}`)),
        );
        // A model name of more than 255 characters gets no project price.
        expect(costs).toEqual([null, null, 3, 3, 3, null, null, null]);
      }));

    test("a generation is priced again when its tokens arrive after its model", () =>
      withStore(openStore, async (store) => {
        await ingest(store, "s", { model: "our-1" });
        await store.prices.create(project, price);
        await store.steps.ingest(project, [{ id: "s", createdAt: 9, generation: { inputTokenCount: 500_000 } }]);
        await store.prices.settle();
        expect(await costOf(store, "s")).toBe(2);
      }));

    test("a generation costs what its tokens cost at the shipped price", () =>
      withStore(openStore, async (store) => {
        await ingest(store, "known", { provider: "openai", model: "gpt-4o-2024-08-06" });
        await ingest(store, "unknown", { provider: "openai", model: "our-1" });
        await ingest(store, "nameless", {});
        await ingest(store, "uncounted", { model: "gpt-4o", inputTokenCount: null, outputTokenCount: null });
        expect(await costOf(store, "known")).toBeCloseTo(2.5 + 1, 9);
        expect(await costOf(store, "unknown")).toBeNull();
        expect(await costOf(store, "nameless")).toBeNull();
        expect(await costOf(store, "uncounted")).toBeNull();
      }));

    test("the project's price takes precedence over the built-in one, and distinguishes cached and reasoning tokens", () =>
      withStore(openStore, async (store) => {
        await store.prices.create(project, { ...price, match: "GPT-4O" });
        const metadata = { cachedTokenCount: 400_000, cacheWriteTokenCount: 100_000, reasoningTokenCount: 40_000 };
        await ingest(store, "s", { model: "gpt-4o", metadata });
        const { generation } = (await store.generations.get(project, "s")) ?? {};
        expect(generation?.costDetails).toEqual({
          cachedInput: expect.closeTo(0.2, 9),
          cacheWrite: expect.closeTo(0.3, 9),
          input: expect.closeTo(0.5 * 2 + 0.2 + 0.3, 9),
          reasoning: expect.closeTo(0.8, 9),
          output: expect.closeTo(0.6 + 0.8, 9),
          total: expect.closeTo(2.9, 9),
          priceId: "p",
        });
        expect(generation?.cost).toBe(generation?.costDetails?.total);
      }));

    test("a thread has the tokens and cost of its generations by kind, in its project only", () =>
      withStore(openStore, async (store) => {
        await store.prices.create(project, price);
        const metadata = { cachedTokenCount: 400_000, cacheWriteTokenCount: 9_000_000, reasoningTokenCount: 40_000 };
        const counts = { inputTokenCount: 1_000_000, outputTokenCount: 100_000 };
        await store.steps.ingest(project, [
          { id: "a", createdAt: 5, threadId: "t", generation: { ...counts, model: "our-1", metadata } },
          { id: "b", createdAt: 5, threadId: "t", generation: { outputTokenCount: 7, model: "unpriced-x" } },
          { id: "c", createdAt: 5, threadId: "t", generation: { model: "our-1" } },
          { id: "d", createdAt: 5, threadId: "other", generation: { ...counts, model: "unpriced-x" } },
          { id: "e", createdAt: 5, threadId: "quiet" },
        ]);
        const tokens = {
          input: 1_000_000,
          cachedInput: 400_000,
          cacheWrite: 600_000,
          output: 100_007,
          reasoning: 40_000,
        };
        const cost = {
          cachedInput: expect.closeTo(0.2, 9),
          cacheWrite: expect.closeTo(1.8, 9),
          input: expect.closeTo(2, 9),
          reasoning: expect.closeTo(0.8, 9),
          output: expect.closeTo(1.4, 9),
          total: expect.closeTo(3.4, 9),
        };
        expect(await store.prices.usagesOfThreads(project, ["t", "other", "quiet", "none"])).toEqual([
          { tokens, cost },
          { tokens: { input: 1_000_000, cachedInput: 0, cacheWrite: 0, output: 100_000, reasoning: 0 }, cost: null },
          null,
          null,
        ]);
        expect(await store.prices.usagesOfThreads(otherProject, ["t"])).toEqual([null]);
        await store.steps.ingest(project, [{ id: "a", createdAt: 5, generation: { metadata: null } }]);
        const [changed] = await store.prices.usagesOfThreads(project, ["t"]);
        expect(changed?.tokens).toMatchObject({ cachedInput: 0, cacheWrite: 0, reasoning: 0 });
        expect(changed?.cost?.total).toBeCloseTo(3, 9);
      }));

    test("of the prices that are valid when a step starts, the provider's price applies, otherwise the newest", () =>
      withStore(openStore, async (store) => {
        const flat = { ...price, outputPrice: 0, cachedInputPrice: null };
        await store.prices.create(project, { ...flat, id: "us", createdAt: 1, provider: "US", inputPrice: 1 });
        await store.prices.create(project, { ...flat, id: "any", createdAt: 2, inputPrice: 2 });
        await store.prices.create(project, {
          ...flat,
          id: "new",
          createdAt: 3,
          inputPrice: 3,
          validFrom: 2_000,
          validTo: 3_000,
        });
        await ingest(store, "us", { model: "our-1", provider: "us" }, 2_000);
        await ingest(store, "old", { model: "our-1" }, 1_999);
        await ingest(store, "new", { model: "our-1" }, 2_000);
        await ingest(store, "late", { model: "our-1" }, 3_000);
        const costs = await Promise.all(["us", "old", "new", "late"].map((id) => costOf(store, id)));
        expect(costs).toEqual([1, 2, 3, 2]);
      }));

    test("stored generations and sums over time follow price changes", () =>
      withStore(openStore, async (store) => {
        const total = async (): Promise<number | null | undefined> => {
          const range = { from: 0, to: 10, maxPoints: 1, offset: 0, groupLimit: 1 };
          const series = await store.analytics.timeSeries(project, { metrics: ["cost"], ...range });
          return series.lines[0]?.total;
        };
        await ingest(store, "a", { model: "our-1" });
        await ingest(store, "b", { model: "our-2" });
        await store.analytics.settle();
        expect([await costOf(store, "a"), await total()]).toEqual([null, null]);

        await store.prices.create(project, { ...price, match: "our-1" });
        await store.prices.settle();
        expect([await costOf(store, "a"), await costOf(store, "b"), await total()]).toEqual([3, null, 3]);
        expect(await store.prices.costsOfThreads(project, ["none"])).toEqual([null]);

        await store.prices.update(project, "p", { ...price, inputPrice: 1 });
        await store.prices.settle();
        await store.analytics.settle();
        expect([await costOf(store, "a"), await costOf(store, "b"), await total()]).toEqual([2, 2, 4]);

        await store.prices.delete(project, "p");
        await store.prices.settle();
        expect([await costOf(store, "a"), await total()]).toEqual([null, null]);
      }));

    test("later records change the cost, and the cost of a thread is the cost of its generations", () =>
      withStore(openStore, async (store) => {
        await store.prices.create(project, price);
        await ingest(store, "s", { model: "our-1", inputTokenCount: null, outputTokenCount: null });
        expect(await costOf(store, "s")).toBeNull();
        await store.steps.ingest(project, [
          { id: "s", createdAt: 9, threadId: "t", generation: { inputTokenCount: 500_000 } },
        ]);
        await store.steps.ingest(project, [{ id: "u", createdAt: 9, threadId: "t", generation: { model: "unknown" } }]);
        expect(await costOf(store, "s")).toBe(1);
        expect(await store.prices.costsOfThreads(project, ["t"])).toEqual([1]);
        expect(await store.prices.costsOfThreads(otherProject, ["t"])).toEqual([null]);
      }));

    test("the usage of a step includes its descendants, without cycles and other projects", () =>
      withStore(openStore, async (store) => {
        await store.prices.create(project, price);
        const call = (inputTokenCount: number | null, model = "our-1") => ({
          generation: { model, inputTokenCount, outputTokenCount: inputTokenCount === null ? null : 100_000 },
        });
        const at = { createdAt: 9, startTime: 1_000 };
        const child = { ...at, id: "call", parentId: "tool", ...call(500_000) };
        const steps = [
          child,
          { ...at, id: "run" },
          { ...at, id: "tool", parentId: "run" },
          { ...at, id: "unpriced", parentId: "run", ...call(1_000, "unknown") },
          { ...at, id: "beside", ...call(500_000) },
          { ...at, id: "one", parentId: "other" },
          { ...at, id: "other", parentId: "one" },
        ];
        await store.steps.ingest(project, steps);
        await store.steps.ingest(otherProject, [child, { ...at, id: "run" }]);
        const ids = ["run", "none", "tool", "one", "run"];
        const ofTool = { inputTokenCount: 500_000, outputTokenCount: 100_000, tokenCount: 600_000, cost: 2 };
        const ofRun = {
          stepCount: 4,
          inputTokenCount: 501_000,
          outputTokenCount: 200_000,
          tokenCount: 701_000,
          cost: 2,
        };
        const unknown = { inputTokenCount: null, outputTokenCount: null, tokenCount: null, cost: null };
        expect(await store.prices.usagesOfSteps(project, ids)).toEqual([
          ofRun,
          null,
          { stepCount: 2, ...ofTool },
          { stepCount: 2, ...unknown },
          ofRun,
        ]);
        expect(await store.prices.usagesOfSteps(otherProject, ["run", "beside"])).toEqual([
          { stepCount: 1, ...unknown },
          null,
        ]);
      }));

    test("the cost of a user is the cost of the user's threads in the project", () =>
      withStore(openStore, async (store) => {
        await store.prices.create(project, price);
        await store.users.create(project, { id: "u1", createdAt: 1, identifier: "ada", metadata: {} });
        await store.users.create(project, { id: "u2", createdAt: 1, identifier: "bob", metadata: {} });
        await store.threads.upsert(project, { id: "thread", createdAt: 1, participant: "ada", newUserId: "new" });
        const [thread] = await store.threads.getMany(project, ["thread"]);
        if (!thread) throw new Error("The thread was not found.");
        const threads = Array.from({ length: 450 }, (_, index): ExportedRecord => ({
          kind: "thread",
          record: { ...thread, id: `thread ${index}` } as unknown as JsonObject,
        }));
        await store.importRecords(project, replay(threads));
        const generation = { model: "our-1", inputTokenCount: 500_000 };
        const steps = [0, 150, 300].map((index) => ({
          id: `step ${index}`,
          createdAt: 9,
          threadId: `thread ${index}`,
          generation,
        }));
        await store.steps.ingest(project, steps);
        expect(await store.prices.costsOfUsers(project, ["u1", "u2", "none"])).toEqual([3, null, null]);
        expect(await store.prices.costsOfUsers(otherProject, ["u1"])).toEqual([null]);
      }));
  });
}
