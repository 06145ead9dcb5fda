import { findingsRow, type Row } from "../report.ts";
import { quantile, reads, soak, type SoakReport, type SoakSample } from "../soak.ts";
import type { Suite } from "./suite.ts";

const hour = 3_600_000;
const share = 0.3;
/**
 * Minimum number of periods. The first `growing` periods are ignored. Of the rest, the first and last period are
 * compared.
 */
const minPeriods = 6;
const samplesPerPeriod = 4;
/** Number of periods until the database stops growing, because the retention deletes as much as is written. */
const growing = 3;
/** Maximum growth of the memory. Garbage collection explains growth up to this factor. */
const maxGrowth = 1.2;
/**
 * Maximum growth of a latency: by `factor` or by `milliseconds`, whichever is larger. A busy machine alone can increase
 * a latency by some milliseconds.
 */
const maxSlowdown = { factor: 1.5, milliseconds: 10 };

/** Runs hours of traffic. After each period, the service is restarted on a new day. */
export const soakSuite: Suite = {
  defaultRuns: 1,
  async run({ hours, tell }) {
    const periods = Math.max(minPeriods, Math.round(hours));
    const periodLength = (hours * hour) / periods;
    const report = await soak({ from: "build", periods, periodLength, samplesPerPeriod, share, tell });
    return { rows: toRows(report, hours), details: formatCurve(report.samples, periodLength / samplesPerPeriod) };
  },
};

function toRows(report: SoakReport, hours: number): Row[] {
  const { samples, missing, expired, findings, restarts, failedReads, acknowledged } = report;
  const lost = missing.filter((count) => count > 0).reduce((sum, count) => sum + count, 0);
  const twice = -missing.filter((count) => count < 0).reduce((sum, count) => sum + count, 0);
  const steady = samples.filter(({ period }) => period >= growing);
  const [first = 0, last = 0] = [steady[0]?.period, steady.at(-1)?.period];
  const compare = (of: (sample: SoakSample) => number): readonly [number, number] => [
    quantile(steady.filter(({ period }) => period === first).map(of), 0.5),
    quantile(steady.filter(({ period }) => period === last).map(of), 0.5),
  ];
  const memory = compare((sample) => sample.memory);
  const disk = compare((sample) => sample.disk);
  const latencies = [
    ["write", compare(({ write }) => write)] as const,
    ...reads.map((read) => [read, compare((sample) => sample.read[read])] as const),
  ];
  const within = `period ${first + 1} to ${last + 1}`;
  return [
    {
      what: `${hours} hours at ${100 * share} % of the maximum rate, ${restarts} restarts, each on the next day`,
      seen: `${acknowledged} steps acknowledged; kept ones counted after each period: ${lost} lost, ${twice} twice; ${expired.reduce((sum, count) => sum + count, 0)} left beyond the retention; ${failedReads.length} reads failed`,
      holds: acknowledged > 0 && lost + twice + failedReads.length === 0 && expired.every((count) => count === 0),
    },
    findingsRow("a sample of the kept steps, read after each period", findings),
    {
      what: `memory, ${within}`,
      seen: `${memory.map((value) => `${value.toFixed(0)} MB`).join(", ")}; within a period at most ${growthWithin(steady).toFixed(2)} times`,
      holds: memory[1] <= memory[0] * maxGrowth && growthWithin(steady) <= maxGrowth,
    },
    {
      what: `data folder, ${within}`,
      seen: disk.map((value) => `${value.toFixed(0)} MB`).join(", "),
      holds: disk[1] <= disk[0] * maxGrowth,
    },
    {
      what: `95th percentiles of latencies in ms, ${within}`,
      seen: latencies.map(([name, [from, to]]) => `${name} ${from.toFixed(0)}, ${to.toFixed(0)}`).join("; "),
      holds: latencies.every(
        ([, [from, to]]) => to <= Math.max(from * maxSlowdown.factor, from + maxSlowdown.milliseconds),
      ),
    },
  ];
}

/**
 * Returns the factor by which the memory grows within a period (the median over all periods). Growth counts from the
 * second sample, because at the first sample the service has just started.
 */
function growthWithin(samples: readonly SoakSample[]): number {
  const periods = [...new Set(samples.map(({ period }) => period))];
  const growths = periods.flatMap((period) => {
    const [, second, ...others] = samples.filter((sample) => sample.period === period);
    const last = others.at(-1);
    return second && last ? [last.memory / second.memory] : [];
  });
  return quantile(growths, 0.5);
}

function formatCurve(samples: readonly SoakSample[], length: number): string {
  const rows = samples.map(({ rate, memory, disk, write, read }, index) => {
    const values = [rate, memory, disk, write, ...reads.map((name) => read[name])].map((value) => value.toFixed(0));
    return `| ${(((index + 1) * length) / 60_000).toFixed(0)} | ${values.join(" | ")} |`;
  });
  const columns = ["minutes", "steps/s", "memory MB", "disk MB", "write ms", ...reads.map((name) => `${name} ms`)];
  return [`| ${columns.join(" | ")} |`, `|${" --- |".repeat(columns.length)}`, ...rows].join("\n");
}
