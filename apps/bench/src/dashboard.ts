import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSqliteStore } from "threadline";
import { startLoad } from "./live-load.ts";
import type { ServerProcess } from "./server-process.ts";
import { postGraphQL, startServerProcess } from "./server-process.ts";
import type { Row } from "./statistics.ts";
import { percentile } from "./statistics.ts";
import { makeBatches, type BenchStep } from "./workload.ts";
import { toStepWrite } from "./writes.ts";

const size = 100;
const day = 24 * 60 * 60_000;
const days = 30;
/** Milliseconds of server time that a view may take. */
const limit = 100;

type StepWrite = ReturnType<typeof toStepWrite>;

/** A step of the past: spread over the days, with times that differ, some errors, and a score now and then. */
function toPastStep(step: BenchStep, number: number, createdAt: number): StepWrite {
  const write = toStepWrite(step);
  const spread = Math.exp(((number * 7919) % 1_000) / 200);
  const latency = Math.round(20 * spread);
  return {
    ...write,
    createdAt,
    startTime: createdAt,
    endTime: createdAt + latency,
    environment: number % 10 === 0 ? "staging" : "prod",
    error: number % 37 === 0 ? "Timeout after 30 s" : null,
    generation: write.generation && {
      ...write.generation,
      model: ["gpt-4o", "gpt-4o-mini", "claude-sonnet-4-5", "mistral-large-latest"][Math.floor(number / 4) % 4],
      provider: ["openai", "openai", "anthropic", "mistral"][Math.floor(number / 4) % 4],
      duration: latency / 1_000,
      ttFirstToken: Math.round(latency / 3) + 1,
    },
    ...(number % 50 === 0 && {
      scores: [
        {
          id: `score-${number}`,
          at: createdAt,
          stepId: write.id,
          name: "helpful",
          type: "AI",
          value: (number % 9) / 8,
        },
      ],
    }),
  };
}

/** Fills the first project with steps of the last days; resolves to the rate reached (steps/s). */
async function seed(dataDir: string, steps: number): Promise<number> {
  await startServerProcess(dataDir).then((server) => server.stop());
  const store = await openSqliteStore({ path: join(dataDir, "threadline.db") });
  const project = await store.projects.find("default");
  if (!project) throw new Error("the service made no project `default`");
  const [end, startedAt] = [Date.now(), performance.now()];
  for (let from = 0; from < steps; from += size) {
    const [batch = []] = makeBatches({ run: "past", batches: 1, size, from });
    const createdAt = (index: number): number => Math.floor(end - days * day * (1 - (from + index) / steps));
    const writes = batch.map((step, index) => toPastStep(step, from + index, createdAt(index)));
    await store.steps.ingest(project.id, writes);
    const users = [...new Set(batch.map(({ threadId }) => threadId))].map((id, place) =>
      store.threads.update(project.id, {
        id,
        createdAt: createdAt(0),
        participant: `user-${(from / 20 + place) % 1_000}`,
        newUserId: `user-id-${(from / 20 + place) % 1_000}`,
      }),
    );
    await Promise.all(users);
    if (from % 100_000 === 0) console.error(`  seeded ${from} of ${steps} steps`);
  }
  const rate = (steps * 1_000) / (performance.now() - startedAt);
  await store.analytics.settle();
  await store.close();
  return rate;
}

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

/** The queries of the Logs page and of the charts of a dashboard. */
function views(): { readonly what: string; readonly body: string }[] {
  const ofOneName = { field: "name", operator: "eq", value: "tool 5" };
  const withError = { field: "error", operator: "nis", value: null };
  const withText = { field: "output", operator: "ilike", value: "refund arrives" };
  const counts = ["threadCount", "runCount", "stepCount", "generationCount", "errorCount"];
  const latency = ["latencyP50", "latencyP95", "latencyP99"];
  const firstToken = ["ttFirstTokenP50", "ttFirstTokenP95", "ttFirstTokenP99"];
  const month = days * day;
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

/** The views of the Logs and of a dashboard over a large log while steps arrive at half of the rate of the fill. */
export async function measureDashboard(steps: number): Promise<Row[]> {
  const dataDir = await mkdtemp(join(tmpdir(), "threadline-bench-"));
  try {
    const rate = await seed(dataDir, steps);
    const server = await startServerProcess(dataDir);
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
      what: "written meanwhile",
      measured: `${written.toLocaleString("en")} steps, aiming at ${(rate / 2).toFixed(0)} steps/s`,
      target: "(load)",
      met: true,
    });
    await server.stop();
    return rows;
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
