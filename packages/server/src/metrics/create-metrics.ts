import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import packageJson from "../../package.json" with { type: "json" };
import type { Answers } from "../answers/answers.ts";
import type { Admission } from "../http/admission.ts";
import { decorate } from "../store/decorate.ts";
import { ruleJobs } from "../store/evaluation-rules.ts";
import type { Store } from "../store/store.ts";

export interface Metrics {
  /** The given store, wrapped so that it counts records for the metrics. */
  readonly store: Store;
  /**
   * Counts a completed request. `route` is the pattern of the route, not the path of the request, because each
   * different value creates another time series.
   */
  observe(request: {
    readonly method: string;
    readonly route: string;
    readonly status: number;
    readonly seconds: number;
  }): void;
  countJob(kind: string, outcome: string): void;
  read(): Promise<{ readonly text: string; readonly contentType: string }>;
}

/** Upper bounds of the duration buckets, in seconds. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export function createMetrics(
  store: Store,
  admission: Pick<Admission, "bytes" | "refused">,
  answers: Pick<Answers, "bytes">,
): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: "threadline_http_request_duration_seconds",
    help: "Request duration, by route and status.",
    labelNames: ["method", "route", "status"],
    buckets,
    registers,
  });
  const steps = new Counter({
    name: "threadline_steps_total",
    help: "Steps written, by outcome: stored, or rejected because they were deleted before.",
    labelNames: ["outcome"],
    registers,
  });
  const commit = new Histogram({
    name: "threadline_ingest_commit_duration_seconds",
    help: "Time from receiving a batch of steps to its durable commit.",
    buckets,
    registers,
  });
  const backlog = new Gauge({
    name: "threadline_backlog_records",
    help: "Records that background work has not processed yet. Search and statistics include them nevertheless.",
    labelNames: ["work"],
    registers,
  });

  const pending = new Gauge({
    name: "threadline_pending_bytes",
    help: "Bytes of request bodies in progress.",
    registers,
  });
  const pendingAnswers = new Gauge({
    name: "threadline_pending_answer_bytes",
    help: "Bytes of responses not yet received by clients, and of the data read for them.",
    registers,
  });
  const refusals = new Counter({
    name: "threadline_overload_refusals_total",
    help: "Requests rejected with 429 because of too much work in progress.",
    registers,
  });

  const attempts = new Counter({
    name: "threadline_job_attempts_total",
    help: "Attempts of jobs that ended on this server, by outcome: done, failed, retried, paused, released or lost.",
    labelNames: ["kind", "outcome"],
    registers,
  });
  const jobs = new Gauge({
    name: "threadline_jobs",
    help: "Jobs in the database, by state. Ended jobs are kept for one day, failed ones for 30 days.",
    labelNames: ["kind", "state"],
    registers,
  });
  const lag = new Gauge({
    name: "threadline_job_lag_seconds",
    help: "Time for which the oldest due job has waited. For match-rules, time for which the oldest steps have waited for the rules.",
    labelNames: ["kind"],
    registers,
  });

  new Gauge({
    name: "threadline_build_info",
    help: "Always 1, labeled with the version of the service.",
    labelNames: ["version"],
    registers,
  }).set({ version: packageJson.version }, 1);

  return {
    store: decorate(store, {
      steps: decorate(store.steps, {
        async ingest(projectId, writes) {
          const endTimer = commit.startTimer();
          const outcomes = await store.steps.ingest(projectId, writes);
          endTimer();
          for (const outcome of outcomes) steps.inc({ outcome });
          return outcomes;
        },
        async ingestWithThreads(projectId, writes, updates) {
          const endTimer = commit.startTimer();
          const outcomes = await store.steps.ingestWithThreads(projectId, writes, updates);
          endTimer();
          for (const outcome of outcomes.steps) steps.inc({ outcome });
          return outcomes;
        },
      }),
    }),
    observe({ method, route, status, seconds }) {
      duration.observe({ method, route, status }, seconds);
    },
    countJob(kind, outcome) {
      attempts.inc({ kind, outcome });
    },
    async read() {
      const [counts, due, oldestArrival] = await Promise.all([
        store.jobs.counts(),
        store.jobs.due(Date.now()),
        store.evaluationRules.oldestArrival(),
      ]);
      jobs.reset();
      for (const { kind, state, count } of counts) jobs.set({ kind, state }, count);
      lag.reset();
      for (const { kind, since } of due) lag.set({ kind }, Math.max(0, Date.now() - since) / 1_000);
      if (oldestArrival !== null) lag.set({ kind: ruleJobs.match }, Math.max(0, Date.now() - oldestArrival) / 1_000);
      for (const [work, count] of Object.entries(await store.backlog())) backlog.set({ work }, count);
      pending.set(admission.bytes);
      pendingAnswers.set(answers.bytes);
      refusals.reset();
      refusals.inc(admission.refused);
      return { text: await registry.metrics(), contentType: registry.contentType };
    },
  };
}
