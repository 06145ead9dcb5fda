import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readReport, startTarget } from "./stand-in.ts";

/**
 * Writes the recorded export of a platform to a temporary folder. Each recording names the version of the package that
 * created it.
 */
async function writeRecorded(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "threadline-import-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const text = await readFile(join(import.meta.dirname, "__fixtures__", `${name}.json`), "utf8");
  const { files, lines } = JSON.parse(text) as { files?: Record<string, unknown>; lines?: unknown[] };
  for (const [path, content] of Object.entries(files ?? { "export.json": lines })) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), JSON.stringify(content));
  }
  return folder;
}

const question = [{ role: "user", content: "Where is my order?" }];
const answer = "Hello from the fixture model.";

test("everything that `opik export` writes is imported", async () => {
  const folder = await writeRecorded("opik-export");
  const { run, client } = await startTarget();
  const { code, notices } = await run(["--from", "opik", folder]);
  expect([code, notices]).toEqual([0, expect.not.stringContaining("Left out")]);
  expect(readReport(notices)).toMatchObject({
    "prompt versions": [2, 0],
    threads: [1, 0],
    scores: [3, 0],
    datasets: [1, 0],
    "dataset items": [2, 0],
    experiments: [1, 0],
    "experiment items": [2, 0],
  });
  const { api } = client;
  const thread = await api.getThread("conv-42");
  const steps = thread?.steps ?? [];
  const root = steps.find(({ parentId }) => parentId == null);
  expect(root).toMatchObject({ type: "run", name: "support", tags: ["support"], metadata: { plan: "pro" } });
  expect(steps.every(({ id, rootRunId }) => id === root?.id || rootRunId === root?.id)).toBe(true);
  expect(steps.find(({ type }) => type === "tool")).toMatchObject({ name: "look_up_order", input: { order: "8841" } });
  expect(steps.find(({ type }) => type === "llm")?.generation).toMatchObject({
    model: "gpt-4o-mini-2024-07-18",
    // The client's base URL was not OpenAI's.
    provider: "127.0.0.1",
    messages: question,
    messageCompletion: { role: "assistant", content: answer },
    inputTokenCount: 33,
    outputTokenCount: 11,
  });
  const dataset = await api.getDataset({ name: "hours" });
  const [summary] = (await api.getExperiments()).data;
  const experiment = await api.getExperiment(summary?.id ?? "");
  const prompt = await api.getPrompt("greet", 1);
  expect(prompt?.templateMessages).toMatchObject([{ content: "Hello {{name}}" }]);
  expect(experiment).toMatchObject({ name: "try-1", datasetId: dataset?.id, promptId: prompt?.id });
  expect(new Set(experiment?.items?.map(({ datasetItemId }) => datasetItemId))).toEqual(
    new Set(dataset?.items?.map(({ id }) => id)),
  );
});

test("everything that Braintrust's SDK records is imported", async () => {
  const folder = await writeRecorded("braintrust-sdk");
  const { run, client } = await startTarget();
  const { code, notices } = await run(["--from", "braintrust", folder]);
  expect([code, notices]).toEqual([0, expect.not.stringContaining("Left out")]);
  expect(readReport(notices)).toEqual({
    users: [1, 0],
    threads: [1, 0],
    steps: [5, 0],
    scores: [1, 0],
    datasets: [1, 0],
    "dataset items": [1, 0],
    experiments: [1, 0],
    "experiment items": [1, 0],
  });
  const thread = await client.api.getThread("conv-42");
  expect(thread?.participant).toMatchObject({ identifier: "amara@example.com" });
  const steps = thread?.steps ?? [];
  const root = steps.find(({ parentId }) => parentId == null);
  expect(root).toMatchObject({ type: "run", name: "support", tags: ["support"] });
  expect(steps).toHaveLength(4);
  for (const step of steps.filter(({ id }) => id !== root?.id)) {
    expect(step).toMatchObject({ parentId: root?.id, rootRunId: root?.id });
  }
  expect(steps.find(({ name }) => name === "broken")).toMatchObject({ error: expect.stringContaining("no stock") });
  expect(steps.find(({ type }) => type === "llm")?.generation).toMatchObject({
    model: "gpt-4o-mini",
    provider: "openai",
    settings: { temperature: 0.2 },
    messages: question,
    messageCompletion: { role: "assistant", content: answer },
    inputTokenCount: 33,
    outputTokenCount: 11,
    ttFirstToken: expect.closeTo(55.4, 0),
  });
});

