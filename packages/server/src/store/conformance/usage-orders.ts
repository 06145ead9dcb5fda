import { array, assert, asyncProperty, constantFrom, integer, oneof, record } from "fast-check";
import { describe, expect, test } from "vitest";
import { byInputs } from "../../../test/test-inputs.ts";
import type { Filter, Lister } from "../list.ts";
import type { ModelPriceRecord } from "../prices.ts";
import type { StepWrite } from "../steps.ts";
import type { Store } from "../store.ts";
import type { OpenStore } from "./open-store.ts";
import { otherProject, project, withStore } from "./with-store.ts";

const price: ModelPriceRecord = {
  id: "price",
  createdAt: 1,
  updatedAt: 1,
  name: null,
  match: "ours",
  provider: null,
  inputPrice: 2,
  outputPrice: 10,
  cachedInputPrice: null,
  cacheWritePrice: null,
  reasoningPrice: null,
  validFrom: null,
  validTo: null,
};

/** Reads every record as `[id, value]` in the order of a column, in pages of three. */
async function walk(
  lister: Pick<Lister<{ readonly id: string }>, "list">,
  column: string,
  direction: "ASC" | "DESC",
  filters: readonly Filter[] = [],
): Promise<(readonly [id: string, value: number | null])[]> {
  const found: (readonly [string, number | null])[] = [];
  for (let after: string | undefined; ;) {
    const page = await lister.list(project, { orderBy: { column, direction }, filters, first: 3, after });
    for (const { cursor, node } of page.edges) {
      const [, , value] = JSON.parse(Buffer.from(cursor, "base64url").toString()) as [string, string, number | null];
      found.push([node.id, value]);
    }
    after = page.edges.at(-1)?.cursor;
    if (!page.hasNextPage) return found;
  }
}

const onlyRuns: readonly Filter[] = [{ field: "type", operator: "eq", value: "run" }];

async function expectOrders(store: Store): Promise<void> {
  for (const direction of ["ASC", "DESC"] as const) {
    const up = direction === "ASC" ? 1 : -1;
    const isOrdered = (values: readonly (number | null)[]): boolean =>
      values.every((value, index) => {
        const before = values[index - 1];
        if (index === 0 || value === null) return true;
        return before != null && (value - before) * up >= 0;
      });
    for (const column of ["tokenCount", "cost"] as const) {
      const steps = await walk(store.steps, column, direction);
      const ids = steps.map(([id]) => id);
      const usages = await store.prices.usagesOfSteps(project, ids);
      const told = usages.map((usage) => {
        const value = usage?.[column] ?? null;
        return value === null || column === "tokenCount" ? value : Math.round(value * 1e9);
      });
      expect(steps.map(([id, value]) => [id, value])).toEqual(ids.map((id, index) => [id, told[index]]));
      expect({ steps, isOrdered: isOrdered(steps.map(([, value]) => value)) }).toEqual({ steps, isOrdered: true });
      expect(ids).toHaveLength(await store.steps.count(project, {}));
      const records = await store.steps.getMany(project, ids);
      const runs = steps.filter((_, index) => records[index]?.type === "run");
      expect(await walk(store.steps, column, direction, onlyRuns)).toEqual(runs);
    }
    const threads = await walk(store.threads, "cost", direction);
    const costs = await store.prices.costsOfThreads(
      project,
      threads.map(([id]) => id),
    );
    expect(threads).toEqual(
      threads.map(([id], index) => [id, costs[index] == null ? null : Math.round((costs[index] ?? 0) * 1e9)]),
    );
    expect(isOrdered(threads.map(([, value]) => value))).toBe(true);
  }
}

const id = constantFrom("1", "2", "3", "4", "5");
const write = record({
  id,
  parentId: oneof({ weight: 3, arbitrary: id }, { weight: 2, arbitrary: constantFrom(null, undefined) }),
  threadId: constantFrom("a", "b", undefined),
  type: constantFrom("run", "tool", undefined),
  model: constantFrom("ours", "others"),
  inputTokenCount: oneof(integer({ min: 0, max: 900 }), constantFrom(null, undefined)),
}).map(({ model, inputTokenCount, ...step }): StepWrite => ({
  ...step,
  createdAt: 9,
  ...(inputTokenCount !== undefined && { generation: { model, inputTokenCount } }),
}));
const change = oneof(
  { weight: 5, arbitrary: array(write, { minLength: 1, maxLength: 4 }) },
  { weight: 1, arbitrary: id },
  { weight: 1, arbitrary: constantFrom("thread" as const, "price" as const) },
);

