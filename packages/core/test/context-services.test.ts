import { once } from "node:events";
import { createServer } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { contextFromTrace, runWithContext, traceHeaders } from "../src/index.ts";
import { startService } from "./start-service.ts";

test("records of another service join the tree of the request, also through a proxy", async () => {
  const { client, connect } = startService();
  const remote = connect();
  const service = createServer((request, response) => {
    const context = contextFromTrace(remote, request.headers);
    void runWithContext(remote, context, () =>
      remote.run({ name: "remote run" }).wrap(async () => {
        await remote.step({ name: "remote tool", type: "tool" }).wrap(() => ({}));
        response.end(JSON.stringify(traceHeaders(remote)));
      }),
    );
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void service.close());
  await once(service, "listening");
  const address = service.address();
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;

  const thread = client.thread({ id: "a conversation: with any, id" });
  const [run, call] = (await thread.wrap(() =>
    client.run({ name: "request" }).wrap((outer) =>
      client.step({ name: "call", type: "tool" }).wrap(async (step) => {
        const answer = await fetch(url, { headers: { ...traceHeaders(client) } });
        // The other service continues the same trace.
        const traceId = traceHeaders(client).traceparent?.slice(0, 36);
        expect(await answer.text()).toContain(traceId);
        return [outer, step] as never;
      }),
    ),
  )) as [{ id: string }, { id: string }];
  await Promise.all([client.flush(), remote.flush()]);

  const stored = (await client.api.getThread(thread.id))?.steps ?? [];
  const remoteRun = stored.find(({ name }) => name === "remote run");
  expect(remoteRun).toMatchObject({ parentId: call.id, rootRunId: run.id });
  expect(stored.find(({ name }) => name === "remote tool")).toMatchObject({
    parentId: remoteRun?.id,
    rootRunId: run.id,
  });
  expect(stored).toHaveLength(4);
});
