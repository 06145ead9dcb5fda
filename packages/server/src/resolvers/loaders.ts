import DataLoader from "dataloader";
import type { MeasuredState } from "../evaluators/calibration.ts";
import { readVersionStates } from "../evaluators/judge-states.ts";
import type { AccountRecord } from "../store/accounts.ts";
import type { ScoreStatistics } from "../store/analytics.ts";
import type { DatasetItemRecord, DatasetRecord } from "../store/datasets.ts";
import type { RuleFigures } from "../store/evaluation-rules.ts";
import type { EvaluatorVersionRecord } from "../store/evaluators.ts";
import type { AttachmentRecord } from "../store/files.ts";
import type { ExperimentRunRecord } from "../store/experiment-runs.ts";
import type { ExperimentItemRecord, ExperimentScores } from "../store/experiments.ts";
import type {
  Reviewer,
  ReviewFigures,
  ReviewItemRecord,
  ReviewQueueRecord,
  ReviewRecord,
} from "../store/review-queues.ts";
import type { ScoreSchemaRecord } from "../store/score-schemas.ts";
import type { StepUsage, ThreadUsage } from "../store/prices.ts";
import type { PromptLineageRecord, PromptSummary } from "../store/prompts.ts";
import type { ScoreRecord } from "../store/scores.ts";
import type { StepRecord } from "../store/steps.ts";
import type { StepType } from "../store/step-type.ts";
import type { Store } from "../store/store.ts";
import { findPrices, type PriceKey } from "./listed-prices.ts";
import type { ModelPriceSource, StepSource } from "./sources.ts";
import type { ThreadEnds, ThreadErrors, ThreadRecord } from "../store/threads.ts";
import type { ThreadPeriod, UserActivity, UserRecord } from "../store/users.ts";

/** Key of the steps of a thread. If `types` is undefined, the steps of all types are loaded. */
export interface StepsOfThreadKey {
  readonly threadId: string;
  readonly types: readonly StepType[] | undefined;
}

/** Key of the newest scores of the steps of a thread. If `names` is undefined, scores with any name are loaded. */
export interface StepScoresKey {
  readonly id: string;
  readonly first: number;
  readonly names: readonly string[] | undefined;
}

/**
 * Loaders that combine the reads of one request into few calls of the store. Results are not cached, because a later
 * field of the request must see the changes of an earlier mutation.
 */
/** A user, and the period of the threads to count. Default: all threads. */
export interface UserInPeriod {
  readonly id: string;
  readonly period?: ThreadPeriod | undefined;
}

