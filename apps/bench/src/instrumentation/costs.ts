import { gzipSync } from "node:zlib";
import { build, type Plugin } from "esbuild";
import type { Report, Row } from "../statistics.ts";
import { median } from "../statistics.ts";
import type { Candidate } from "./candidates.ts";
import { bases, candidates, describeCandidate, installPeers } from "./candidates.ts";
import { measurePaced } from "./paced.ts";
import type { CostTask, CpuCosts, NetworkCosts } from "./cost-process.ts";
import { resultOf, startMockServer, startProcess } from "./processes.ts";

/** Costs that an SDK adds to the calls of an application, in one round. */
interface Added extends NetworkCosts, CpuCosts {
  readonly bytesPerCall: number;
}

const networkCalls = 1_200;
const cpuCalls = 4_000;
const streams = 800;
const traces = 720;
const pacedRounds = 4;

async function measureOne(candidate: Candidate): Promise<Added> {
  const network = await runProcess<NetworkCosts>(candidate, "network", networkCalls);
  const cpu = await runProcess<CpuCosts>(candidate, "cpu", cpuCalls);
  // The SDK records 2 * `networkCalls` + 1 calls: one before the memory is measured, `networkCalls` for the warm-up,
  // and `networkCalls` for the measurement.
  const bytesPerCall = network.wireBytes / (2 * networkCalls + 1);
  return { ...network.costs, ...cpu.costs, bytesPerCall };
}

async function runProcess<Measured>(
  { path }: Candidate,
  kind: CostTask["kind"],
  calls: number,
): Promise<{ costs: Measured; wireBytes: number }> {
  const [provider, ingest] = await Promise.all([startMockServer("provider"), startMockServer("ingest")]);
  try {
    const urls = { providerUrl: `${provider.url}/v1`, ingestUrl: ingest.url };
    const task: CostTask = { path, kind, calls, streams, traces, ...urls };
    const costs = await resultOf<Measured>(startProcess("cost-process.ts", task), 180_000);
    return { costs, wireBytes: (await ingest.counts()).wireBytes };
  } finally {
    provider.stop();
    ingest.stop();
  }
}

const fields = [
  "importMs",
  "idleMegabytes",
  "chatWallP50",
  "chatWallP99",
  "loopDelayP99",
  "networkCpuMicroseconds",
  "chatCpuMicroseconds",
  "streamCpuMicroseconds",
  "stepCpuMicroseconds",
  "bytesPerCall",
] as const satisfies readonly (keyof Added)[];

/**
 * Subtracts the costs of the same calls without an SDK. `stepCpuMicroseconds` and `bytesPerCall` are returned
 * unchanged, because steps and sent bytes only exist with an SDK.
 */
function difference(one: Added, base: Added): Added {
  // `fields` has every key of `Added`.
  const added = Object.fromEntries(fields.map((field) => [field, one[field] - base[field]])) as unknown as Added;
  return { ...added, stepCpuMicroseconds: one.stepCpuMicroseconds, bytesPerCall: one.bytesPerCall };
}

/**
 * Omits modules that the SDK loads by `import()` from the bundle, because an application does not load them at its
 * start.
 */
const leaveOutLazy: Plugin = {
  name: "omit lazy imports",
  setup: (bundler) =>
    bundler.onResolve({ filter: /./ }, ({ kind, path }) =>
      kind === "dynamic-import" ? { path, external: true } : undefined,
    ),
};

/** Returns the gzipped size of a bundle of the SDK, without openai and without dynamic imports, in kilobytes. */
async function gzippedKilobytes(candidate: Candidate): Promise<number> {
  const { outputFiles } = await build({
    entryPoints: [candidate.path],
    bundle: true,
    minify: true,
    write: false,
    platform: "node",
    format: "esm",
    // Optional peer dependencies. An application installs them only for its own use, so their size does not count.
    external: ["openai", "openai/*", "@langchain/*", "*.node"],
    plugins: [leaveOutLazy],
    logLevel: "silent",
  });
  return outputFiles.reduce((sum, { contents }) => sum + gzipSync(contents, { level: 9 }).length, 0) / 1_000;
}

interface Result extends Added {
  readonly pacedCpuMicroseconds: number;
}

const columns: readonly { readonly title: string; readonly of: (costs: Result) => string }[] = [
  { title: "CPU per call, burst, µs", of: (costs) => costs.chatCpuMicroseconds.toFixed(0) },
  { title: "300 calls/s, µs", of: (costs) => costs.pacedCpuMicroseconds.toFixed(0) },
  { title: "over sockets, µs", of: (costs) => costs.networkCpuMicroseconds.toFixed(0) },
  { title: "per 100-chunk stream, µs", of: (costs) => costs.streamCpuMicroseconds.toFixed(0) },
  { title: "per nested step, µs", of: (costs) => costs.stepCpuMicroseconds.toFixed(1) },
  {
    title: "wall per call p50 / p99, µs",
    of: (costs) => `${costs.chatWallP50.toFixed(0)} / ${costs.chatWallP99.toFixed(0)}`,
  },
  { title: "loop delay p99, ms", of: (costs) => costs.loopDelayP99.toFixed(1) },
  { title: "memory idle, MB", of: (costs) => costs.idleMegabytes.toFixed(0) },
  { title: "import, ms", of: (costs) => costs.importMs.toFixed(0) },
  { title: "bytes on the wire per call", of: (costs) => costs.bytesPerCall.toFixed(0) },
];

