import type {
  Dataset,
  DatasetExperimentItemConstructor,
  IGenerationMessage,
  ScoreConstructor,
  StepConstructor,
  Threadline,
} from "@threadline/core";
import { demoMetadata, demoPrefix, demoTag } from "../demo-mark.ts";
import { inParallel } from "../in-parallel.ts";
import { patient } from "../patient.ts";
import { historyId } from "./history-id.ts";
import type { HistoryClock } from "./history-clock.ts";
import { type Case, type DatasetPlan, experimentPlans, type Trial } from "./experiment-plans.ts";
import { supportPrompts, withoutPages } from "./scripts/support-prompts.ts";
import { sendSteps } from "./send-steps.ts";
import { Trace } from "./trace.ts";

export interface RecordExperimentsOptions {
  client: Threadline;
  edition: number;
  clock: HistoryClock;
  /** Ids of the versions of the support prompt, oldest first. */
  promptIds: string[];
}

export async function recordExperiments(options: RecordExperimentsOptions): Promise<void> {
  for (const plan of experimentPlans()) await recordDataset(options, plan);
}

async function recordDataset(
  options: RecordExperimentsOptions,
  { name, description, cases, trials }: DatasetPlan,
): Promise<void> {
  const { client, edition, clock } = options;
  const createdAt = new Date(clock.at(0.1)).toISOString();
  const dataset: Dataset =
    (await client.api.getDataset({ name }, patient)) ??
    (await client.api.createDataset(
      { name, description: demoPrefix + description, metadata: demoMetadata, createdAt },
      patient,
    ));
  const items = cases.map(({ key, request, good, about }) => ({
    id: historyId(edition, `${name}/${key}`),
    input: { question: request },
    expectedOutput: { answer: good },
    metadata: { ...about, ...demoMetadata },
    createdAt,
  }));
  await client.api.createDatasetItems(dataset.id, items, patient);
  for (const trial of trials) {
    const itemIds = items.map(({ id }) => id);
    await recordTrial(options, { trial, cases, dataset, itemIds });
  }
}

async function recordTrial(
  { client, edition, clock, promptIds }: RecordExperimentsOptions,
  { trial, cases, dataset, itemIds }: { trial: Trial; cases: Case[]; dataset: Dataset; itemIds: string[] },
): Promise<void> {
  const { name, model, release, version, goodShare } = trial;
  const key = `${dataset.name ?? ""}/${name}`;
  const datasetExperimentId = historyId(edition, key);
  const startsAt = clock.at(trial.progress);
  const promptId = version === undefined ? undefined : promptIds[version];
  const params = { model, release, ...demoMetadata };
  await client.api.createExperiment(
    {
      id: datasetExperimentId,
      name,
      promptId,
      params,
      datasetId: dataset.id,
      createdAt: new Date(startsAt).toISOString(),
    },
    patient,
  );
  const answeredWell = easiestOf(cases, goodShare);
  const outcomes = cases.map((tried, index) => {
    const { key: ofCase, request, good, plain, random } = tried;
    const isGood = answeredWell.has(tried);
    const trace = new Trace({
      edition,
      key: `${key}/${ofCase}`,
      random,
      startsAt: startsAt + index * 4_000,
      environment: "experiment",
      agent: trial.agent,
      release,
      inThread: false,
    });
    const answer = isGood ? good : plain;
    const run = answerCase({ trace, trial, promptId, request, answer });
    const item: DatasetExperimentItemConstructor = {
      id: historyId(edition, `${key}/${ofCase}`),
      datasetExperimentId,
      datasetItemId: itemIds[index],
      experimentRunId: run.id,
      input: { question: request },
      output: { answer },
      scores: scoresOf(tried, {
        isGood,
        check: trial.check,
        createdAt: new Date(trace.now).toISOString(),
      }).map((score) => ({
        ...score,
        id: historyId(edition, `${key}/${ofCase}/${score.name}`),
      })),
    };
    return { item, steps: trace.steps };
  });
  const steps = outcomes.flatMap((outcome) => outcome.steps);
  await sendSteps(client, steps);
  await inParallel(outcomes, async ({ item }) => void (await client.api.createExperimentItem(item, patient)));
}

/**
 * Returns the given share of the cases: those that take the least effort to answer. The effort is the difficulty of a
 * case plus a small random number, so each experiment answers different cases well.
 */
function easiestOf(cases: readonly Case[], share: number): Set<Case> {
  const ranked = cases.map((tried) => ({ tried, effort: tried.difficulty + 0.3 * tried.random.next() }));
  const sorted = ranked.toSorted((one, other) => one.effort - other.effort);
  return new Set(sorted.slice(0, Math.round(share * cases.length)).map(({ tried }) => tried));
}

function answerCase({
  trace,
  trial: { agent, model, version, slowness = 1, otherTokens },
  promptId,
  request,
  answer,
}: {
  trace: Trace;
  trial: Trial;
  promptId: string | undefined;
  request: string;
  answer: string;
}): StepConstructor {
  const messages: IGenerationMessage[] = [{ role: "user", content: request }];
  const run = trace.begin({ type: "run", name: "Experiment Run", input: { question: request } });
  const inner = trace.begin({ type: "run", name: agent, input: { question: request }, parent: run });
  const prompt = promptId === undefined ? undefined : { id: promptId, variables: { question: request, pages: [] } };
  const system = version === undefined ? undefined : supportPrompts[version]?.templateMessages[0]?.content;
  trace.call({
    model,
    messages: typeof system === "string" ? [{ role: "system", content: withoutPages(system) }, ...messages] : messages,
    completion: { role: "assistant", content: answer },
    parent: inner,
    prompt,
    otherTokens,
    slowness,
  });
  trace.end(inner, { output: { answer } });
  trace.end(run, { output: { answer } });
  return run;
}

function scoresOf(
  { quality, weakness }: Case,
  { isGood, check, createdAt }: Pick<Trial, "check"> & { isGood: boolean; createdAt: string },
): ScoreConstructor[] {
  const shared = { createdAt, tags: [demoTag] };
  return [
    {
      ...shared,
      name: "answer-quality",
      type: "AI",
      scorer: "openai:gpt-4.1",
      value: isGood ? quality.good : quality.plain,
      comment: isGood ? "Agrees with the expected answer." : weakness,
    },
    {
      ...shared,
      name: check,
      type: "CODE",
      scorer: `check:${check}`,
      value: isGood ? 1 : 0,
      label: isGood ? "yes" : "no",
    },
  ];
}