export interface Loaders {
  readonly threads: DataLoader<string, ThreadRecord | null>;
  readonly steps: DataLoader<string, StepRecord | null>;
  readonly stepsOfThread: DataLoader<StepsOfThreadKey, StepSource[]>;
  readonly endsOfThread: DataLoader<string, ThreadEnds>;
  readonly errorsOfThread: DataLoader<string, ThreadErrors>;
  readonly turnsOfThread: DataLoader<string, number>;
  readonly costOfThread: DataLoader<string, number | null>;
  readonly usageOfThread: DataLoader<string, ThreadUsage | null>;
  readonly usageOfStep: DataLoader<string, StepUsage | null>;
  readonly costOfUser: DataLoader<UserInPeriod, number | null>;
  readonly scoresOfStep: DataLoader<string, ScoreRecord[]>;
  readonly scoresOfThread: DataLoader<string, ScoreRecord[]>;
  readonly scoresOfStepsOfThread: DataLoader<StepScoresKey, ScoreRecord[]>;
  readonly scoresOfExperimentItem: DataLoader<string, ScoreRecord[]>;
  readonly scoresOfEvaluator: DataLoader<{ readonly id: string; readonly first: number }, ScoreRecord[]>;
  readonly commentCountOfThread: DataLoader<string, number>;
  readonly commentCountOfStep: DataLoader<string, number>;
  readonly members: DataLoader<string, AccountRecord | null>;
  /** Name of an API key by its id. If the project has no key with this id, the id is returned instead of a name. */
  readonly apiKeyNames: DataLoader<string, string>;
  readonly attachmentsOfStep: DataLoader<string, AttachmentRecord[]>;
  readonly pricesOfCosts: DataLoader<PriceKey, ModelPriceSource | null>;
  readonly users: DataLoader<string, UserRecord | null>;
  readonly userActivity: DataLoader<UserInPeriod, UserActivity>;
  readonly errorThreadCountOfUser: DataLoader<UserInPeriod, number>;
  readonly scoresOfUser: DataLoader<UserInPeriod & { readonly name: string }, ScoreStatistics | null>;
  readonly datasets: DataLoader<string, DatasetRecord | null>;
  readonly itemsOfDataset: DataLoader<string, DatasetItemRecord[]>;
  readonly itemCountOfDataset: DataLoader<string, number>;
  readonly itemCountOfExperiment: DataLoader<string, number>;
  readonly scoresOfExperiment: DataLoader<string, ExperimentScores[]>;
  readonly runOfExperiment: DataLoader<string, ExperimentRunRecord | null>;
  readonly experimentItems: DataLoader<string, ExperimentItemRecord | null>;
  readonly figuresOfRule: DataLoader<string, RuleFigures>;
  readonly measuredStates: DataLoader<EvaluatorVersionRecord, MeasuredState>;
  readonly scores: DataLoader<string, ScoreRecord | null>;
  readonly reviewQueues: DataLoader<string, ReviewQueueRecord | null>;
  readonly figuresOfReviewQueue: DataLoader<string, ReviewFigures>;
  /**
   * Loads the number of items in each queue that the reviewer can review now. The first call in a request creates the
   * loader, which later calls reuse. So all calls in a request must pass the same reviewer.
   */
  readonly availableOfReviewQueue: (reviewer: Reviewer, now: number) => DataLoader<string, number>;
  readonly reviewItems: DataLoader<string, ReviewItemRecord | null>;
  readonly referenceOfStep: DataLoader<string, DatasetItemRecord | null>;
  readonly reviewsOfItem: DataLoader<string, ReviewRecord[]>;
  readonly scoreSchemas: DataLoader<string, ScoreSchemaRecord | null>;
  readonly evaluatorVersions: DataLoader<string, EvaluatorVersionRecord | null>;
  readonly promptSummaries: DataLoader<string, PromptSummary>;
  readonly promptLineages: DataLoader<string, PromptLineageRecord | null>;
}

