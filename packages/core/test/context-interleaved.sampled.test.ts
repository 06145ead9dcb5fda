import { EventEmitter, once } from "node:events";
import { Readable, Transform } from "node:stream";
import { setTimeout } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { createServer, listen } from "threadline";
import { expect, onTestFinished, test } from "vitest";
import { bind, type Step, Threadline, traceHeaders } from "../src/index.ts";
import { byInputs } from "../../server/test/test-inputs.ts";
import type { Task } from "./context-worker.ts";

const TRACES = byInputs({ few: 200, some: 500, many: 1_000, all: 1_000 });
const apiKey = "tl_test_key";

test("a thousand interleaved traces have no step with a wrong parent", async () => {
  const server = createServer({ apiKey });
  const { url, close } = await listen(server, { port: 0 });
  const worker = new Worker(new URL("context-worker.ts", import.meta.url), {
    workerData: { url, apiKey },
    execArgv: ["--conditions=@threadline/source", "--no-warnings"],
  });
  onTestFinished(async () => {
    await worker.terminate();
    await close();
    await server.close();
  });
  const client = new Threadline({ apiKey, url, timeoutMs: 60_000 });

  /** All traces share this emitter. Without `bind`, a listener would run in the context of the trace that emits. */
  const emitter = new EventEmitter().setMaxListeners(0);
  const record = (name: string, parent = client.getCurrentStep()) => {
    const step = client.step({ name, type: "tool", input: { expected: parent.id } });
    return step.wrap(() => ({}));
  };

  const trace = (name: string): Promise<unknown> =>
    client.thread({ name }).wrap(() =>
      client.run({ name }).wrap(async (run) => {
        await setTimeout(Math.random() * 5);
        await record(name, run);
        const heard = new Promise<void>((resolve) => {
          emitter.once(
            name,
            bind(client, () => void record(name, run).then(() => resolve())),
          );
        });
        await client.step({ name, type: "retrieval" }).wrap(async (step) => {
          await Promise.all([record(name, step), setTimeout(Math.random() * 2).then(() => record(name, step))]);
          // This may call a listener of another trace.
          emitter.emit(`trace ${Math.floor(Math.random() * TRACES)}`);
          const double = new Transform({ objectMode: true, transform: (value, _encoding, done) => done(null, value) });
          for await (const _chunk of Readable.from([1, 2]).pipe(double)) await record(name, step);
          worker.postMessage({ name, headers: traceHeaders(client) } satisfies Task);
        });
        await new Promise<void>((resolve) => {
          setImmediate(() => process.nextTick(() => void record(name, run).then(() => resolve())));
        });
        emitter.emit(name);
        await heard;
      }),
    );

  let answers = 0;
  const answered = new Promise<void>((resolve) => {
    worker.on("message", () => ++answers === TRACES && resolve());
  });
  await Promise.all(Array.from({ length: TRACES }, (_, index) => trace(`trace ${index}`)));
  await answered;
  worker.postMessage("flush");
  await Promise.all([client.flush({ timeoutMs: 60_000 }), once(worker, "message")]);

  const steps: Step[] = [];
  for (let after: string | null | undefined; after !== null;) {
    const { data, pageInfo } = await client.api.getSteps({ first: 100, after });
    steps.push(...data);
    after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
  }
  expect(steps).toHaveLength(TRACES * 11);
  const byId = new Map(steps.map((step) => [step.id, step]));
  const wrong = steps.filter((step) => {
    if (step.type === "run") return step.parentId !== null;
    const parent = byId.get(String(step.parentId));
    const expected = step.input?.["expected"] ?? step.parentId;
    const isInTrace = parent?.name === step.name && parent.threadId === step.threadId;
    return !isInTrace || step.parentId !== expected || byId.get(String(step.rootRunId))?.name !== step.name;
  });
  expect(wrong.map(({ name, type, parentId }) => ({ name, type, parentId }))).toStrictEqual([]);
}, 120_000);
