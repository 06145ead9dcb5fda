import { ConfigError } from "../errors.ts";
import type { DatasetExperimentItem } from "../experiment-item.ts";
import { describeError } from "../instrumentation/describe-error.ts";
import type { RecordingClient } from "../recording-client.ts";
import type { EvaluateOptions, Scorer } from "../types/evaluations.ts";
import type { JsonObject } from "../types/json.ts";
import type { ScoreConstructor } from "../types/scores.ts";
import type { EvaluatedItem } from "./evaluated-item.ts";
import { EvaluationResult } from "./evaluation-result.ts";
import { hashKey, toStored, trialId } from "./item-key.ts";
import { type LoadedItem, loadItems } from "./load-items.ts";
import { requireMeasured } from "./measured-judges.ts";
import { openExperiment } from "./open-experiment.ts";
import { createProgress, progressOutput } from "./progress-bar.ts";
import { runAll } from "./run-all.ts";
import { loadEvaluators, runEvaluators } from "./run-evaluators.ts";
import { SCORER_ERRORS, scorerErrorsOf } from "./scorer-errors.ts";
import { runScorers, scorerName } from "./run-scorers.ts";

interface Trial {
  readonly id: string;
  readonly key: string;
  readonly item: LoadedItem;
  readonly repeat: number;
}

const DEFAULT_CONCURRENCY = 5;

/**
 * Runs a task on all items of a dataset, scores the outputs, and stores the results as an experiment. A failed task or
 * scorer does not stop the evaluation, but is reported with the item.
 *
 * For each run, the trace and the scores are stored first, and the experiment item last. When an experiment is
 * continued, the task is executed only for runs without a stored experiment item.
 *
 * @throws {ConfigError} for invalid options, for an unknown dataset and, with `requireMeasuredJudges`, for a judge
 * whose scores have too few human labels.
 * @throws {ThreadlineError} when a result cannot be stored; the evaluation can be continued.
 */
export async function evaluate<Input, Output, Expected>(
  client: RecordingClient,
  options: EvaluateOptions<Input, Output, Expected>,
): Promise<EvaluationResult> {
  const { name, dataset, repeats = 1, concurrency = DEFAULT_CONCURRENCY, signal, params = {} } = options;
  requireCount("repeats", repeats);
  requireCount("concurrency", concurrency);
  if (client.disabled)
    throw new ConfigError(
      "evaluate: results cannot be stored, because the client was created with the option disabled",
    );
  signal?.throwIfAborted();
  const { datasetId, datasetVersion, split, items } = await loadItems(client.api, dataset, { signal });
  if (items.length === 0) {
    const where = split === undefined ? "" : ` in the split ${JSON.stringify(split)}`;
    throw new ConfigError(
      `evaluate: experiment ${JSON.stringify(name)} cannot run, because its dataset has no items${where}`,
    );
  }
  const total = items.length * repeats;
  const scorers = options.scorers.filter((scorer) => typeof scorer !== "string");
  const evaluatorNames = options.scorers.filter((scorer) => typeof scorer === "string");
  const evaluators = await loadEvaluators(client.api, evaluatorNames, { signal });
  if (options.requireMeasuredJudges === true) await requireMeasured(client.api, evaluators, { signal });
  const scorerNames = [...scorers.map(scorerName), ...evaluators.map((evaluator) => evaluator.name)];
  const experiment = await openExperiment(
    client.api,
    {
      id: options.id,
      newId: client.createId(),
      name,
      datasetId,
      datasetVersion,
      promptVariantId: options.promptVariantId,
      params: {
        ...params,
        ...(split !== undefined && { split }),
        items: items.length,
        repeats,
        scorers: scorerNames,
      },
      resume: options.resume ?? true,
      total,
      evaluators,
    },
    { signal },
  );

  const stored = new Map(experiment.items.map((item) => [item.id, item]));
  const keys = await Promise.all(items.map((item) => hashKey(item.key)));
  const trials = items.flatMap((item, index) =>
    Array.from({ length: repeats }, (_, repeat): Trial => {
      const key = keys[index] ?? "";
      return { id: trialId(experiment.id, key, repeat), key, item, repeat };
    }),
  );

  const report = createProgress(options.progress, progressOutput(options.progress));
  const progress = { name, experimentId: experiment.id, done: 0, total, failed: 0 };
  const outcomes = new Map<string, EvaluatedItem>();
  try {
    await runAll(trials, { concurrency, signal }, async (trial, stop) => {
      const known = stored.get(trial.id);
      const item =
        known === undefined
          ? await runTrial(client, { trial, options, scorers, experimentId: experiment.id, stop })
          : await readOutcome(client, { trial, stored: known, scorers: scorerNames.length });
      const outcome = await runEvaluators(client.api, evaluators, { item, signal: stop });
      // An experiment is complete when each item with an output has a score of each evaluator, or a stored error if the
      // evaluator failed. Without stored errors, an experiment with a failing evaluator would never be complete.
      if (outcome.scorerErrors !== item.scorerErrors) await storeErrors(client, outcome, stop);
      outcomes.set(trial.id, outcome);
      progress.done += 1;
      if (outcome.error !== null || Object.keys(outcome.scorerErrors).length > 0) progress.failed += 1;
      report.update({ ...progress });
    });
  } catch (error) {
    report.end();
    throw error;
  }
  await client.flush();
  const result = new EvaluationResult(client.api, {
    experimentId: experiment.id,
    name: experiment.name,
    datasetId: datasetId ?? null,
    repeats,
    items: trials.flatMap(({ id }) => outcomes.get(id) ?? []),
  });
  report.end(String(result));
  return result;
}

