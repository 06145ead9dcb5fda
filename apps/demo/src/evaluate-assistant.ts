import type { Dataset, DatasetExperiment, DatasetItem, JsonValue, Prompt, Threadline } from "@threadline/core";
import { demoMetadata, demoPrefix, demoTag } from "./demo-mark.ts";
import type { Agent } from "./agents/agent.ts";

export const supportQuestions: string = `${demoPrefix}questions that customers asked, with our answers`;

export interface EvaluateAssistantOptions {
  client: Threadline;
  prompt: Prompt;
  /** Versions of the agent to evaluate. Each gets a separate experiment. */
  candidates: Candidate[];
  /** Ids of the production runs from which the dataset is created. */
  runIds: string[];
}

export interface Candidate {
  assistant: Agent;
  model: string;
}

export interface Evaluation {
  dataset: Dataset;
  /** One experiment per candidate, in the order of the candidates. */
  experiments: DatasetExperiment[];
}

/** Creates a dataset from production runs, and runs an experiment for each candidate. */
export async function evaluateAssistant(options: EvaluateAssistantOptions): Promise<Evaluation> {
  const { client, prompt, candidates, runIds } = options;
  const name = "support-questions";
  const dataset =
    (await client.api.getDataset({ name })) ??
    (await client.api.createDataset({
      name,
      description: supportQuestions,
      metadata: demoMetadata,
    }));
  const items: DatasetItem[] = [];
  for (const runId of runIds) items.push(await dataset.addStep(runId, demoMetadata));

  const experiments: DatasetExperiment[] = [];
  for (const { assistant, model } of candidates) {
    const experiment = await dataset.createExperiment({
      name: `${prompt.name} v${prompt.version} on ${model}`,
      params: { model, ...demoMetadata },
    });
    for (const item of items) await tryItem({ client, assistant, experiment, item });
    experiments.push(experiment);
  }
  await client.flush();
  return { dataset, experiments };
}

interface Trial {
  client: Threadline;
  assistant: Agent;
  experiment: DatasetExperiment;
  item: DatasetItem;
}

/**
 * Lets the assistant answer the question of a dataset item. The score is from 0 to 1: the share of the expected
 * answer's words that also occur in the new answer.
 */
async function tryItem({ client, assistant, experiment, item }: Trial): Promise<void> {
  const question = textOf(item.input["question"]);
  await client.experimentItemRun({ input: { question } }).wrap(async () => {
    const answer = await assistant.answer(question);
    const value = shareOfWords(textOf(item.expectedOutput?.["answer"]), answer);
    await experiment.log({
      datasetItemId: item.id,
      input: { question },
      output: { answer },
      scores: [{ name: "same-answer", type: "CODE", value, tags: [demoTag] }],
    });
    return { answer };
  });
}

function shareOfWords(expected: string, answer: string): number {
  const words = [...new Set(expected.toLowerCase().match(/\w+/gu))];
  const found = new Set(answer.toLowerCase().match(/\w+/gu));
  return words.filter((word) => found.has(word)).length / Math.max(words.length, 1);
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? "");
}