/** Returns the median of each field over the rounds. */
function medians(rounds: readonly Added[]): Added {
  const of = (field: keyof Added): number => median(rounds.map((round) => round[field]));
  // `fields` has every key of `Added`.
  return Object.fromEntries(fields.map((field) => [field, of(field)])) as unknown as Added;
}

/** Measures the costs that each SDK adds to the calls of an application. In every round, the SDKs run in turn. */
export async function measureCosts(rounds: number): Promise<Report> {
  installPeers();
  const added = new Map<Candidate, Added[]>(candidates.map((candidate) => [candidate, []]));
  const baseWalls: number[] = [];
  const failures = new Map<Candidate, string>();
  for (let round = 0; round < rounds; round += 1) {
    console.error(`  round ${round + 1} of ${rounds}`);
    const base = new Map<string, Added>();
    for (const candidate of bases) base.set(candidate.name, await measureOne(candidate));
    baseWalls.push(base.get("none")?.chatWallP99 ?? Number.NaN);
    for (const candidate of candidates) {
      const without = base.get(candidate.base);
      if (!without || failures.has(candidate)) continue;
      try {
        added.get(candidate)?.push(difference(await measureOne(candidate), without));
      } catch (error) {
        failures.set(candidate, String(error));
      }
    }
  }
  const paced = await measurePaced(
    candidates.filter((candidate) => !failures.has(candidate)),
    pacedRounds * rounds,
  );
  const results = new Map(
    Array.from(added, ([candidate, samples]) => {
      const pacedCpuMicroseconds = median(paced.get(candidate.name) ?? []);
      return [candidate.name, { ...medians(samples), pacedCpuMicroseconds }];
    }),
  );
  const sizes = new Map<string, number>();
  const lines: string[] = [];
  for (const candidate of candidates) {
    const result = results.get(candidate.name);
    const failure = failures.get(candidate);
    if (failure !== undefined || !result) {
      lines.push(`| ${candidate.name} | could not be run here: ${failure} |`);
      continue;
    }
    sizes.set(candidate.name, await gzippedKilobytes(candidate));
    const cells = columns.map(({ of }) => of(result)).join(" | ");
    lines.push(`| ${await describeCandidate(candidate)} | ${cells} | ${sizes.get(candidate.name)?.toFixed(1)} |`);
  }
  const titles = [...columns.map(({ title }) => title), "gzip, kB"];
  const table = [`| SDK | ${titles.join(" | ")} |`, `|---|${"---|".repeat(titles.length)}`, ...lines].join("\n");
  const spread = Math.max(...baseWalls) - Math.min(...baseWalls);
  return { rows: targets({ results, sizes, spread }), details: table };
}

interface Results {
  readonly results: ReadonlyMap<string, Result>;
  readonly sizes: ReadonlyMap<string, number>;
  /**
   * Difference between the largest and the smallest p99 latency of the rounds without an SDK, in microseconds.
   * Latencies vary by this much even without an SDK. So our SDK may add at most this much.
   */
  readonly spread: number;
}

function row(what: string, value: number, limit: number, unit: string, limitText = ""): Row {
  return {
    what,
    measured: `${value.toFixed(1)} ${unit}`,
    target: `<= ${limit.toFixed(1)} ${unit}${limitText}`,
    met: value <= limit,
  };
}

function targets({ results, sizes, spread }: Results): Row[] {
  const ours = results.get("threadline");
  const floor = results.get("floor");
  if (!ours || !floor) throw new Error("the costs of `threadline` or `floor` could not be measured");
  const best = (field: keyof Result): number =>
    Math.min(
      ...candidates
        .slice(2)
        .map(({ name }) => results.get(name)?.[field] ?? Number.POSITIVE_INFINITY)
        .filter((value) => value > 0),
    );
  return [
    row("added CPU per chat call in a burst", ours.chatCpuMicroseconds, 60, "µs"),
    row(
      "the same, compared with the best other SDK",
      ours.chatCpuMicroseconds,
      best("chatCpuMicroseconds") / 3,
      "µs",
      ", a third",
    ),
    row(
      "added CPU per chat call at 300 calls/s",
      ours.pacedCpuMicroseconds,
      1.5 * floor.pacedCpuMicroseconds,
      "µs",
      ", 1.5 x the floor",
    ),
    row(
      "the same, compared with the best other SDK",
      ours.pacedCpuMicroseconds,
      best("pacedCpuMicroseconds") / 2,
      "µs",
      ", half of the best peer's",
    ),
    row(
      "added CPU per 100-chunk stream",
      ours.streamCpuMicroseconds,
      best("streamCpuMicroseconds") / 2,
      "µs",
      ", half of the best peer's",
    ),
    row("added wall per call, p99", ours.chatWallP99, spread, "µs", ", the spread without an SDK"),
    row("added event-loop delay, p99", ours.loopDelayP99, 1, "ms"),
    row("CPU per nested step", ours.stepCpuMicroseconds, 1.5 * floor.stepCpuMicroseconds, "µs", ", 1.5 x the floor"),
    row("memory added idle", ours.idleMegabytes, 20, "MB"),
    row("core + openai, gzip", sizes.get("threadline") ?? Number.NaN, 14, "kB"),
    row("cold import beside openai's", ours.importMs, 30, "ms"),
    row(
      "bytes on the wire per call",
      ours.bytesPerCall,
      best("bytesPerCall") / 2,
      "bytes",
      ", half of the best peer's",
    ),
  ];
}
