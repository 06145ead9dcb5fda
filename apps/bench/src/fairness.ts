import { setTimeout as pause } from "node:timers/promises";
import { Bystander, formatTimes } from "./bystander.ts";
import type { Percentiles } from "./bystander.ts";
import { createProject, ordinaryRequests, seedThread } from "./other-project.ts";
import type { SeededLog } from "./seed-log.ts";
import { postGraphQL, startServerProcess } from "./server-process.ts";
import type { Row } from "./statistics.ts";

const scansPerRequest = 30;
const rounds = 3;
const seconds = 8;

/**
 * Measures the latency of a small project's requests while another project keeps the service busy. The other project
 * sends one request after the other. Each request reads 30 filtered lists of a large log, with filters that no index
 * supports. For comparison, periods without these requests are measured in between.
 */
export async function measureFairness({ dataDir, flags, steps }: SeededLog): Promise<Row[]> {
  const server = await startServerProcess(dataDir, ["--no-login", ...flags]);
  try {
    const { url } = server;
    const key = await createProject(url);
    await seedThread(url, key, 1_000);
    const requests = ordinaryRequests(url, key);
    const during = async (work: Promise<unknown>): Promise<Percentiles> => {
      const bystander = new Bystander(requests);
      const startedAt = Date.now();
      await work;
      return bystander.stop([{ startedAt, endedAt: Date.now() }]);
    };
    await during(pause(seconds * 1_000));
    const [alone, beside]: [Percentiles[], Percentiles[]] = [[], []];
    let scans = 0;
    for (let round = 0; round < rounds; round += 1) {
      alone.push(await during(pause(seconds * 1_000)));
      const scanning = scan(url, steps);
      beside.push(await during(scanning.ended));
      scans += scanning.count();
    }
    const [base, most] = [medianOf(alone), medianOf(beside)];
    return [
      { what: "another project, alone", measured: formatTimes(base), target: "(base)", met: true },
      {
        what: `another project beside requests of ${scansPerRequest} aliased scans`,
        measured: formatTimes(most, base),
        target: "p95 <= 2 x alone",
        met: most.all <= 2 * base.all,
      },
      {
        what: "scans during this time",
        measured: `${scans} in ${rounds * seconds} s`,
        target: "(load)",
        met: scans > 0,
      },
    ];
  } finally {
    await server.stop();
  }
}

/** Sends requests one after the other for some seconds. */
function scan(url: string, steps: number): { readonly ended: Promise<void>; count(): number } {
  let scans = 0;
  const send = async (): Promise<void> => {
    const until = performance.now() + seconds * 1_000;
    while (performance.now() < until) {
      await postGraphQL(url, scansOf(steps));
      scans += scansPerRequest;
    }
  };
  return { ended: send(), count: () => scans };
}

/**
 * Returns a request with many aliases. Each filters by metadata in a way that no index supports: by a substring, or by
 * inequality.
 */
function scansOf(steps: number): string {
  const filters = [
    { field: "metadata", path: "requestId", operator: "ilike", value: `seed-request-${Math.floor(steps / 3)}` },
    { field: "metadata", path: "plan", operator: "neq", value: "free" },
  ];
  const aliases = Array.from(
    { length: scansPerRequest },
    (_, index) => `a${index}: steps(first: 50, filters: $f${index % 2}) { totalCount edges { node { id name } } }`,
  );
  const query = `query ($f0: [stepsInputType!], $f1: [stepsInputType!]) { ${aliases.join(" ")} }`;
  return JSON.stringify({ query, variables: { f0: [filters[0]], f1: [filters[1]] } });
}

/** Returns the round with the median 95th percentile of all requests. */
function medianOf(measured: readonly Percentiles[]): Percentiles {
  const sorted = measured.toSorted((one, other) => one.all - other.all);
  const median = sorted[Math.floor(sorted.length / 2)];
  if (median === undefined) throw new Error("no rounds");
  return median;
}