/** Conformance tests of lists that are ordered by usage: steps including their descendants, and threads by cost. */
export function describeUsageOrders(openStore: OpenStore): void {
  describe("orders by usage", () => {
    test("steps include the usage of their descendants, in any order of writes, moves and deletions", () =>
      withStore(openStore, async (store) => {
        await store.prices.create(project, price);
        const call = (stepId: string, parentId: string, inputTokenCount: number, model = "ours"): StepWrite => ({
          id: stepId,
          createdAt: 9,
          parentId,
          threadId: `thread of ${parentId}`,
          generation: { model, inputTokenCount },
        });
        await store.steps.ingest(project, [call("deep", "tool", 500_000), call("unpriced", "run", 7, "others")]);
        await store.steps.ingest(project, [{ id: "run", createdAt: 9 }, call("cheap", "other", 100)]);
        await store.steps.ingest(project, [{ id: "tool", createdAt: 9, parentId: "run" }]);
        await store.steps.ingest(otherProject, [call("foreign", "run", 9_000_000)]);
        expect(await walk(store.steps, "tokenCount", "DESC")).toEqual([
          ["run", 500_007],
          ["tool", 500_000],
          ["deep", 500_000],
          ["cheap", 100],
          ["unpriced", 7],
        ]);
        expect(await walk(store.steps, "cost", "ASC")).toEqual([
          ["cheap", 200_000],
          ["deep", 1_000_000_000],
          ["run", 1_000_000_000],
          ["tool", 1_000_000_000],
          ["unpriced", null],
        ]);
        expect(await walk(store.threads, "cost", "DESC")).toEqual([
          ["thread of tool", 1_000_000_000],
          ["thread of other", 200_000],
          ["thread of run", null],
        ]);
        await store.steps.ingest(project, [{ id: "tool", createdAt: 9, parentId: "cheap" }]);
        await store.prices.update(project, "price", { ...price, inputPrice: 4 });
        await store.prices.settle();
        expect((await walk(store.steps, "cost", "DESC")).slice(0, 2)).toEqual([
          ["cheap", 2_000_400_000],
          ["tool", 2_000_000_000],
        ]);
        expect((await walk(store.threads, "cost", "DESC"))[0]).toEqual(["thread of tool", 2_000_000_000]);
        await expectOrders(store);
        await store.steps.delete(project, "deep", 10);
        expect((await walk(store.steps, "tokenCount", "DESC")).slice(0, 2)).toEqual([
          ["cheap", 100],
          ["run", 7],
        ]);
        await expectOrders(store);
      }));

    test("a filtered list keeps the order", () =>
      withStore(openStore, async (store) => {
        const calls = [3, 1, 2].map((inputTokenCount, index) => ({
          id: `call ${index}`,
          createdAt: index,
          parentId: `run ${index}`,
          output: "needle",
          generation: { inputTokenCount },
        }));
        const runs = [0, 1, 2].map((index) => ({ id: `run ${index}`, createdAt: index, type: "run" as const }));
        await store.steps.ingest(project, [...calls, ...runs]);
        const ids = async (field: string, value: string, operator: "eq" | "ilike"): Promise<string[]> => {
          const query = { first: 9, orderBy: { column: "tokenCount", direction: "DESC" } as const };
          const page = await store.steps.list(project, { ...query, filters: [{ field, operator, value }] });
          return page.edges.map(({ node }) => node.id);
        };
        expect(await ids("type", "run", "eq")).toEqual(["run 0", "run 2", "run 1"]);
        expect(await ids("output", "NEEDLE", "ilike")).toEqual(["call 0", "call 2", "call 1"]);
      }));

    test("after any changes, lists are ordered by the usage of their records", { timeout: 120_000 }, () =>
      withStore(openStore, async (store) => {
        await store.prices.create(project, price);
        let dollars = 2;
        let number = 0;
        // Deleted ids stay deleted, so each run has its own ids.
        const own = (name: string): string => `${number}-${name}`;
        const apply = async (changed: readonly StepWrite[] | string): Promise<void> => {
          if (typeof changed !== "string") {
            const writes = changed.map(({ parentId, threadId, ...step }) => ({
              ...step,
              id: own(step.id),
              parentId: typeof parentId === "string" ? own(parentId) : parentId,
              threadId: typeof threadId === "string" ? own(threadId) : threadId,
            }));
            await store.steps.ingest(project, writes);
          } else if (changed === "thread") await store.threads.delete(project, own("b"), 10);
          else if (changed === "price") {
            dollars += 1;
            await store.prices.update(project, "price", { ...price, inputPrice: dollars });
            await store.prices.settle();
          } else await store.steps.delete(project, own(changed), 10);
        };
        await assert(
          asyncProperty(array(change, { minLength: 1, maxLength: 8 }), async (changes) => {
            number += 1;
            // oxlint-disable-next-line no-await-in-loop -- one change after the other, here and below
            for (const each of changes) await apply(each);
            await expectOrders(store);
            // Keeps the lists short.
            // oxlint-disable-next-line no-await-in-loop
            for (const name of ["1", "2", "3", "4", "5"]) await store.steps.delete(project, own(name), 10);
            // oxlint-disable-next-line no-await-in-loop
            for (const name of ["a", "b"]) await store.threads.delete(project, own(name), 10);
            expect(await walk(store.steps, "tokenCount", "ASC")).toEqual([]);
          }),
          { numRuns: byInputs({ few: 10, some: 15, many: 30, all: 30 }), seed: 20_261_122 },
        );
      }),
    );
  });
}
