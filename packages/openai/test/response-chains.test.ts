import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { Threadline } from "@threadline/core";
import { createServer, listen } from "threadline";
import { expect, onTestFinished, test } from "vitest";
import type { Task } from "./response-chain-process.ts";

const apiKey = "key-of-the-test";

async function startService() {
  const server = createServer({ apiKey });
  const listener = await listen(server, { port: 0 });
  onTestFinished(async () => {
    await listener.close();
    await server.close();
  });
  const client = new Threadline({ apiKey, url: listener.url });
  /** Returns the thread of each generation, by response id. */
  const threads = async (): Promise<Map<unknown, unknown>> => {
    const { data } = await client.api.getGenerations({ first: 100 });
    const found = data as { metadata?: { responseId?: unknown }; step?: { threadId?: unknown } }[];
    return new Map(found.map(({ metadata, step }) => [metadata?.responseId, step?.threadId]));
  };
  return { url: listener.url, client, threads };
}

function startProcess(url: string) {
  const application: ChildProcess = fork(join(import.meta.dirname, "response-chain-process.ts"), {
    execArgv: ["--conditions=@threadline/source", "--no-warnings"],
    env: { ...process.env, THREADLINE_URL: url, THREADLINE_API_KEY: apiKey },
  });
  onTestFinished(() => void application.kill());
  const run = async (task: Task): Promise<void> => {
    application.send(task);
    const [{ errors }] = (await once(application, "message")) as [{ errors: string[] }];
    expect(errors).toStrictEqual([]);
  };
  return {
    ask: (id: string, previous?: string, stream = false) => run({ id, previous, stream }),
    flush: () => run({ flush: true }),
    end: async () => {
      application.disconnect();
      await once(application, "exit");
    },
  };
}

/** Creates a generator of random integers with a seed (mulberry32). */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) % below;
  };
}

test("all turns of a chain have one thread, whichever process sends them", { timeout: 300_000 }, async () => {
  const service = await startService();
  const processes = [startProcess(service.url), startProcess(service.url)];
  const random = createRandom(12);
  const first = new Map<string, string>();
  for (let turn = 1; turn <= 20; turn += 1) {
    const id = `resp_${turn}`;
    const known = [...first.keys()];
    const previous = known.length === 0 || random(6) === 0 ? undefined : known[random(known.length)];
    first.set(id, previous === undefined ? id : (first.get(previous) ?? ""));
    const application = processes[random(2)]!; // there are two processes
    await application.ask(id, previous, random(2) === 0);
    await application.flush();
    // At every eighth turn, a process restarts and loses its state.
    if (turn % 8 !== 0) continue;
    await processes[0]?.end();
    processes[0] = startProcess(service.url);
  }
  expect(await service.threads()).toStrictEqual(first);
  expect((await service.client.api.getThread("resp_1"))?.name).toBe("To nothing");
});

test("a turn waits for the thread of a previous turn that is not yet delivered", { timeout: 120_000 }, async () => {
  const service = await startService();
  const [one, other] = [startProcess(service.url), startProcess(service.url)];
  await one.ask("resp_1");
  await one.ask("resp_2", "resp_1", true);
  await other.ask("resp_3", "resp_2");
  await other.ask("resp_4", "resp_3", true);
  await other.ask("resp_5", "resp_3");
  await one.flush();
  await other.flush();
  const threads = await service.threads();
  expect([1, 2, 3, 4, 5].map((turn) => threads.get(`resp_${turn}`))).toStrictEqual(Array(5).fill("resp_1"));
});

test("a process that ends naturally leaves its turn in the right thread", { timeout: 120_000 }, async () => {
  const service = await startService();
  const one = startProcess(service.url);
  await one.ask("resp_1");
  await one.ask("resp_2", "resp_1");
  await one.end();
  const other = startProcess(service.url);
  await other.ask("resp_3", "resp_2");
  await other.end();
  expect((await service.threads()).get("resp_3")).toBe("resp_1");
});
