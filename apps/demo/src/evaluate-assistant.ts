import type { Dataset, DatasetExperiment, DatasetItem, JsonValue, Prompt, Threadline } from "@threadline/core";
import type { Agent } from "./agents/agent.ts";

export interface EvaluateAssistantOptions {
  client: Threadline;
  assistant: Agent;
  prompt: Prompt;
  model: string;
  /** The production runs that become the items of the dataset. */
  runIds: string[];
}

export interface Evaluation {
  dataset: Dataset;
  experiment: DatasetExperiment;
  /** The score `same-answer` of each item: 1 when the words of the answer are those of production, 0 when none is. */
  scores: number[];
}

/** Turns production runs into a dataset, and tries the assistant on it again as an experiment. */
export async function evaluateAssistant(options: EvaluateAssistantOptions): Promise<Evaluation> {
  const { client, assistant, prompt, model, runIds } = options;
  const name = "support-questions";
  const dataset =
    (await client.api.getDataset({ name })) ??
    (await client.api.createDataset({ name, description: "Questions that customers asked, with our answers" }));
  const items: DatasetItem[] = [];
  for (const runId of runIds) items.push(await dataset.addStep(runId));

  const experiment = await dataset.createExperiment({ name: `${prompt.name} v${prompt.version}`, params: { model } });
  const scores: number[] = [];
  for (const item of items) {
    const question = textOf(item.input["question"]);
    await client.experimentItemRun({ input: { question } }).wrap(async () => {
      const answer = await assistant.answer(question);
      const value = shareOfWords(textOf(item.expectedOutput?.["answer"]), answer);
      scores.push(value);
      await experiment.log({
        datasetItemId: item.id,
        input: { question },
        output: { answer },
        scores: [{ name: "same-answer", type: "CODE", value }],
      });
      return { answer };
    });
  }
  await client.flush();
  return { dataset, experiment, scores };
}

/** How many of the expected words the answer has, from 0 to 1. */
function shareOfWords(expected: string, answer: string): number {
  const words = [...new Set(expected.toLowerCase().match(/\w+/gu))];
  const found = new Set(answer.toLowerCase().match(/\w+/gu));
  return words.filter((word) => found.has(word)).length / Math.max(words.length, 1);
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? "");
}
