import { describe, expect, test } from "vitest";
import { byInputs } from "../../../test/test-inputs.ts";
import type { StepWrite } from "../steps.ts";
import type { Store } from "../store.ts";
import type { OpenStore } from "./open-store.ts";
import { project, withStore } from "./with-store.ts";

const orderCount = 40_320;
const together = 1_440;
/** Maximum number of concurrent thread writes. The limit leaves some of the store's connections for writes of steps. */
const threadsAtOnce = 8;
/**
 * Every `stride`-th order is tried. The stride is prime, so that the tried orders are spread evenly over all orders.
 */
const stride = byInputs({ few: 197, some: 29, many: 7, all: 1 });

type Event = "thread" | ((trace: string) => StepWrite);

/** Events of a conversation: a thread, a run and its model call. Each arrives in parts. */
const events: readonly Event[] = [
  "thread",
  (trace) => ({ ...run(trace), type: "run", name: "agent", startTime: 1_000, input: { question: "How far?" } }),
  (trace) => ({ ...run(trace), endTime: 9_000, output: { answer: "Far" }, tags: ["done"] }),
  (trace) => ({
    ...run(trace),
    metadata: { plan: "pro" },
    attachments: [{ id: `${trace}-file`, createdAt: 5, stepId: `${trace}-run`, name: "map.png", mime: "image/png" }],
  }),
  (trace) => ({
    ...call(trace),
    type: "llm",
    parentId: `${trace}-run`,
    startTime: 2_000,
    generation: {
      type: "CHAT",
      model: "gpt-4o",
      provider: "openai",
      messages: [{ role: "user", content: "How far?" }],
    },
  }),
  (trace) => ({
    ...call(trace),
    endTime: 4_000,
    generation: { messageCompletion: { role: "assistant", content: "Far" }, inputTokenCount: 7, outputTokenCount: 3 },
  }),
  (trace) => ({ ...call(trace), error: "cut off", environment: "prod" }),
  (trace) => ({
    ...call(trace),
    scores: [
      { id: `${trace}-score`, at: 5, name: "helpful", type: "HUMAN", value: 1, stepId: `${trace}-call`, tags: ["a"] },
    ],
  }),
];

function run(trace: string) {
  return { id: `${trace}-run`, createdAt: 5, threadId: trace, takesContentOfGeneration: true } as const;
}

function call(trace: string) {
  return { ...run(trace), id: `${trace}-call`, rootRunId: `${trace}-run` } as const;
}

function orderOf(number: number): number[] {
  const left = events.map((_, index) => index);
  const order: number[] = [];
  for (let rest = number, size = left.length; size > 0; rest = Math.floor(rest / size), size -= 1) {
    order.push(...left.splice(rest % size, 1));
  }
  return order;
}

async function arrive(store: Store, traces: readonly { readonly id: string; readonly order: readonly number[] }[]) {
  for (let place = 0; place < events.length; place += 1) {
    const arriving = traces.map(({ id, order }) => ({ id, event: events[order[place] ?? 0] ?? "thread" }));
    const writes = arriving.flatMap(({ id, event }) => (event === "thread" ? [] : [event(id)]));
    const threads = arriving.filter(({ event }) => event === "thread");
    // oxlint-disable-next-line no-await-in-loop -- the order of events is tested
    await Promise.all([
      store.steps.ingest(project, writes),
      writeThreads(
        store,
        threads.map(({ id }) => id),
      ),
    ]);
  }
}

async function writeThreads(store: Store, ids: readonly string[]): Promise<void> {
  for (let first = 0; first < ids.length; first += threadsAtOnce) {
    const writes = ids.slice(first, first + threadsAtOnce).map((id) =>
      store.threads.upsert(project, {
        id,
        createdAt: 5,
        name: "Distances",
        metadata: { seats: 2 },
        tags: ["vip"],
        participant: "ada",
        newUserId: "user-ada",
      }),
    );
    // oxlint-disable-next-line no-await-in-loop -- no more at a time than there are connections
    await Promise.all(writes);
  }
}

async function statesOf(store: Store, traces: readonly string[]): Promise<string[]> {
  const runs = traces.map((trace) => `${trace}-run`);
  const calls = traces.map((trace) => `${trace}-call`);
  const [threads, steps, scores, files] = await Promise.all([
    store.threads.getMany(project, traces),
    store.steps.ofThreads(project, traces),
    store.scores.ofSteps(project, calls),
    store.files.attachmentsOf(project, runs),
  ]);
  return traces.map((trace, index) =>
    JSON.stringify([threads[index], steps[index], scores[index], files[index]]).replaceAll(trace, "trace"),
  );
}

export function describeOrders(openStore: OpenStore): void {
  describe("orders of arrival", () => {
    test("eight events in any order result in the same state", { timeout: 3_600_000 }, () =>
      withStore(openStore, async (store) => {
        const found = new Map<string, number>();
        const numbers = Array.from({ length: orderCount / stride }, (_, index) => index * stride);
        for (let first = 0; first < numbers.length; first += together) {
          const traces = numbers.slice(first, first + together).map((number) => ({
            id: `order-${String(number).padStart(6, "0")}`,
            order: orderOf(number),
          }));
          // oxlint-disable-next-line no-await-in-loop -- some thousand records at a time
          await arrive(store, traces);
          // oxlint-disable-next-line no-await-in-loop -- as above
          const states = await statesOf(
            store,
            traces.map(({ id }) => id),
          );
          for (const [index, state] of states.entries())
            if (!found.has(state)) found.set(state, numbers[first + index] ?? 0);
        }
        expect([...found.values()].map((number) => `${number}: ${orderOf(number).join(" ")}`)).toHaveLength(1);
        const [state = "[]"] = found.keys();
        expect(JSON.parse(state)).toMatchObject([
          { name: "Distances", tokenCount: 10, duration: 8, tags: ["vip"] },
          [
            { id: "trace-run", name: "agent", startTime: 1_000, endTime: 9_000, metadata: { plan: "pro" } },
            { id: "trace-call", parentId: "trace-run", error: "cut off", generation: { tokenCount: 10 } },
          ],
          [{ name: "helpful", value: 1 }],
          [{ name: "map.png" }],
        ]);
        await store.analytics.settle();
        expect(await store.steps.count(project, {})).toBe(2 * numbers.length);
      }),
    );
  });
}
