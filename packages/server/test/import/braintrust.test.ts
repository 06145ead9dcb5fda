import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type Answer, type Asked, expectKinds, readReport, startStandIn, startTarget } from "./stand-in.ts";

/** Records with the shapes of the types in the client package `braintrust` 0.48.1 of PyPI. */
const root = {
  id: "row-1",
  span_id: "11111111-0000-4000-8000-000000000001",
  root_span_id: "11111111-0000-4000-8000-000000000001",
  span_parents: null,
  is_root: true,
  project_id: "p-1",
  log_id: "g",
  created: "2025-03-01T10:00:00.000Z",
  span_attributes: { name: "support", type: "task" },
  input: { question: "When do you open?" },
  output: "At nine.",
  scores: { helpful: 1, unjudged: null },
  metadata: { session_id: "session-1", user_id: "amara", plan: "pro" },
  metrics: { start: 1_740_823_200, end: 1_740_823_202 },
  tags: ["opening"],
};
const call = {
  id: "row-2",
  span_id: "11111111-0000-4000-8000-000000000002",
  root_span_id: root.span_id,
  span_parents: [root.span_id],
  project_id: "p-1",
  log_id: "g",
  created: "2025-03-01T10:00:01.000Z",
  span_attributes: { name: "Chat Completion", type: "llm" },
  input: [{ role: "user", content: "When do you open?" }],
  output: [{ index: 0, message: { role: "assistant", content: "At nine." }, finish_reason: "stop" }],
  error: "rate limited",
  metadata: { model: "gpt-4o", provider: "openai", temperature: 0.3 },
  metrics: {
    start: 1_740_823_201,
    end: 1_740_823_202,
    time_to_first_token: 0.4,
    prompt_tokens: 12,
    completion_tokens: 4,
    tokens: 16,
    prompt_cached_tokens: 8,
  },
};
const tried = {
  id: "row-3",
  span_id: "22222222-0000-4000-8000-000000000001",
  root_span_id: "22222222-0000-4000-8000-000000000001",
  span_parents: [],
  project_id: "p-1",
  experiment_id: "ex-1",
  created: "2025-03-02T10:00:00Z",
  span_attributes: { name: "eval", type: "eval" },
  input: { day: "monday" },
  output: { opens: 9 },
  expected: { opens: 9 },
  scores: { exact: 0.5 },
  origin: { object_type: "dataset", object_id: "ds-1", id: "it-1" },
  metrics: { start: 1_740_909_600, end: 1_740_909_601 },
};
const item = {
  id: "it-1",
  dataset_id: "ds-1",
  span_id: "it-1",
  root_span_id: "it-1",
  created: "2025-02-02T00:00:00Z",
  input: { day: "monday" },
  expected: { opens: 9 },
  metadata: { split: "base" },
};
const prompt = {
  id: "pr-1",
  _xact_id: "1000196022",
  name: "Greet",
  slug: "greet",
  created: "2025-01-02T00:00:00Z",
  prompt_data: {
    prompt: { type: "chat", messages: [{ role: "system", content: "Greet {{name}}." }] },
    options: { model: "gpt-4o", params: { temperature: 0.1 } },
  },
};

function answer({ path, query, body }: Asked): Answer | undefined {
  const list = (...objects: { readonly id: string }[]): Answer => ({
    json: { objects: query.has("starting_after") ? [] : objects },
  });
  const events = (...all: unknown[]): Answer => {
    const index = Number(body["cursor"] ?? 0);
    const cursor = index + 1 < all.length ? String(index + 1) : null;
    return { json: { events: all.slice(index, index + 1).flat(), cursor } };
  };
  switch (path) {
    case "/v1/prompt":
      return list(prompt);
    case "/v1/dataset":
      return list({ id: "ds-1", name: "hours", created: "2025-02-01T00:00:00Z" } as { id: string });
    case "/v1/experiment":
      return list({ id: "ex-1", name: "try-1", dataset_id: "ds-1", created: "2025-03-02T09:00:00Z" } as { id: string });
    case "/v1/project":
      return list({ id: "p-1", name: "support bot" } as { id: string });
    case "/v1/dataset/ds-1/fetch":
      return events(item);
    case "/v1/experiment/ex-1/fetch":
      return events(tried);
    case "/v1/project_logs/p-1/fetch":
      return events([root, call], { ...root, id: "row-4", span_id: "3", root_span_id: "3", metadata: {}, scores: {} });
    default:
      return undefined;
  }
}

