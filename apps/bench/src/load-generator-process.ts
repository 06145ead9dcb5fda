/** Process that sends numbered batches over many connections, at a fixed rate or sequentially; see `generateLoad`. */
import { Agent, request } from "node:http";
import { constants, setPriority } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import type { LoadOrder, LoadResult } from "./load-generator.ts";
import { NumberedBatch } from "./numbered-batch.ts";
import { benchKey } from "./server-process.ts";

const { url, run, seconds, connections, rate, yields } = JSON.parse(process.argv[2] ?? "") as LoadOrder; // passed by `generateLoad`
if (yields) setPriority(constants.priority.PRIORITY_LOW);
const agent = new Agent({ keepAlive: true, maxSockets: connections });
const { hostname, port } = new URL(url);
const batches = new NumberedBatch(run);
const length = seconds * 1_000;
const startedAt = performance.now();

let sent = 0;
let unsent = 0;
let waiting = 0;
let refused = 0;
let inWindow = 0;
let maxRetryAfter = 0;
const acknowledged: number[] = [];
const times: number[] = [];
const failures: Record<string, number> = {};

function fail(what: string): void {
  failures[what] = (failures[what] ?? 0) + 1;
}

function send(number: number): Promise<void> {
  sent += 1;
  waiting += 1;
  const body = batches.body(number);
  const sentAt = performance.now();
  return new Promise((resolve) => {
    let isAnswered = false;
    const settle = (note: () => void): void => {
      note();
      waiting -= 1;
      resolve();
    };
    const headers = { "content-type": "application/json", "content-length": body.length, "x-api-key": benchKey };
    const message = request({ agent, hostname, port, path: "/api/graphql", method: "POST", headers }, (response) => {
      isAnswered = true;
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.once("error", (error: NodeJS.ErrnoException) => settle(() => fail(error.code ?? error.message)));
      response.once("end", () => settle(() => judge(number, sentAt, response, Buffer.concat(chunks).toString())));
    });
    message.once("error", (error: NodeJS.ErrnoException) => {
      // Once the response has started, its own `error` handler reports the error.
      if (!isAnswered) settle(() => fail(error.code ?? error.message));
    });
    message.end(body);
  });
}

function judge(
  number: number,
  sentAt: number,
  {
    statusCode = 0,
    headers,
  }: { readonly statusCode?: number | undefined; readonly headers: NodeJS.Dict<string | string[]> },
  text: string,
): void {
  const retryAfter = Number(headers["retry-after"]);
  if (statusCode === 429 && retryAfter >= 1) {
    refused += 1;
    maxRetryAfter = Math.max(maxRetryAfter, retryAfter);
    return;
  }
  if (statusCode !== 200) return fail(`HTTP ${statusCode}`);
  if (text.includes('"errors"') || text.includes('"ok":false')) return fail("not stored");
  const now = performance.now();
  acknowledged.push(number);
  times.push(now - sentAt);
  const elapsed = now - startedAt;
  if (elapsed >= length / 4 && elapsed < length) inWindow += 1;
}

if (rate === null) {
  const senders = Array.from({ length: connections }, async () => {
    while (performance.now() - startedAt < length) await send(sent);
  });
  await Promise.all(senders);
} else {
  for (let due = 0; performance.now() - startedAt < length; await pause(1)) {
    const now = Math.floor(((performance.now() - startedAt) * rate) / 1_000);
    for (; due < now; due += 1) {
      if (waiting < connections) void send(sent);
      else unsent += 1;
    }
  }
  while (waiting > 0) await pause(10);
}
agent.destroy();
const { user, system } = process.cpuUsage();
const result: LoadResult = {
  sent,
  unsent,
  acknowledged,
  acknowledgedPerSecond: (inWindow * 1_000) / (length * 0.75),
  times,
  refused,
  maxRetryAfter,
  failures,
  cpuSeconds: (user + system) / 1e6,
};
process.send?.(result, () => process.exit());
