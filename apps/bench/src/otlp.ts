import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asSdkSends, otlpBody } from "./otlp-workload.ts";
import { benchKey, postGraphQL, startServerProcess } from "./server-process.ts";
import { median } from "./statistics.ts";
import type { Row } from "./statistics.ts";
import { type BenchStep, ingestStepsBody, makeBatches } from "./workload.ts";

const batches = 240;
/**
 * Number of requests before a measurement, after which V8 has optimized the service's code. OTLP needs more of them
 * than GraphQL, because it runs more code.
 */
const warmUps = 40;
const size = 100;
const connections = 8;
const rounds = 5;
/** Minimum throughput of OTLP relative to `ingestSteps`, in percent. */
const target = 75;

type Body = string | Uint8Array<ArrayBuffer>;

interface Way {
  readonly what: string;
  readonly toBody: (steps: readonly BenchStep[]) => Body;
  readonly post: (url: string, body: Body) => Promise<unknown>;
}

interface Cost {
  readonly stepsPerSecond: number;
  /** CPU time of the service per step, in microseconds. */
  readonly cpu: number;
}

const ways: readonly Way[] = [
  { what: "`ingestSteps`", toBody: (steps) => ingestStepsBody(asSdkSends(steps)), post: postGraphQL },
  { what: "OTLP, protobuf", toBody: (steps) => otlpBody(steps, "protobuf"), post: postOtlp("application/x-protobuf") },
  { what: "OTLP, JSON", toBody: (steps) => otlpBody(steps, "json"), post: postOtlp("application/json") },
];

/**
 * Compares the throughput of OTLP with that of `ingestSteps`, for the same steps. The protocols are measured in turn,
 * for several rounds. CPU times are reported, too, because other programs affect them less.
 */
export async function measureOtlp(): Promise<Row[]> {
  const costs = ways.map((): Cost[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, way] of ways.entries()) {
      // The order rotates, so that each protocol runs first, second and third equally often.
      const at = (index + round) % ways.length;
      const turn = ways[at] ?? way;
      costs[at]?.push(await measureWay(turn, `otlp${round}-${at}`));
    }
  }
  const middle = costs.map((each): Cost => ({
    stepsPerSecond: median(each.map(({ stepsPerSecond }) => stepsPerSecond)),
    cpu: median(each.map(({ cpu }) => cpu)),
  }));
  const base = middle[0] ?? { stepsPerSecond: Number.NaN, cpu: Number.NaN };
  return ways.map(({ what }, index) => {
    const { stepsPerSecond, cpu } = middle[index] ?? base;
    const percent = (100 * stepsPerSecond) / base.stepsPerSecond;
    const rate = `${stepsPerSecond.toFixed(0)} steps/s`;
    const time = `service CPU ${cpu.toFixed(0)} us per step`;
    return index === 0
      ? { what, measured: `${rate}; ${time}`, target: "(base)", met: true }
      : {
          what,
          measured: `${rate} = ${percent.toFixed(0)} %; ${time}`,
          target: `>= ${target} % of \`ingestSteps\``,
          met: percent >= target,
        };
  });
}

async function measureWay({ toBody, post }: Way, run: string): Promise<Cost> {
  const folder = await mkdtemp(join(tmpdir(), "threadline-bench-"));
  const server = await startServerProcess(folder);
  try {
    for (const batch of makeBatches({ run: `${run}-warm`, batches: warmUps, size }))
      await post(server.url, toBody(batch));
    const bodies = makeBatches({ run, batches, size }).map(toBody);
    const queue = bodies.values();
    const cpuBefore = await server.cpuSeconds();
    const startedAt = performance.now();
    await Promise.all(
      Array.from({ length: connections }, async () => {
        for (const body of queue) await post(server.url, body);
      }),
    );
    const seconds = (performance.now() - startedAt) / 1_000;
    const cpu = (await server.cpuSeconds()) - cpuBefore;
    return { stepsPerSecond: (batches * size) / seconds, cpu: (cpu * 1_000_000) / (batches * size) };
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Sends an export request. Rejects unless the whole request was stored. */
function postOtlp(contentType: string): Way["post"] {
  return async (url, body) => {
    const headers = { "content-type": contentType, "x-api-key": benchKey };
    const response = await fetch(`${url}/v1/traces`, { method: "POST", headers, body });
    const answer = Buffer.from(await response.arrayBuffer());
    // The response contains the number of rejected records. If no record was rejected, the response has at most two
    // bytes: a protobuf response is empty, and a JSON response is `{}`.
    if (!response.ok || answer.length > 2) throw new Error(`HTTP ${response.status}: ${answer.toString()}`);
  };
}
