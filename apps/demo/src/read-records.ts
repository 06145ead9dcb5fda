import type { Dataset, DatasetExperiment, Prompt, Score, Thread, Threadline } from "@threadline/core";
import type { DemoRun } from "./run-demo.ts";

export interface DemoRecords {
  threads: Thread[];
  prompt: Prompt;
  dataset: Dataset;
  experiments: { experiment: DatasetExperiment; scores: Score[] }[];
}

export async function readRecords(client: Threadline, run: DemoRun): Promise<DemoRecords> {
  const threads = await Promise.all(run.threadIds.map((id) => client.api.getThread(id)));
  const prompt = await client.api.getPrompt(run.promptName);
  const dataset = await client.api.getDataset({ id: run.dataset.id });
  const { data: scores } = await client.api.getScores({
    first: 100,
    filters: [{ field: "name", operator: "eq", value: "same-answer" }],
    orderBy: { column: "createdAt", direction: "DESC" },
  });
  const scoresOf = ({ items }: DatasetExperiment): Score[] => {
    const itemIds = new Set(items.map(({ id }) => id));
    return scores.filter(({ datasetExperimentItemId }) => itemIds.has(datasetExperimentItemId ?? ""));
  };
  return {
    threads: threads.map((thread) => present(thread, "thread")),
    prompt: present(prompt, "prompt"),
    dataset: present(dataset, "dataset"),
    experiments: run.experiments.map((experiment) => ({ experiment, scores: scoresOf(experiment) })),
  };
}

function present<Found>(record: Found | null | undefined, kind: string): Found {
  if (!record) throw new Error(`the service did not return a ${kind} written by the demo`);
  return record;
}