test("everything that LangSmith's SDK records is imported", async () => {
  const folder = await writeRecorded("langsmith-sdk");
  const { run, client } = await startTarget();
  const { code, notices } = await run(["--from", "langsmith", folder]);
  expect([code, notices]).toEqual([0, expect.not.stringContaining("Left out")]);
  expect(readReport(notices)).toEqual({ users: [1, 0], threads: [1, 0], steps: [5, 0], scores: [1, 0] });
  const thread = await client.api.getThread("conv-42");
  expect(thread?.participant).toMatchObject({ identifier: "amara@example.com" });
  const steps = thread?.steps ?? [];
  const root = steps.find(({ parentId }) => parentId == null);
  expect(root).toMatchObject({ type: "run", name: "support", tags: ["support"] });
  for (const step of steps.filter(({ id }) => id !== root?.id)) {
    expect(step).toMatchObject({ parentId: root?.id, rootRunId: root?.id });
  }
  expect(steps.find(({ name }) => name === "broken")).toMatchObject({ error: expect.stringContaining("no stock") });
  const tool = steps.find(({ name }) => name === "look_up_order");
  expect(tool?.scores).toMatchObject([{ name: "correct", value: 1, comment: "good", type: "CODE" }]);
  expect(steps.filter(({ type }) => type === "llm")).toMatchObject([
    {
      generation: {
        model: "gpt-4o-mini-2024-07-18",
        provider: "openai",
        settings: { temperature: 0.2 },
        messages: question,
        messageCompletion: { role: "assistant", content: answer },
        inputTokenCount: 33,
        outputTokenCount: 11,
      },
    },
    {
      generation: { messageCompletion: { role: "assistant", content: answer }, ttFirstToken: expect.closeTo(315.9, 0) },
    },
  ]);
});

const reply = "Your order 8841 has shipped and arrives on Friday.";
/** Token counts of the stand-in that answered the JavaScript SDKs. */
const counts = { inputTokenCount: 498, outputTokenCount: 21 };
const details = { cachedTokenCount: 256, reasoningTokenCount: 5 };

test("everything that LangSmith's SDK for JavaScript records is imported", async () => {
  const folder = await writeRecorded("langsmith-js");
  const { run, client } = await startTarget();
  const { code, notices } = await run(["--from", "langsmith", folder]);
  expect([code, notices]).toEqual([0, expect.not.stringContaining("Left out")]);
  expect(readReport(notices)).toEqual({ users: [1, 0], threads: [1, 0], steps: [5, 0], scores: [1, 0] });
  const thread = await client.api.getThread("conv-42");
  expect(thread?.participant).toMatchObject({ identifier: "amara@example.com" });
  const steps = thread?.steps ?? [];
  const root = steps.find(({ parentId }) => parentId == null);
  expect(root).toMatchObject({
    type: "run",
    name: "support",
    tags: ["support"],
    input: { question: "Where is my order?" },
    startTime: "2026-11-23T17:27:45.462Z",
    endTime: "2026-11-23T17:27:45.914Z",
  });
  for (const step of steps.filter(({ id }) => id !== root?.id)) {
    expect(step).toMatchObject({ parentId: root?.id, rootRunId: root?.id });
  }
  expect(steps.find(({ name }) => name === "broken")).toMatchObject({ error: expect.stringContaining("no stock") });
  const tool = steps.find(({ name }) => name === "look_up_order");
  expect(tool?.scores).toMatchObject([{ name: "correct", value: 1, comment: "good", type: "CODE" }]);
  const generation = {
    provider: "openai",
    settings: { temperature: 0.2 },
    messages: question,
    messageCompletion: { role: "assistant", content: reply },
    ...counts,
    metadata: details,
  };
  const calls = steps.filter(({ type }) => type === "llm");
  expect(calls).toMatchObject([{ generation }, { generation }]);
});

