import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { readAllowedHosts } from "./address-policy.ts";
import { listModels } from "./list-models.ts";
import type { OpenConnection } from "./model-call.ts";
import { createModelFetch } from "./model-fetch.ts";
import { callTask } from "./task-call.ts";

const signingSecret = `whsec_${Buffer.alloc(24, 7).toString("base64")}`;

async function startProvider(kind: OpenConnection["connection"]["kind"], answer: (response: ServerResponse) => void) {
  const server = createServer((request, response) => void request.resume().on("end", () => answer(response)));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const connection = {
    id: "c",
    createdAt: 0,
    updatedAt: 0,
    name: "Provider",
    kind,
    baseUrl,
    models: [],
    dailyBudget: null,
    maxConcurrentCalls: 8,
    sealedSecrets: null,
    keyEnding: null,
    keySetAt: null,
    headerNames: [],
    spentDay: null,
    spent: 0,
  };
  const open: OpenConnection = { connection, secrets: { apiKey: signingSecret, headers: [] } };
  return { open, fetchModel: createModelFetch(readAllowedHosts(["127.0.0.1"], false)) };
}

/** Starts a provider that sends the head of a response and then nothing. The time is over when the head has arrived. */
async function startSlowProvider(kind: OpenConnection["connection"]["kind"]) {
  const { open, fetchModel } = await startProvider(kind, (response) => void response.writeHead(200).write("{"));
  const limit = new AbortController();
  const fetchHead: typeof fetch = async (...request) => {
    const response = await fetchModel(...request);
    limit.abort(new DOMException("The time is over", "TimeoutError"));
    return response;
  };
  return { open, fetchHead, timeout: limit.signal };
}

test("a list whose body does not arrive in time is a timeout", async () => {
  const { open, fetchHead, timeout } = await startSlowProvider("openai");
  expect(await listModels(open, fetchHead, { timeout })).toMatchObject({ failure: { problem: "timeout" } });
});

test("a task whose body does not arrive in time is a timeout", async () => {
  const { open, fetchHead, timeout } = await startSlowProvider("task");
  const call = { id: "1", at: 0, body: {}, trace: {}, signal: undefined, timeout };
  expect(await callTask(open, call, fetchHead)).toMatchObject({ failure: { problem: "timeout" } });
});

test("a list of more than 4 MiB is rejected", async () => {
  const { open, fetchModel } = await startProvider("openai", (response) =>
    response.end(JSON.stringify({ data: [{ id: "gpt-4o" }], more: "x".repeat(4 * 1024 * 1024) })),
  );
  expect(await listModels(open, fetchModel)).toMatchObject({
    models: [],
    failure: { problem: "providerFailed", message: expect.stringContaining("larger than 4194304 bytes") as string },
  });
});
