import { setImmediate } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { startTestServer } from "./test-server.ts";
import type { ThreadlineServer } from "../src/create-server.ts";

const ingest = "mutation ($steps: [StepInput!]!) { ingestSteps(steps: $steps) { id ok } }";

/** Returns a batch of about 100 kB with a Content-Length header. */
function batch(number: number): { readonly body: string; readonly headers: Record<string, string> } {
  const steps = Array.from({ length: 10 }, (_, index) => ({
    id: `${number}-${index}`,
    type: "run",
    input: { content: "x".repeat(10_000) },
  }));
  const body = JSON.stringify({ query: ingest, variables: { steps } });
  return { body, headers: { "content-length": String(body.length) } };
}

async function metricsOf(server: ThreadlineServer): Promise<string> {
  const headers = { authorization: "Bearer metrics-token" };
  return (await server.fetch("http://localhost/metrics", { headers })).text();
}

async function refusalsOf(server: ThreadlineServer): Promise<number> {
  return Number(/^threadline_overload_refusals_total (\d+)$/m.exec(await metricsOf(server))?.[1]);
}

test("excess load is rejected with Retry-After, and acknowledged steps are stored", async () => {
  const limits = { maxPendingBytes: 1_000_000 };
  const { send, graphql, server } = startTestServer({ limits, metricsToken: "metrics-token" });
  await server.ready;
  const answers = await Promise.all(Array.from({ length: 60 }, (_, number) => send("/api/graphql", batch(number))));

  const refused = answers.filter(({ status }) => status === 429);
  const stored = answers.flatMap(({ status }, number) => (status === 200 ? [number] : []));
  expect(refused.length + stored.length).toBe(60);
  // Six bodies of 100 kB use less than two thirds of the memory. With the seventh, they use more.
  expect(stored).toHaveLength(7);
  for (const { headers, errors } of refused) {
    expect(Number(headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
    expect(errors).toMatchObject([{ extensions: { code: "RATE_LIMITED" } }]);
  }
  const { data } = await graphql("{ steps(first: 100) { totalCount edges { node { id } } } }");
  const { steps } = data as { steps: { totalCount: number; edges: { node: { id: string } }[] } };
  expect(steps.totalCount).toBe(stored.length * 10);
  const sent = stored.flatMap((number) => Array.from({ length: 10 }, (_, index) => `${number}-${index}`));
  expect(steps.edges.map(({ node }) => node.id).toSorted()).toEqual(sent.toSorted());

  expect((await send("/api/graphql", batch(100))).status).toBe(200);
  const text = await metricsOf(server);
  expect(text).toContain(`threadline_overload_refusals_total ${refused.length}`);
  expect(text).toContain("threadline_pending_bytes 0");
});

test("a rejected body is not read", async () => {
  const { server, send } = startTestServer({ limits: { maxPendingBytes: 100_000 } });
  await server.ready;
  let isEnded = false;
  const until = Promise.withResolvers<void>();
  const slow = new ReadableStream<Uint8Array>({
    async pull(controller) {
      await until.promise;
      controller.close();
    },
  });
  const started = send("/api/graphql", {
    body: slow,
    headers: { "content-length": "90000" },
    duplex: "half",
  } as RequestInit);
  void started.then(() => (isEnded = true));
  await setImmediate();
  let bytesRead = 0;
  const unread = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        bytesRead += 1_000;
        controller.enqueue(new Uint8Array(1_000));
      },
    },
    { highWaterMark: 0 },
  );
  const headers = { "content-length": "90000" };
  expect((await send("/api/graphql", { body: unread, headers, duplex: "half" } as RequestInit)).status).toBe(429);
  expect(bytesRead).toBe(0);
  expect(
    (
      await send("/api/graphql", {
        body: unread,
        headers: { ...headers, "x-api-key": "tl_wrong" },
        duplex: "half",
      } as RequestInit)
    ).status,
  ).toBe(401);
  expect(isEnded).toBe(false);
  until.resolve();
  expect((await started).status).toBe(400);
  expect((await send("/api/graphql", batch(1))).status).toBe(200);
});

test("compressed bodies are limited by their decompressed size", async () => {
  const limits = { maxPendingBytes: 100_000, maxBodyBytes: 1_000_000 };
  const { send, server } = startTestServer({ limits, metricsToken: "metrics-token" });
  await server.ready;
  const bomb = gzipSync(Buffer.alloc(900_000, " "));
  const headers = { "content-encoding": "gzip", "content-length": String(bomb.length) };
  // The bodies only end when three of the four were rejected, so the result does not depend on how fast they are
  // decompressed.
  const end = Promise.withResolvers<void>();
  const started = Array.from({ length: 4 }, () => {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(bomb.subarray(0, -1)),
      async pull(controller) {
        await end.promise;
        controller.enqueue(bomb.subarray(-1));
        controller.close();
      },
    });
    return send("/api/graphql", { body, headers, duplex: "half" } as RequestInit);
  });
  await expect.poll(() => refusalsOf(server)).toBeGreaterThanOrEqual(3);
  end.resolve();
  const answers = await Promise.all(started);
  const refused = answers.filter(({ status }) => status === 429);
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(4 - refused.length);
  expect(refused.length).toBeGreaterThanOrEqual(3);
  for (const answer of refused) expect(Number(answer.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
  expect((await send("/api/graphql", batch(1))).status).toBe(200);
});

test("a body of maximum length that never arrives leaves room for others", async () => {
  const limits = { maxPendingBytes: 1_000_000, maxBodyBytes: 2_000_000 };
  const { send, graphql, server } = startTestServer({ limits });
  await graphql('mutation { upsertThread(id: "t") { id } }');
  const { data } = await graphql('mutation { shareThread(threadId: "t") { token } }');
  const { token } = (data as { shareThread: { token: string } }).shareThread;
  const askByLink = (): Promise<Response> =>
    server.fetch("http://localhost/api/graphql", {
      method: "POST",
      headers: { "content-type": "application/json", "x-threadline-share": token },
      body: JSON.stringify({ query: "{ sharedThread { id } }" }),
    });
  const end = Promise.withResolvers<void>();
  const slow = Array.from({ length: 5 }, () => {
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        await end.promise;
        controller.close();
      },
    });
    const headers = { "content-length": "2000000" };
    return send("/api/graphql", { body, headers, duplex: "half" } as RequestInit);
  });
  await setImmediate();
  const answer = await askByLink();
  expect([answer.status, await answer.json()]).toEqual([200, { data: { sharedThread: { id: "t" } } }]);
  end.resolve();
  const statuses = (await Promise.all(slow)).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([400, 429, 429, 429, 429]);
});
