import { expect, test } from "vitest";
import { resolveLimits } from "./delivery-options.ts";
import { Dispatcher } from "./dispatcher.ts";
import { Drops } from "./drops.ts";
import { DeliveryOutcome } from "./delivery-outcome.ts";
import type { EncodedRecord } from "./record.ts";
import { ErrorReporter } from "./error-reporter.ts";

interface Answered {
  steps: { id: string; text: string }[];
  threads: string[];
}

/** Creates a dispatcher whose service is down until `return` is called. Retries have no delay. */
function awayFor(limits: Parameters<typeof resolveLimits>[0] = {}) {
  let isAway = true;
  const arrived: Answered = { steps: [], threads: [] };
  const reporter = new ErrorReporter(() => undefined);
  const drops = new Drops(reporter);
  const dispatcher = new Dispatcher({
    limits: resolveLimits({ flushIntervalMs: 1, maxRequests: 1, ...limits }),
    drops,
    reporter,
    spool: undefined,
    onIdle: () => undefined,
    backoff: { random: () => 0, minDelayMs: 1, maxJitterMs: 1 },
    post: async (body) => {
      if (isAway) throw new TypeError("fetch failed");
      const { threads = [], steps } = (
        JSON.parse(new TextDecoder().decode(body)) as {
          variables: { threads?: readonly { id: string }[]; steps: Answered["steps"] };
        }
      ).variables;
      arrived.steps.push(...steps.filter(({ text }) => text));
      arrived.threads.push(...threads.map(({ id }) => id));
      const stored = { ok: true };
      return { data: { ingestThreads: threads.map(() => stored), ingestSteps: steps.map(() => stored) } };
    },
  });
  return { dispatcher, drops, arrived, comeBack: () => (isAway = false) };
}

const text = (index: number) => `é "${index}"\n`.repeat(20);
function recordOf(index: number): EncodedRecord {
  if (index % 100 === 99) return { kind: "thread", id: `t${index}`, json: JSON.stringify({ id: `t${index}` }) };
  return { kind: "step", id: `s${index}`, json: JSON.stringify({ id: `s${index}`, text: text(index) }) };
}

async function isDown(dispatcher: Dispatcher): Promise<void> {
  dispatcher.add(recordOf(0));
  dispatcher.pump();
  await expect.poll(() => dispatcher.isDown).toBe(true);
}

test("long-pending records take a fraction of their memory, and arrive unchanged and in order", async () => {
  const { dispatcher, drops, arrived, comeBack } = awayFor();
  await isDown(dispatcher);
  const count = 30_000;
  const outcomes = new Map<number, DeliveryOutcome>();
  let bytes = 0;
  for (let index = 1; index < count; index += 1) {
    const record = recordOf(index);
    bytes += record.json.length;
    if (index % 1_000 === 0) outcomes.set(index, new DeliveryOutcome());
    dispatcher.add(record, outcomes.has(index) ? { deref: () => outcomes.get(index) } : undefined);
  }
  expect(dispatcher.pending).toBe(count);
  expect(dispatcher.bytes).toBeLessThan(bytes / 3);
  const settled = Promise.all(Array.from(outcomes.values(), (outcome) => outcome.wait(() => false)));
  comeBack();
  await dispatcher.idle(30_000);
  await settled;
  const indices = Array.from({ length: count }, (_, index) => index);
  const steps = indices.filter((index) => index % 100 !== 99).map((index) => ({ id: `s${index}`, text: text(index) }));
  expect(arrived.steps).toStrictEqual(steps);
  expect(arrived.threads).toStrictEqual(indices.filter((index) => index % 100 === 99).map((index) => `t${index}`));
  expect(dispatcher).toMatchObject({ pending: 0, bytes: 0, delivered: count });
  expect(drops.total).toBe(0);
});

test("packed records count with their packed size, and the oldest are dropped beyond the limit", async () => {
  const { dispatcher, drops, arrived, comeBack } = awayFor({ maxQueueBytes: 600_000 });
  await isDown(dispatcher);
  const count = 40_000;
  for (let index = 1; index < count; index += 1) dispatcher.add(recordOf(index));
  expect(dispatcher.bytes).toBeLessThanOrEqual(600_000);
  const dropped = drops.total;
  expect(dropped).toBeGreaterThan(0);
  expect(dispatcher.pending).toBe(count - dropped);
  comeBack();
  await dispatcher.idle(30_000);
  expect(dispatcher).toMatchObject({ pending: 0, bytes: 0, delivered: count - dropped });
  expect(arrived.steps.at(-1)?.id).toBe(`s${count - 2}`);
  expect(new Set(arrived.steps.map(({ id }) => id)).size).toBe(arrived.steps.length);
});
