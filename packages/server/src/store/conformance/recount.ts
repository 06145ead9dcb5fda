import type { TimeSeriesDimension, TimeSeriesMetric, TimeSeriesQuery } from "../analytics.ts";
import type { Lister } from "../list.ts";
import { percentileOf } from "../analytics/measure-rows.ts";
import type { ScoreRecord } from "../scores.ts";
import type { StepRecord } from "../steps.ts";
import type { Store } from "../store.ts";
import type { ThreadRecord } from "../threads.ts";
import { project } from "./with-store.ts";

export interface RecountedStep extends StepRecord {
  readonly participant: string | null;
}

export interface RecountedRecords {
  readonly threads: readonly (ThreadRecord & { readonly participant: string | null })[];
  readonly steps: readonly RecountedStep[];
  readonly scores: readonly ScoreRecord[];
}

export async function readRecords({ threads, steps, scores, users }: Store): Promise<RecountedRecords> {
  const allThreads = await readAll(threads);
  const userIds = allThreads.flatMap(({ participantId }) => participantId ?? []);
  const found = await users.getMany(project, userIds);
  const identifiers = new Map(found.map((user) => [user?.id, user?.identifier ?? null]));
  const withUser = allThreads.map((thread) => ({
    ...thread,
    participant: thread.participantId === null ? null : (identifiers.get(thread.participantId) ?? null),
  }));
  const userOf = new Map(withUser.map((thread) => [thread.id, thread.participant]));
  const allSteps = await readAll(steps);
  return {
    threads: withUser,
    steps: allSteps.map((step) => ({
      ...step,
      participant: step.threadId === null ? null : (userOf.get(step.threadId) ?? null),
    })),
    scores: await readAll(scores),
  };
}

async function readAll<Record>(lister: Lister<Record>): Promise<Record[]> {
  const records: Record[] = [];
  for (let after: string | undefined; ;) {
    const page = await lister.list(project, { first: 100, after });
    records.push(...page.edges.map(({ node }) => node));
    after = page.edges.at(-1)?.cursor;
    if (!page.hasNextPage) return records;
  }
}

const groupOf: Readonly<Record<TimeSeriesDimension, (step: RecountedStep) => string | null | undefined>> = {
  model: (step) => step.generation?.model,
  provider: (step) => step.generation?.provider,
  promptId: (step) => step.generation?.promptId,
  name: (step) => step.name,
  type: (step) => step.type,
  environment: (step) => step.environment,
  // The project has none of these keys, so their groups are named by the ids of the keys.
  apiKey: (step) => step.apiKeyId,
  participant: (step) => step.participant,
  scoreName: () => undefined,
};

/** Computes a metric by a loop over the records of a group, or over all records without a group. */
export function recount(
  { threads, steps, scores }: RecountedRecords,
  metric: TimeSeriesMetric,
  {
    from,
    to,
    group,
    groupBy,
    environment,
    exceptEnvironments = [],
    tags,
  }: Pick<TimeSeriesQuery, "from" | "to" | "groupBy" | "environment" | "exceptEnvironments" | "tags"> & {
    readonly group: string | null | undefined;
  },
): number | null {
  const isWithin = (own: { readonly createdAt: number; readonly tags: readonly string[] | null }): boolean =>
    own.createdAt >= from &&
    own.createdAt < to &&
    (tags === undefined || (own.tags ?? []).some((tag) => tags.includes(tag)));
  const isOf = (own: { readonly environment: string | null }): boolean =>
    (environment === undefined || own.environment === environment) &&
    (own.environment === null || !exceptEnvironments.includes(own.environment));
  const ofGroup = steps.filter(
    (step) =>
      isWithin(step) &&
      isOf(step) &&
      (group === undefined || (groupBy !== undefined && groupOf[groupBy](step) === group)),
  );
  const generations = ofGroup.flatMap(({ generation }) => generation ?? []);
  const sum = (values: readonly (number | null)[]): number =>
    values.reduce<number>((all, value) => all + (value ?? 0), 0);
  const percentile = (values: readonly (number | null | undefined)[], share: number): number | null =>
    percentileOf(
      values.flatMap((value) => value ?? []).toSorted((one, other) => one - other),
      share,
    );
  const share = Number(`0.${metric.slice(-2)}`);
  const judged = scores.filter((score) => {
    const isOfExperiment = score.datasetExperimentItemId !== null;
    return (
      isWithin(score) &&
      isOf({ environment: isOfExperiment ? "experiment" : null }) &&
      (group === undefined || score.name === group)
    );
  });
  switch (metric) {
    case "threadCount":
      return threads.filter((thread) => {
        const own = groupBy === "participant" ? thread.participant : thread.environment;
        return isWithin(thread) && isOf(thread) && (group === undefined || own === group);
      }).length;
    case "runCount":
      return ofGroup.filter(({ type }) => type === "run").length;
    case "stepCount":
      return ofGroup.length;
    case "generationCount":
      return generations.length;
    case "errorCount":
      return ofGroup.filter(({ error }) => error !== null).length;
    case "generationErrorCount":
      return generations.filter(({ error }) => error !== null).length;
    case "tokenCount":
      return sum(generations.map(({ tokenCount }) => tokenCount));
    case "inputTokenCount":
      return sum(generations.map(({ inputTokenCount }) => inputTokenCount));
    case "outputTokenCount":
      return sum(generations.map(({ outputTokenCount }) => outputTokenCount));
    case "cost":
      return generations.some(({ cost }) => cost !== null) ? sum(generations.map(({ cost }) => cost)) : null;
    case "latencyP50":
    case "latencyP95":
    case "latencyP99": {
      const latencies = ofGroup.map(({ startTime, endTime }) =>
        startTime === null || endTime === null ? null : Math.max(endTime - startTime, 0) / 1_000,
      );
      return percentile(latencies, share);
    }
    case "durationP50":
    case "durationP95":
    case "durationP99":
      return percentile(
        generations.map(({ duration }) => duration),
        share,
      );
    case "ttFirstTokenP50":
    case "ttFirstTokenP95":
    case "ttFirstTokenP99":
      return percentile(
        generations.map(({ ttFirstToken }) => ttFirstToken),
        share,
      );
    case "activeUserCount":
      return new Set(ofGroup.flatMap(({ participant }) => participant ?? [])).size;
    case "scoreCount":
      return judged.length;
    case "scoreAverage":
      return judged.length === 0 ? null : sum(judged.map(({ value }) => value)) / judged.length;
  }
}
