import { expect, test } from "vitest";
import { apiKey, startTestServer } from "../test-server.ts";
import { testSpanId, testTrace, traceRequest, type TestSpan } from "./otlp-json.ts";
import { readRecords } from "./read-records.ts";

const count = 2_600;
const batch = 650;

/**
 * The trace has a root, an agent below it, and calls of the agent. The ids of the calls sort before the id of the root.
 */
const root: TestSpan = { spanId: testSpanId(count), attributes: { "session.id": "s-1", "user.id": "ada" } };
const agent: TestSpan = {
  spanId: testSpanId(count - 1),
  parentSpanId: root.spanId,
  attributes: { "gen_ai.operation.name": "invoke_agent" },
};
const calls = Array.from({ length: count - 2 }, (_, index): TestSpan => ({
  spanId: testSpanId(index),
  parentSpanId: agent.spanId,
  attributes: { "gen_ai.operation.name": "chat", "gen_ai.usage.input_tokens": 1 },
}));

test("a trace with more spans than fit in one read ends in the same state, in any order", async () => {
  const { server } = startTestServer();
  const send = async (spans: readonly TestSpan[]): Promise<void> => {
    const headers = { "content-type": "application/json", "x-api-key": apiKey };
    const body = traceRequest(spans);
    const response = await server.fetch("http://localhost/v1/traces", { method: "POST", headers, body });
    expect([response.status, await response.text()]).toEqual([200, "{}"]);
  };
  for (let start = calls.length; start > 0; start -= batch) {
    // oxlint-disable-next-line no-await-in-loop -- one request after the other
    await send(calls.slice(Math.max(0, start - batch), start));
  }
  await send([agent]);
  await send([root]);
  const { steps, threads } = await readRecords(server, apiKey);
  expect(steps).toHaveLength(count);
  const rootId = `${testTrace}-${root.spanId}`;
  expect(new Set(steps.map(({ threadId }) => threadId))).toEqual(new Set(["s-1"]));
  expect(new Set(steps.map(({ id, rootRunId }) => (id === rootId ? rootId : rootRunId)))).toEqual(new Set([rootId]));
  expect(threads).toMatchObject([{ id: "s-1", tokenCount: calls.length, participant: { identifier: "ada" } }]);
});