test("everything that Braintrust's SDK for JavaScript records is imported", async () => {
  const folder = await writeRecorded("braintrust-js");
  const { run, client } = await startTarget();
  const { code, notices } = await run(["--from", "braintrust", folder]);
  expect([code, notices]).toEqual([0, expect.not.stringContaining("Left out")]);
  expect(readReport(notices)).toEqual({
    users: [1, 0],
    threads: [1, 0],
    steps: [6, 0],
    scores: [2, 0],
    datasets: [1, 0],
    "dataset items": [1, 0],
    experiments: [1, 0],
    "experiment items": [1, 0],
  });
  const thread = await client.api.getThread("conv-42");
  expect(thread?.participant).toMatchObject({ identifier: "amara@example.com" });
  const steps = thread?.steps ?? [];
  const root = steps.find(({ parentId }) => parentId == null);
  expect(root).toMatchObject({
    type: "run",
    name: "support",
    tags: ["support"],
    scores: [{ name: "helpful", value: 1, type: "CODE" }],
  });
  for (const step of steps.filter(({ id }) => id !== root?.id)) {
    expect(step).toMatchObject({ parentId: root?.id, rootRunId: root?.id });
  }
  expect(steps.find(({ name }) => name === "broken")).toMatchObject({ error: expect.stringContaining("no stock") });
  expect(steps.find(({ type }) => type === "tool")).toMatchObject({ input: { order: "8841" } });
  const generation = {
    provider: "openai",
    settings: { temperature: 0.2 },
    messages: question,
    messageCompletion: { role: "assistant", content: reply },
    ...counts,
    metadata: details,
  };
  const calls = steps.filter(({ type }) => type === "llm");
  expect(calls).toMatchObject([
    { generation: { ...generation, ttFirstToken: expect.closeTo(109, 0) } },
    { generation: { ...generation, ttFirstToken: expect.closeTo(124, 0) } },
  ]);
});

test("everything that Opik's SDK for JavaScript records is imported", async () => {
  const folder = await writeRecorded("opik-js");
  const { run, client } = await startTarget();
  const { code, notices } = await run(["--from", "opik", folder]);
  expect([code, notices]).toEqual([0, expect.not.stringContaining("Left out")]);
  expect(readReport(notices)).toEqual({
    threads: [1, 0],
    steps: [4, 0],
    scores: [1, 0],
    datasets: [1, 0],
    "dataset items": [1, 0],
  });
  const steps = (await client.api.getThread("conv-42"))?.steps ?? [];
  const root = steps.find(({ parentId }) => parentId == null);
  expect(root).toMatchObject({
    type: "run",
    name: "support",
    tags: ["support"],
    metadata: { plan: "pro" },
    scores: [{ name: "helpful", value: 1, comment: "good" }],
  });
  expect(steps.find(({ type }) => type === "tool")).toMatchObject({
    name: "look_up_order",
    parentId: root?.id,
    output: { order: "8841", status: "shipped" },
  });
  const generation = {
    provider: "openai",
    model: "gpt-4o-mini-2024-07-18",
    messages: question,
    messageCompletion: { role: "assistant", content: reply },
    ...counts,
    metadata: details,
  };
  const calls = steps.filter(({ type }) => type === "llm");
  expect(calls).toMatchObject([{ generation }, { generation: { ...generation, model: expect.any(String) } }]);
});