const env = { BRAINTRUST_API_KEY: "sk-bt" };
const report = {
  "prompt versions": [1, 0],
  users: [1, 0],
  threads: [1, 0],
  steps: [4, 0],
  scores: [2, 0],
  datasets: [1, 0],
  "dataset items": [1, 0],
  experiments: [1, 0],
  "experiment items": [1, 0],
};
const repeated = Object.fromEntries(Object.entries(report).map(([kind, [count]]) => [kind, [0, count]]));

test("every supported record of Braintrust's API is imported, with its times", async () => {
  const source = await startStandIn(answer);
  const { run, client } = await startTarget();
  const { api } = client;
  const { code, notices } = await run(["--from", "braintrust", source.url], env);
  expect([code, notices]).toEqual([0, expect.stringContaining("Imported")]);
  expect(source.asked[0]?.headers).toMatchObject({ authorization: "Bearer sk-bt" });
  expect(readReport(notices)).toEqual(report);
  expectKinds("braintrust", "API", report);

  const thread = await api.getThread("session-1");
  expect(thread?.participant?.identifier).toBe("amara");
  const [first, chat] = thread?.steps ?? [];
  expect(first).toMatchObject({
    type: "run",
    name: "support",
    startTime: "2025-03-01T10:00:00.000Z",
    endTime: "2025-03-01T10:00:02.000Z",
    input: { question: "When do you open?" },
    output: "At nine.",
    tags: ["opening"],
    metadata: { plan: "pro", importedFrom: { platform: "braintrust", project: "support bot" } },
    scores: [{ name: "helpful", type: "CODE", value: 1, createdAt: "2025-03-01T10:00:00.000Z" }],
  });
  expect(chat).toMatchObject({
    type: "llm",
    parentId: first?.id,
    rootRunId: first?.id,
    error: "rate limited",
    generation: {
      provider: "openai",
      model: "gpt-4o",
      settings: { temperature: 0.3 },
      messages: [{ role: "user", content: "When do you open?" }],
      messageCompletion: { role: "assistant", content: "At nine." },
      inputTokenCount: 12,
      outputTokenCount: 4,
      ttFirstToken: 400,
      metadata: { cachedTokenCount: 8 },
    },
  });
  const hours = await api.getDataset({ name: "hours" });
  expect(hours?.items).toMatchObject([
    { input: { day: "monday" }, expectedOutput: { opens: 9 }, createdAt: "2025-02-02T00:00:00.000Z" },
  ]);
  const { data: experiments } = await api.getExperiments();
  expect(experiments).toMatchObject([{ name: "try-1", datasetId: hours?.id, createdAt: "2025-03-02T09:00:00.000Z" }]);
  const [done] = (await api.getExperiment(experiments[0]!.id))?.items ?? [];
  expect(done).toMatchObject({ datasetItemId: hours?.items[0]?.id, input: { day: "monday" }, output: { opens: 9 } });
  expect(await api.getStep(done?.experimentRunId ?? "")).toMatchObject({
    environment: "experiment",
    scores: [{ name: "exact", value: 0.5 }],
  });
  expect(await api.getPrompt("greet")).toMatchObject({
    createdAt: "2025-01-02T00:00:00.000Z",
    templateMessages: [{ role: "system", content: "Greet {{name}}." }],
    settings: { model: "gpt-4o", temperature: 0.1 },
  });

  const again = await run(["--from", "braintrust", source.url], env);
  expect(readReport(again.notices)).toEqual(repeated);
});

test("events, dataset records and prompts of Braintrust are read from files", async () => {
  const folder = await mkdtemp(join(tmpdir(), "threadline-import-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const lines = (...objects: readonly unknown[]): string => objects.map((object) => JSON.stringify(object)).join("\n");
  await writeFile(join(folder, "hours.jsonl"), lines(item));
  await writeFile(
    join(folder, "logs.jsonl"),
    lines(root, call, { ...root, id: "4", span_id: "3", root_span_id: "3", metadata: {}, scores: {} }),
  );
  await writeFile(join(folder, "prompts.json"), JSON.stringify([prompt]));
  await writeFile(join(folder, "try-1.jsonl"), lines(tried));
  const { run, client } = await startTarget();
  const { notices } = await run(["--from", "braintrust", folder]);
  expect(readReport(notices)).toEqual(report);
  expectKinds("braintrust", "files", report);
  expect((await client.api.getThread("session-1"))?.steps).toHaveLength(2);
  expect(readReport((await run(["--from", "braintrust", folder])).notices)).toEqual(repeated);
});
