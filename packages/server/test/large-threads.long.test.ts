import { once } from "node:events";
import { connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import type { Limits } from "../src/config/limits.ts";
import { listen } from "../src/http/listen.ts";
import { describeStores, embedded } from "./trust/trust-stores.ts";
import type { OpenServer } from "./trust/trust-stores.ts";
import { apiKey } from "./test-server.ts";

const metricsToken = "metrics-token-of-a-test";

interface Body {
  readonly data?: { readonly [field: string]: unknown };
  readonly errors?: readonly { readonly extensions: { readonly code: string } }[];
}

/**
 * Starts a service with a thread `t` that consists of a root step and its descendants, and a public link to the thread.
 */
async function openLargeThread(
  open: OpenServer,
  { stepCount, length, limits }: { stepCount: number; length: number; limits: Partial<Limits> },
) {
  const { server } = await open({ apiKey, limits, metricsToken });
  onTestFinished(() => server.close());
  const send = async (query: string, variables: object, headers: Readonly<Record<string, string>>) => {
    const response = await server.fetch("http://localhost/api/graphql", {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify({ query, variables }),
    });
    const text = await response.text();
    const { data, errors = [] } = JSON.parse(text) as Body;
    return { data, text, codes: errors.map(({ extensions }) => extensions.code) };
  };
  const ask = (query: string, variables: object = {}) => send(query, variables, { "x-api-key": apiKey });
  const payload = { content: "x".repeat(length) };
  const steps = Array.from({ length: stepCount }, (_, index) => ({
    id: `s${index}`,
    threadId: "t",
    type: "run",
    name: "step",
    ...(index === 0 ? {} : { parentId: "s0", input: payload, output: payload }),
  }));
  for (let at = 0; at < stepCount; at += 1_000) {
    // oxlint-disable-next-line no-await-in-loop -- in order
    const stored = await ask("mutation ($steps: [StepInput!]!) { ingestSteps(steps: $steps) { ok } }", {
      steps: steps.slice(at, at + 1_000),
    });
    expect(stored.codes).toEqual([]);
  }
  const { data } = await ask('mutation { shareThread(threadId: "t") { token } }');
  const { token } = (data as { readonly shareThread: { readonly token: string } }).shareThread;
  const askByLink = (query: string) => send(query, {}, { "x-threadline-share": token });
  const pendingBytes = async (): Promise<number> => {
    const response = await server.fetch("http://localhost/metrics", {
      headers: { authorization: `Bearer ${metricsToken}` },
    });
    return Number(/threadline_pending_answer_bytes (\d+)/.exec(await response.text())?.[1]);
  };
  return { server, ask, askByLink, token, pendingBytes };
}

describeStores(({ open }) => {
  test("a thread of 5,000 steps is read in parts within the limit, never as a whole, also by its link", async () => {
    const limits = { maxAnswerBytes: 1_500_000 };
    const { ask, askByLink, pendingBytes } = await openLargeThread(open, { stepCount: 5_000, length: 200, limits });
    const outline = await ask('{ threadDetail(id: "t") { id outline } }');
    expect(outline.codes).toEqual([]);
    expect((await askByLink("{ sharedThread { id outline } }")).codes).toEqual([]);
    const ids = Array.from({ length: 100 }, (_, index) => `s${index * 50}`);
    const page = await ask(
      `query ($ids: Json!) { steps(first: 100, filters: [{ field: "id", operator: in, value: $ids }]) {
        edges { node { id input output metadata scores { value } attachments { url } generation { model } } } } }`,
      { ids },
    );
    expect(page.codes).toEqual([]);
    expect(page.text.length).toBeGreaterThan(40_000);
    expect((await ask('{ threadDetail(id: "t") { steps { id } } }')).codes).toEqual(["ANSWER_TOO_LARGE"]);
    expect((await askByLink("{ sharedThread { steps { id } } }")).codes).toEqual(["ANSWER_TOO_LARGE"]);
    expect(await pendingBytes()).toBe(0);
  });

  test("a step with more descendants than a response may read is not added to a dataset", async () => {
    const limits = { maxAnswerBytes: 500_000 };
    const { ask } = await openLargeThread(open, { stepCount: 50, length: 10_000, limits });
    const { data } = await ask('mutation { createDataset(name: "d") { id } }');
    const { id } = (data as { readonly createDataset: { readonly id: string } }).createDataset;
    const added = "mutation ($id: String!, $step: String!) { addStepToDataset(datasetId: $id, stepId: $step) { id } }";
    expect((await ask(added, { id, step: "s0" })).codes).toEqual(["ANSWER_TOO_LARGE"]);
    const count = () => ask("query ($id: String!) { dataset(id: $id) { itemCount } }", { id });
    expect((await count()).data).toEqual({ dataset: { itemCount: 0 } });
    expect((await ask(added, { id, step: "s1" })).codes).toEqual([]);
    expect((await count()).data).toEqual({ dataset: { itemCount: 1 } });
  });
});

test("120 connections that do not read a shared thread use at most the memory of one link, whatever its size", async () => {
  const limits = { maxAnswerBytes: 10_000_000, maxPendingAnswerBytes: 24_000_000 };
  const given = { stepCount: 200, length: 20_000, limits };
  const { server, token, pendingBytes } = await openLargeThread(embedded.open, given);
  const listener = await listen(server, { port: 0 });
  onTestFinished(() => listener.close());
  const body = JSON.stringify({ query: "{ sharedThread { steps { input output } } }" });
  const head = `POST /api/graphql HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\nx-threadline-share: ${token}`;
  const sockets = Array.from({ length: 120 }, () => connect(listener.port, "127.0.0.1"));
  onTestFinished(() => sockets.forEach((socket) => socket.destroy()));
  const held: number[] = [];
  const statuses = await Promise.all(
    sockets.map(async (socket) => {
      socket.on("error", () => {});
      socket.write(`${head}\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
      // A response starts to arrive, but is not read.
      await once(socket, "readable");
      held.push(await pendingBytes());
      return String(socket.read()).slice(9, 12);
    }),
  );
  expect(new Set(statuses)).toEqual(new Set(["200", "429"]));
  expect(Math.max(...held)).toBeGreaterThan(5_000_000);
  // A response that started when less memory than the limit was in use may exceed the limit.
  expect(Math.max(...held)).toBeLessThanOrEqual(limits.maxPendingAnswerBytes + limits.maxAnswerBytes);
});