function requireCount(option: string, value: number): void {
  if (!Number.isSafeInteger(value) || value < 1) {
    throw new ConfigError(`evaluate: ${option} must be a whole number of at least 1`);
  }
}

async function runTrial<Input, Output, Expected>(
  client: RecordingClient,
  {
    trial: { id, key, item, repeat },
    options: { task, taskTimeoutMs },
    scorers,
    experimentId,
    stop,
  }: {
    readonly trial: Trial;
    readonly options: EvaluateOptions<Input, Output, Expected>;
    readonly scorers: readonly Scorer<Input, Output, Expected>[];
    readonly experimentId: string;
    readonly stop: AbortSignal;
  },
): Promise<EvaluatedItem> {
  const input = toStored("input", item.input);
  const { datasetItemId, metadata } = item;
  const expected = item.expected as Expected | undefined; // the caller states the type of its items
  const run = client.experimentItemRun({ input, metadata: { experimentId, datasetItemId, repeat } });
  let output: JsonObject | null = null;
  let error: string | null = null;
  let scores: readonly ScoreConstructor[] = [];
  let scorerErrors: Readonly<Record<string, string>> = {};
  try {
    const answer = await run.wrap(() =>
      withDeadline(taskTimeoutMs, stop, (signal) =>
        // The cast cannot be checked here, because only the caller knows the type of the input.
        task(item.input as Input, { signal, expected, metadata, repeat }),
      ),
    );
    output = toStored("output", answer);
    // Scorers run outside the trace of the task. Otherwise, their records, such as the model calls of a judge, would
    // count toward the cost of the item.
    const outside = { ...client.context, currentThread: null, currentStep: null, rootRun: null };
    const inside = { ...outside, environment: "experiment" as const, metadata: { datasetExperimentItemId: id } };
    const scored = { input: item.input as Input, output: answer, expected, metadata };
    ({ scores, errors: scorerErrors } = await client.store.run(inside, () => runScorers(scorers, scored)));
  } catch (failure) {
    error = describeError(failure);
  }
  // Throws if the evaluation was canceled, so that a canceled run is not stored as a failed run.
  stop.throwIfAborted();
  if (Object.keys(scorerErrors).length > 0) run.metadata = { ...run.metadata, [SCORER_ERRORS]: { ...scorerErrors } };
  // The item is stored last, so that a run is repeated if its trace or scores were lost in a crash.
  await run.send();
  const owned = scores.map((score) => ({
    ...score,
    id: `${id}-${score.name}`.slice(0, 255),
    datasetExperimentItemId: id,
  }));
  await client.api.createScores(owned, { signal: stop });
  const stored = { id, datasetExperimentId: experimentId, datasetItemId, experimentRunId: run.id, input, output };
  await client.api.createExperimentItem(stored, { signal: stop });
  return {
    id,
    key,
    datasetItemId,
    repeat,
    input,
    output,
    scores: owned,
    error,
    scorerErrors,
    experimentRunId: run.id,
    isResumed: false,
  };
}

/**
 * Reads the stored outcome of a run, when an experiment is continued. The errors of the run are stored with its step.
 */
async function readOutcome(
  client: RecordingClient,
  {
    trial,
    stored,
    scorers,
  }: { readonly trial: Trial; readonly stored: DatasetExperimentItem; readonly scorers: number },
): Promise<EvaluatedItem> {
  const { id, key, item, repeat } = trial;
  const { experimentRunId = null, output = null, scores } = stored;
  const isComplete = output !== null && scores.length >= scorers;
  const step = isComplete || experimentRunId === null ? null : await client.api.getStep(experimentRunId);
  const error = step?.error ?? null;
  return {
    id,
    key,
    datasetItemId: item.datasetItemId,
    repeat,
    input: toStored("input", item.input),
    output,
    scores,
    error: output === null ? String(error ?? "The task failed.") : null,
    scorerErrors: scorerErrorsOf(step?.metadata),
    experimentRunId,
    isResumed: true,
  };
}

async function storeErrors(
  client: RecordingClient,
  { experimentRunId, scorerErrors }: EvaluatedItem,
  signal: AbortSignal,
): Promise<void> {
  const step = experimentRunId === null ? null : await client.api.getStep(experimentRunId, { signal });
  if (step === null) return;
  const { id, type, name, environment } = step;
  const metadata = { ...step.metadata, [SCORER_ERRORS]: { ...scorerErrors } };
  await client.api.sendSteps([{ id, type, name, environment, metadata }], { signal });
}

/**
 * Runs the task with a signal that aborts with `stop` or after `timeoutMs`. When the signal aborts, the promise
 * rejects, even if the task ignores the signal.
 */
async function withDeadline<Output>(
  timeoutMs: number | undefined,
  stop: AbortSignal,
  task: (signal: AbortSignal) => Output | Promise<Output>,
): Promise<Output> {
  const signal = timeoutMs === undefined ? stop : AbortSignal.any([stop, AbortSignal.timeout(timeoutMs)]);
  let onAbort: (() => void) | undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    onAbort = () => reject(signal.reason as Error);
    signal.addEventListener("abort", onAbort, { once: true });
  });
  try {
    return await Promise.race([task(signal), aborted]);
  } finally {
    if (onAbort !== undefined) signal.removeEventListener("abort", onAbort);
  }
}
