import { connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import type { ThreadlineServer } from "../src/create-server.ts";
import { listen } from "../src/http/listen.ts";
import { byInputs } from "./test-inputs.ts";
import { describeStores, openForTest } from "./trust/trust-stores.ts";

const apiKey = "tl_deliveries-key";
const ingest = "mutation ($steps: [StepInput!]!) { ingestSteps(steps: $steps) { id ok message } }";

async function ask(server: ThreadlineServer, query: string, variables: object = {}): Promise<Record<string, never>> {
  const response = await server.fetch("http://localhost/api/graphql", {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": apiKey },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = (await response.json()) as { data: Record<string, never>; errors?: unknown };
  expect({ status: response.status, errors }).toEqual({ status: 200, errors: undefined });
  return data;
}

describeStores(({ open, share }) => {
  test("F24, R8: a batch that arrives repeatedly is stored once", { timeout: 120_000 }, async () => {
    const { server } = await openForTest(open, { apiKey });
    const times = byInputs({ few: 100, many: share === 1 ? 1_000 : 100, all: 1_000 });
    const steps = [
      { id: "run", threadId: "t", type: "run", startTime: "2026-01-01T00:00:00Z" },
      {
        id: "call",
        threadId: "t",
        parentId: "run",
        type: "llm",
        generation: { model: "m", inputTokenCount: 3 },
        scores: [{ name: "s", value: 1, type: "AI" }],
        attachments: [{ name: "a", url: "https://example.com/a" }],
      },
    ];
    for (let sent = 0; sent < times; sent += 10) {
      await Promise.all(Array.from({ length: 10 }, () => ask(server, ingest, { steps })));
    }
    const counts = "{ threads { totalCount } steps { totalCount } generations { totalCount } scores { totalCount } }";
    expect(await ask(server, counts)).toEqual({
      threads: { totalCount: 1 },
      steps: { totalCount: 2 },
      generations: { totalCount: 1 },
      scores: { totalCount: 1 },
    });
    expect(await ask(server, '{ step(id: "call") { attachments { name } generation { inputTokenCount } } }')).toEqual({
      step: { attachments: [{ name: "a" }], generation: { inputTokenCount: 3 } },
    });
  });

  test(
    "F28: a chain of thousands of steps is stored and listed without an overflow",
    { timeout: 120_000 },
    async () => {
      const { server } = await openForTest(open, { apiKey });
      const length = byInputs({ few: 2_000, many: 5_000, all: 5_000 });
      const steps = Array.from({ length }, (_, index) => ({
        id: `s${index}`,
        threadId: "t",
        type: "run",
        ...(index > 0 ? { parentId: `s${index - 1}`, rootRunId: "s0" } : {}),
      }));
      for (let start = 0; start < length; start += 500) {
        await ask(server, ingest, { steps: steps.slice(start, start + 500) });
      }
      const last = `s${length - 1}`;
      expect(
        await ask(server, "query ($id: String!) { step(id: $id) { parentId } steps { totalCount } }", { id: last }),
      ).toEqual({
        step: { parentId: `s${length - 2}` },
        steps: { totalCount: length },
      });
      const { threadDetail } = await ask(server, 'query { threadDetail(id: "t") { steps { id } } }');
      expect(Object(threadDetail).steps).toHaveLength(length);
    },
  );

  test("F32: a request that is cut off at any byte stores nothing", { timeout: 120_000 }, async () => {
    const { server } = await openForTest(open, { apiKey });
    const { port, close } = await listen(server, { host: "127.0.0.1", port: 0, replaceGlobals: true });
    onTestFinished(() => close());
    const body = JSON.stringify({ query: ingest, variables: { steps: [{ id: "a" }, { id: "b", input: "x" }] } });
    const head =
      `POST /api/graphql HTTP/1.1\r\nhost: localhost\r\nx-api-key: ${apiKey}\r\n` +
      `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`;
    const send = (bytes: number): Promise<string> =>
      new Promise((resolve) => {
        const socket = connect(port, "127.0.0.1");
        let answer = "";
        socket.on("data", (chunk) => {
          answer += String(chunk);
          socket.end();
        });
        socket.on("error", () => {});
        socket.on("close", () => resolve(answer));
        socket.write((head + body).slice(0, bytes), () => {
          if (bytes < head.length + body.length) socket.resetAndDestroy();
        });
      });
    const stride = byInputs({ few: 13, many: share === 1 ? 1 : 13, all: 1 });
    for (let bytes = 1; bytes < head.length + body.length; bytes += stride) await send(bytes);
    expect(await ask(server, "{ steps { totalCount } }")).toEqual({ steps: { totalCount: 0 } });
    expect(await send(head.length + body.length)).toMatch(/^HTTP\/1\.1 200/);
    expect(await ask(server, "{ steps { totalCount } }")).toEqual({ steps: { totalCount: 2 } });
  });
});
