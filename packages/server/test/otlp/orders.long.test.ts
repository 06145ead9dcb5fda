import { expect, test } from "vitest";
import { byInputs, partOf } from "../test-inputs.ts";
import { startTestServer, apiKey } from "../test-server.ts";
import { readRecords } from "./read-records.ts";
import { emitters, post, readRequests, type RecordedRequest } from "./recordings.ts";
import { splitRequest } from "./split-request.ts";

async function stateAfter(requests: readonly RecordedRequest[]): Promise<unknown> {
  const { server } = startTestServer();
  for (const request of requests) {
    // oxlint-disable-next-line no-await-in-loop -- the order is what is tested
    expect((await post(server, apiKey, request)).status).toBe(200);
  }
  const { steps, threads } = await readRecords(server, apiKey);
  expect(steps.length).toBeGreaterThan(1);
  const sorted = <Item extends { readonly id: string }>(items: readonly Item[]): Item[] =>
    items.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  return { steps: sorted(steps), threads: sorted(threads) };
}

/** Returns the spans and logs of an emitter in at least three requests. */
function dividedRequests(emitter: string): RecordedRequest[] {
  const requests = readRequests(emitter).filter(({ signal }) => signal !== "metrics");
  return requests.flatMap((request) => splitRequest(request, requests.length === 1 ? 3 : 2));
}

const permutations = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
] as const;

// Emitters whose requests are hard to process in any order: log records in separate requests, parents after their
// children, a call in two spans, messages on another span, a wrapper span, and a single root.
const emittersOfOrders = [
  "otel-openai-v2-events",
  "otel-genai-openai-event",
  "openlit",
  "openinference-langchain-python",
  "logfire-openai",
  "mastra-otel",
  "ai-sdk-v7",
  "openinference-llama-index",
  "traceloop-openai-0.40-python",
  "langsmith-openai-js",
  "logfire-openai-agents",
];

test("every emitter of these tests has a recording", () => {
  expect(emittersOfOrders.filter((emitter) => !emitters.includes(emitter))).toEqual([]);
});

test.each(
  byInputs({
    few: emittersOfOrders.slice(0, 4),
    some: partOf(emittersOfOrders, 2),
    many: emittersOfOrders,
    all: emittersOfOrders,
  }),
)("the first three requests of %s result in the same state in any order, also repeated", async (emitter) => {
  const [first, second, third, ...others] = dividedRequests(emitter);
  const all = [first, second, third].filter((request) => request !== undefined);
  const inOrder = (order: readonly number[]): RecordedRequest[] => order.flatMap((index) => all[index] ?? []);
  const expected = await stateAfter([...all, ...others]);
  for (const order of permutations.slice(1)) {
    // oxlint-disable-next-line no-await-in-loop -- one server at a time
    expect({ order, state: await stateAfter([...inOrder(order), ...others]) }).toEqual({ order, state: expected });
  }
  const repeated = [...inOrder([2, 1]), ...others, ...inOrder([0, 2, 1, 0]), ...others];
  expect(await stateAfter(repeated)).toEqual(expected);
});
