import { copyFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { expectKinds, readReport, startTarget } from "./stand-in.ts";

/** Log written by the recorder of `evals` 3.0.1.post1 of PyPI on 2026-11-23, with invented samples. */
const log = join(import.meta.dirname, "__fixtures__/openai-evals.jsonl");

test("a log of OpenAI Evals and its samples are read from files", async () => {
  const folder = await mkdtemp(join(tmpdir(), "threadline-import-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await copyFile(log, join(folder, "log.jsonl"));
  const samples = [
    { input: [{ role: "user", content: "Monday?" }], ideal: "9" },
    { input: [{ role: "user", content: "Sunday?" }], ideal: ["closed", "shut"] },
  ];
  await writeFile(join(folder, "samples.jsonl"), samples.map((sample) => JSON.stringify(sample)).join("\n"));
  const { run, client } = await startTarget();
  const { api } = client;
  const { code, notices } = await run(["--from", "openai-evals", folder]);
  expect([code, notices]).toEqual([0, expect.stringContaining("Imported")]);
  const report = {
    steps: [5, 0],
    scores: [4, 0],
    datasets: [1, 0],
    "dataset items": [2, 0],
    experiments: [1, 0],
    "experiment items": [2, 0],
  };
  expect(readReport(notices)).toEqual(report);
  expectKinds("openai-evals", "files", report);

  const dataset = await api.getDataset({ name: "samples" });
  expect(dataset?.items).toMatchObject([
    { input: samples[0]?.input, expectedOutput: "9" },
    { input: samples[1]?.input, expectedOutput: ["closed", "shut"] },
  ]);
  const { data: experiments } = await api.getExperiments();
  expect(experiments).toMatchObject([
    {
      name: "hours.dev.v0 261123111436MWL6PTXP",
      datasetId: dataset?.id,
      createdAt: "2026-11-23T11:14:36.428Z",
      params: { completionFns: ["gpt-4o"], finalReport: { accuracy: 0.5 }, split: "dev" },
    },
  ]);
  const items = (await api.getExperiment(experiments[0]!.id))?.items ?? [];
  expect(items.map(({ datasetItemId }) => datasetItemId)).toEqual(dataset?.items.map(({ id }) => id));
  expect(items).toMatchObject([{ output: { value: "9" } }, { output: { value: "10" } }]);
  const scores = await api.getScores({ first: 10 });
  expect(scores.data.map(({ name, value }) => `${name} ${value}`).toSorted()).toEqual([
    "latency 0.5",
    "latency 0.5",
    "match 0",
    "match 1",
  ]);
  const failed = await api.getStep(items[1]?.experimentRunId ?? "");
  expect(failed).toMatchObject({ type: "run", name: "hours.dev.1", environment: "experiment", error: "no hours" });
  const { data: steps } = await api.getSteps({
    first: 10,
    filters: [{ field: "parentId", operator: "eq", value: failed?.id ?? "" }],
  });
  expect(steps.toSorted((one, other) => (one.type ?? "").localeCompare(other.type ?? ""))).toMatchObject([
    {
      type: "llm",
      endTime: "2026-11-23T11:14:36.428Z",
      generation: {
        model: "gpt-4o-2024-08-06",
        messages: [{ role: "system" }, { role: "user", content: "Sunday?" }],
        messageCompletion: { role: "assistant", content: "10" },
        inputTokenCount: 12,
        outputTokenCount: 1,
      },
    },
    { type: "tool", name: "lookup", input: { day: "Sunday" } },
  ]);

  const again = await run(["--from", "openai-evals", folder]);
  expect(readReport(again.notices)).toEqual(
    Object.fromEntries(Object.entries(report).map(([kind, [count]]) => [kind, [0, count]])),
  );
});

test("OpenAI Evals is only read from files", async () => {
  const { run } = await startTarget();
  const { code, notices } = await run(["--from", "openai-evals", "http://127.0.0.1:1"]);
  expect([code, notices]).toEqual([1, expect.stringContaining("OpenAI Evals has no server. Specify the log files")]);
});