export function createLoaders(store: Store, projectId: string): Loaders {
  let available: DataLoader<string, number> | undefined;
  return {
    threads: batched((ids) => store.threads.getMany(projectId, ids)),
    steps: batched((ids) => store.steps.getMany(projectId, ids)),
    stepsOfThread: new DataLoader((keys) => loadStepsOfThreads(store, projectId, keys), { cache: false }),
    endsOfThread: batched((ids) => store.steps.endsOfThreads(projectId, ids)),
    errorsOfThread: batched((ids) => store.steps.errorsOfThreads(projectId, ids)),
    turnsOfThread: batched((ids) => store.steps.turnsOfThreads(projectId, ids)),
    costOfThread: batched((ids) => store.prices.costsOfThreads(projectId, ids)),
    usageOfThread: batched((ids) => store.prices.usagesOfThreads(projectId, ids)),
    usageOfStep: batched((ids) => store.prices.usagesOfSteps(projectId, ids)),
    costOfUser: batchedByPeriod((ids, period) => store.prices.costsOfUsers(projectId, ids, period)),
    scoresOfStep: batched((ids) => store.scores.ofSteps(projectId, ids)),
    scoresOfThread: batched((ids) => store.scores.ofThreads(projectId, ids)),
    scoresOfStepsOfThread: new DataLoader((keys) => loadStepScores(store, projectId, keys), { cache: false }),
    scoresOfExperimentItem: batched((ids) => store.scores.ofExperimentItems(projectId, ids)),
    scoresOfEvaluator: new DataLoader(
      async (keys) => {
        const ids = [...new Set(keys.map(({ id }) => id))];
        const most = Math.max(...keys.map(({ first }) => first));
        const scores = await store.scores.ofEvaluators(projectId, ids, most);
        return keys.map(({ id, first }) => scores[ids.indexOf(id)]?.slice(0, first) ?? []);
      },
      { cache: false },
    ),
    commentCountOfThread: batched((ids) => store.comments.count(projectId, "thread", ids)),
    commentCountOfStep: batched((ids) => store.comments.count(projectId, "step", ids)),
    members: batched(async (ids) => {
      const members = await store.accounts.members(projectId);
      const accounts = new Map(members.map(({ account }) => [account.id, account]));
      return ids.map((id) => accounts.get(id) ?? null);
    }),
    apiKeyNames: batched(async (ids) => {
      const names = new Map((await store.projects.listKeys(projectId)).map(({ id, name }) => [id, name]));
      return ids.map((id) => names.get(id) ?? id);
    }),
    attachmentsOfStep: batched((ids) => store.files.attachmentsOf(projectId, ids)),
    pricesOfCosts: new DataLoader((keys) => findPrices(store, projectId, keys), { cache: false }),
    users: batched((ids) => store.users.getMany(projectId, ids)),
    userActivity: batchedByPeriod((ids, period) => store.users.activity(projectId, ids, period)),
    errorThreadCountOfUser: batchedByPeriod((ids, period) => store.users.errorThreadCounts(projectId, ids, period)),
    scoresOfUser: new DataLoader((keys) => loadScoresOfUsers(store, projectId, keys), { cache: false }),
    referenceOfStep: batched((ids) => store.datasets.referencesOf(projectId, ids)),
    datasets: batched((ids) => store.datasets.getMany(projectId, ids)),
    itemCountOfDataset: batched((ids) => store.datasets.countItems(projectId, ids)),
    itemCountOfExperiment: batched((ids) => store.experiments.countItems(projectId, ids)),
    scoresOfExperiment: batched((ids) => store.experiments.scoresOf(projectId, ids)),
    runOfExperiment: batched((ids) => store.experimentRuns.getMany(projectId, ids)),
    experimentItems: batched((ids) => store.experiments.getItems(projectId, ids)),
    figuresOfRule: batched((ids) => store.evaluationRules.figures(projectId, ids, Date.now())),
    measuredStates: new DataLoader(
      async (versions) =>
        (await readVersionStates(store, projectId, { versions, now: Date.now() })).map(({ measured }) => measured),
      { cache: false },
    ),
    scores: batched((ids) => store.scores.getMany(projectId, ids)),
    reviewQueues: batched((ids) => store.reviewQueues.getMany(projectId, ids)),
    figuresOfReviewQueue: batched((ids) => store.reviewQueues.figures(projectId, ids, Date.now())),
    availableOfReviewQueue(reviewer, now) {
      available ??= batched((ids) => store.reviewQueues.available(projectId, ids, { reviewer, now }));
      return available;
    },
    reviewItems: batched((ids) => store.reviewQueues.getItems(projectId, ids)),
    reviewsOfItem: batched((ids) => store.reviewQueues.reviewsOf(projectId, ids)),
    scoreSchemas: batched(async (ids) => {
      const schemas = new Map((await store.scoreSchemas.all(projectId)).map((schema) => [schema.id, schema]));
      return ids.map((id) => schemas.get(id) ?? null);
    }),
    evaluatorVersions: batched((ids) => store.evaluators.getVersions(projectId, ids)),
    promptSummaries: batched((ids) => store.prompts.summaries(projectId, ids)),
    itemsOfDataset: batched((ids) => store.datasets.itemsOf(projectId, ids)),
    promptLineages: batched((ids) => store.prompts.getLineages(projectId, ids)),
  };
}

function batched<Value>(load: (ids: readonly string[]) => Promise<Value[]>): DataLoader<string, Value> {
  return new DataLoader<string, Value>(
    async (ids) => {
      const distinct = [...new Set(ids)];
      const values = await load(distinct);
      if (distinct.length === ids.length) return values;
      const valueOf = new Map(distinct.map((id, index) => [id, values[index] as Value]));
      return ids.map((id) => valueOf.get(id) as Value);
    },
    { cache: false },
  );
}

function keyOf({ id, period }: UserInPeriod): string {
  return JSON.stringify([period, id]);
}

