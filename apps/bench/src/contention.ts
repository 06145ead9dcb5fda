import { views } from "./dashboard.ts";
import { generateLoad, type LoadResult } from "./load-generator.ts";
import { batchSize } from "./numbered-batch.ts";
import { readingLoops } from "./reading-loops.ts";
import type { SeededLog } from "./seed-log.ts";
import { startServerProcess } from "./server-process.ts";
import { percentile, type Row } from "./statistics.ts";

const share = 0.3;
const rounds = 2;
const seconds = 15;

/**
 * Measures how long acknowledgments take at a moderate rate: once without readers, and once while other clients read
 * continuously.
 */
export async function measureContention({ dataDir, flags }: SeededLog): Promise<Row[]> {
  const server = await startServerProcess(dataDir, flags);
  const { url } = server;
  try {
    const run = `contention-${Date.now()}`;
    const rated = await generateLoad({
      url,
      run: `${run}-rated`,
      seconds: 8,
      connections: 8,
      rate: null,
      yields: false,
    });
    const rate = share * rated.acknowledgedPerSecond;
    const load = (name: string): Promise<LoadResult> =>
      generateLoad({ url, run: `${run}-${name}`, seconds, connections: 64, rate, yields: false });
    const [quiet, busy]: [number[], number[]] = [[], []];
    const reads = new Map<string, number>();
    for (let round = 0; round < rounds; round += 1) {
      quiet.push(...requireAll(await load(`quiet${round}`)));
      const loops = readingLoops(url, views());
      busy.push(...requireAll(await load(`busy${round}`)));
      for (const [name, count] of await loops.stop()) reads.set(name, (reads.get(name) ?? 0) + count);
    }
    const [before, meanwhile] = [percentile(quiet, 0.99), percentile(busy, 0.99)];
    const readSeconds = rounds * seconds;
    return [
      {
        what: `written, ${share * 100} % of ${(rated.acknowledgedPerSecond * batchSize).toFixed(0)} steps/s`,
        measured: `${(rate * batchSize).toFixed(0)} steps/s in batches of ${batchSize}`,
        target: "(load)",
        met: true,
      },
      {
        what: "read during the writes",
        measured: [...reads].map(([name, count]) => `${(count / readSeconds).toFixed(1)} ${name}/s`).join(", "),
        target: "(load)",
        met: true,
      },
      { what: "acknowledgment latency without readers, p99", measured: times(quiet), target: "(base)", met: true },
      {
        what: "acknowledgment latency during reads, p99",
        measured: `${times(busy)} = ${(meanwhile / before).toFixed(1)} x`,
        target: "<= 3 x",
        met: meanwhile <= 3 * before,
      },
    ];
  } finally {
    await server.stop();
  }
}

function times(samples: readonly number[]): string {
  return `${percentile(samples, 0.99).toFixed(0)} ms (median ${percentile(samples, 0.5).toFixed(0)} ms, ${samples.length} batches)`;
}

function requireAll(load: LoadResult): readonly number[] {
  if (load.times.length === load.sent && load.unsent === 0) return load.times;
  throw new Error(
    `Only ${load.times.length} of ${load.sent} batches were acknowledged, and ${load.unsent} could not be sent.`,
  );
}
