import { expect, onTestFinished, test } from "vitest";
import { createServer, type ThreadlineServer } from "../../src/create-server.ts";
import { decorate } from "../../src/store/decorate.ts";
import { openSqliteStore } from "../../src/store/sqlite/open-sqlite-store.ts";
import type { Store } from "../../src/store/store.ts";
import { messageRequest, testSpanId, traceRequest } from "./otlp-json.ts";
import { readRecords } from "./read-records.ts";

const apiKey = "tl_test-key";

async function post(server: ThreadlineServer, signal: "logs" | "traces", body: string): Promise<void> {
  const headers = { "content-type": "application/json", "x-api-key": apiKey };
  const response = await server.fetch(`http://localhost/v1/${signal}`, { method: "POST", headers, body });
  expect([response.status, await response.text()]).toEqual([200, "{}"]);
}

/** Opens two servers with one store, as if they shared a database. Both read before either of them writes. */
async function openReplicas(): Promise<readonly [ThreadlineServer, ThreadlineServer]> {
  const store = await openSqliteStore({ path: ":memory:" });
  onTestFinished(() => store.close());
  const bothHaveRead = Promise.withResolvers<void>();
  let reads = 0;
  const replica = (): ThreadlineServer => {
    const shared: Store = decorate(store, {
      steps: decorate(store.steps, {
        async withIdPrefix(...values) {
          const found = await store.steps.withIdPrefix(...values);
          reads += 1;
          if (reads === 2) bothHaveRead.resolve();
          await bothHaveRead.promise;
          return found;
        },
      }),
      async close() {
        // The test closes the store.
      },
    });
    const server = createServer({ store: shared, apiKey });
    onTestFinished(() => server.close());
    return server;
  };
  const [one, other] = [replica(), replica()];
  // Only the first server creates the project.
  await one.ready;
  await other.ready;
  return [one, other];
}

type Sent = readonly [signal: "logs" | "traces", body: string];

const call = testSpanId(1);
const span = traceRequest([
  {
    spanId: call,
    name: "chat",
    attributes: { "gen_ai.operation.name": "chat", "gen_ai.request.model": "gpt-4o-mini", "session.id": "s-1" },
  },
]);
const question = messageRequest(call, "gen_ai.user.message", { content: "When?" });
const answer = messageRequest(call, "gen_ai.choice", { message: { role: "assistant", content: "Now." } });

test.each([
  ["a span and its message", ["traces", span], ["logs", question]],
  ["a message and its span", ["logs", question], ["traces", span]],
  ["two messages of a span", ["logs", question], ["logs", answer]],
] as const satisfies readonly (readonly [string, Sent, Sent])[])(
  "%s stay complete when two servers store them at the same time",
  async (_what: string, first: Sent, second: Sent) => {
    const [one, other] = await openReplicas();
    await Promise.all([post(one, ...first), post(other, ...second)]);
    const alone = createServer({ apiKey });
    onTestFinished(() => alone.close());
    await post(alone, ...first);
    await post(alone, ...second);
    const { steps } = await readRecords(one, apiKey);
    expect(steps).toEqual((await readRecords(alone, apiKey)).steps);
    expect(steps).toHaveLength(1);
    expect(steps[0]?.generation?.messages).toMatchObject([{ role: "user", content: "When?" }]);
  },
);