/** Like {@link batched}, with one call of `load` for each period. */
function batchedByPeriod<Value>(
  load: (ids: readonly string[], period: ThreadPeriod | undefined) => Promise<Value[]>,
): DataLoader<UserInPeriod, Value> {
  return new DataLoader<UserInPeriod, Value>(
    async (keys) => {
      const values = new Map<string, Value>();
      for (const group of Map.groupBy(keys, ({ period }) => JSON.stringify(period)).values()) {
        const period = group[0]?.period;
        const ids = [...new Set(group.map(({ id }) => id))];
        // oxlint-disable-next-line no-await-in-loop -- usually one period
        for (const [index, value] of (await load(ids, period)).entries()) {
          values.set(keyOf({ id: ids[index] ?? "", period }), value);
        }
      }
      return keys.map((key) => values.get(keyOf(key)) as Value); // `load` returns a value for each id
    },
    { cache: false },
  );
}

async function loadScoresOfUsers(
  store: Store,
  projectId: string,
  keys: readonly (UserInPeriod & { readonly name: string })[],
): Promise<(ScoreStatistics | null)[]> {
  const groups = Map.groupBy(keys, ({ name, period }) => JSON.stringify([name, period]));
  const found = new Map<(typeof keys)[number], ScoreStatistics | null>();
  for (const group of groups.values()) {
    const { name = "", period } = group[0] ?? {};
    // oxlint-disable-next-line no-await-in-loop -- usually one name
    const scores = await store.users.scores(
      projectId,
      group.map(({ id }) => id),
      name,
      period,
    );
    for (const [index, key] of group.entries()) found.set(key, scores[index] ?? null);
  }
  return keys.map((key) => found.get(key) ?? null);
}

async function loadStepsOfThreads(
  store: Store,
  projectId: string,
  keys: readonly StepsOfThreadKey[],
): Promise<StepSource[][]> {
  const groups = new Map<string, StepsOfThreadKey[]>();
  for (const key of keys) {
    const name = key.types?.join(",") ?? "*";
    groups.set(name, [...(groups.get(name) ?? []), key]);
  }
  const found = new Map<StepsOfThreadKey, StepSource[]>();
  for (const group of groups.values()) {
    const threadIds = [...new Set(group.map(({ threadId }) => threadId))];
    const threads = await store.steps.ofThreads(projectId, threadIds, { types: group[0]?.types });
    await addBelongings(store, projectId, threads.flat());
    const stepsOf = new Map(threadIds.map((threadId, index) => [threadId, threads[index]]));
    for (const key of group) found.set(key, stepsOf.get(key.threadId) ?? []);
  }
  return keys.map((key) => found.get(key) ?? []);
}

async function loadStepScores(
  store: Store,
  projectId: string,
  keys: readonly StepScoresKey[],
): Promise<ScoreRecord[][]> {
  const found = new Map<StepScoresKey, ScoreRecord[]>();
  // The fields of a query can have different arguments. Keys with the same arguments are loaded together.
  const groups = Map.groupBy(keys, ({ first, names }) => JSON.stringify([first, names]));
  for (const group of groups.values()) {
    const { first = 1, names } = group[0] ?? {};
    const ids = [...new Set(group.map(({ id }) => id))];
    // oxlint-disable-next-line no-await-in-loop -- there are as many groups as fields in the query
    const scores = await store.scores.ofStepsOfThreads(projectId, ids, { first, names });
    for (const key of group) found.set(key, scores[ids.indexOf(key.id)] ?? []);
  }
  return keys.map((key) => found.get(key) ?? []);
}

/**
 * Adds scores and attachments to the steps of a thread, even if the query does not select them. Loading them on demand
 * would cost more, because it needs a promise for each step.
 */
async function addBelongings(store: Store, projectId: string, steps: readonly StepRecord[]): Promise<void> {
  const ids = steps.map(({ id }) => id);
  const [scores, attachments] = await Promise.all([
    store.scores.ofSteps(projectId, ids),
    store.files.attachmentsOf(projectId, ids),
  ]);
  for (const [index, step] of steps.entries()) {
    // Sets the fields of the step itself. Copying the step would read all its fields, and reading a payload parses it.
    const source: { -readonly [Field in keyof StepSource]: StepSource[Field] } = step;
    source.scores = scores[index];
    source.attachments = attachments[index];
  }
}
