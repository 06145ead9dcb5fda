import { startLoad } from "./live-load.ts";
import { loggedDays, type SeededLog } from "./seed-log.ts";
import type { ServerProcess } from "./server-process.ts";
import { postGraphQL, startServerProcess } from "./server-process.ts";
import type { Row } from "./statistics.ts";
import { percentile } from "./statistics.ts";

const day = 24 * 60 * 60_000;
/** Maximum time for one request of a page, in milliseconds. */
const limit = 100;

async function sample(server: ServerProcess, body: string): Promise<number> {
  const samples: number[] = [];
  for (let index = 0; index < 40; index += 1) samples.push(await postGraphQL(server.url, body));
  return percentile(samples, 0.95);
}

const statistics = `query ($filters: [RecordFilterInput!]) { statistics(resource: steps, filters: $filters) {
  recordCount isEstimate sampledCount errorCount inputTokenCount outputTokenCount tokenCount cost latencyP50 latencyP95
  latencyP99 ttFirstTokenP50 ttFirstTokenP95 ttFirstTokenP99 scores { name count average } } }`;
const facets = `query ($filters: [RecordFilterInput!]) { facets(resource: steps, filters: $filters, fields: [
  { field: type } { field: name } { field: environment } { field: tags } { field: model } { field: provider }
  { field: error } { field: participant } { field: scoreName } { field: metadata, path: "plan" }
  ]) { recordCount isEstimate facets { field path missingCount valueCount values { value json count } } } }`;
const threadStatistics = "{ statistics(resource: threads) { recordCount errorCount cost latencyP95 tokenCount } }";
const series = `query ($metrics: [TimeSeriesMetric!]!, $from: DateTime!, $groupBy: TimeSeriesDimension) {
  timeSeries(metrics: $metrics, from: $from, groupBy: $groupBy, offsetMinutes: 60) {
    bucketSeconds times pendingCount lines { metric group isOther values total } } }`;

function log(query: string, ...filters: unknown[]): string {
  return JSON.stringify({ query, variables: { filters } });
}

function chart(metrics: readonly string[], length: number, groupBy?: string): string {
  const from = new Date(Date.now() - length).toISOString();
  return JSON.stringify({ query: series, variables: { metrics, from, groupBy } });
}

export function views(): { readonly what: string; readonly body: string }[] {
  const ofOneName = { field: "name", operator: "eq", value: "tool 5" };
  const withError = { field: "error", operator: "nis", value: null };
  const withText = { field: "output", operator: "ilike", value: "refund arrives" };
  const counts = ["threadCount", "runCount", "stepCount", "generationCount", "errorCount"];
  const latency = ["latencyP50", "latencyP95", "latencyP99"];
  const firstToken = ["ttFirstTokenP50", "ttFirstTokenP95", "ttFirstTokenP99"];
  const month = loggedDays * day;
  return [
    { what: "logs: statistics of all steps", body: log(statistics) },
    { what: "logs: statistics of one name", body: log(statistics, ofOneName) },
    { what: "logs: statistics of errors", body: log(statistics, withError) },
    { what: "logs: statistics of a text in outputs", body: log(statistics, withText) },
    { what: "logs: ten facets of all steps", body: log(facets) },
    { what: "logs: ten facets of one name", body: log(facets, ofOneName) },
    { what: "logs: statistics of threads", body: JSON.stringify({ query: threadStatistics }) },
    { what: "dashboard: volume and errors, 30 days", body: chart(counts, month) },
    { what: "dashboard: latency percentiles, 30 days", body: chart(latency, month) },
    { what: "dashboard: time to first token by model, 30 days", body: chart(firstToken, month, "model") },
    { what: "dashboard: tokens and cost by model, 30 days", body: chart(["tokenCount", "cost"], month, "model") },
    { what: "dashboard: steps and latency by name, 30 days", body: chart(["stepCount", ...latency], month, "name") },
    { what: "dashboard: tokens by user, 30 days", body: chart(["tokenCount"], month, "participant") },
    { what: "dashboard: active users, 30 days", body: chart(["activeUserCount"], month) },
    { what: "dashboard: scores, 30 days", body: chart(["scoreAverage", "scoreCount"], month, "scoreName") },
    { what: "dashboard: volume and errors, 24 hours", body: chart(counts, day) },
    { what: "dashboard: latency by name, 1 hour", body: chart(latency, day / 24, "name") },
  ];
}

/** Measures the requests of the Logs page and of a dashboard on a large log, while new steps arrive. */
export async function measureDashboard({ dataDir, flags, rate }: SeededLog): Promise<Row[]> {
  const server = await startServerProcess(dataDir, flags);
  const live = startLoad(server, rate / 2);
  const rows: Row[] = [];
  for (const { what, body } of views()) {
    const measured = await sample(server, body);
    rows.push({
      what: `${what}, p95`,
      measured: `${measured.toFixed(1)} ms`,
      target: `<= ${limit} ms`,
      met: measured <= limit,
    });
  }
  const written = await live.stop();
  rows.push({
    what: "written during the reads",
    measured: `${written.toLocaleString("en")} steps, aiming at ${(rate / 2).toFixed(0)} steps/s`,
    target: "(load)",
    met: true,
  });
  await server.stop();
  return rows;
}
