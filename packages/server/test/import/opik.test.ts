import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type Answer, type Asked, expectKinds, readReport, startStandIn, startTarget } from "./stand-in.ts";

/** Records with the shapes of the types in the client package `opik` 2.2.122 of PyPI. */
const trace = {
  id: "0195a0a0-0000-7000-8000-000000000001",
  project_id: "p-1",
  name: "support",
  start_time: "2025-03-01T10:00:00.000100Z",
  end_time: "2025-03-01T10:00:02Z",
  input: { question: "When do you open?" },
  output: { answer: "At nine." },
  metadata: { plan: "pro" },
  tags: ["opening"],
  thread_id: "session-1",
  environment: "production",
  total_estimated_cost: 0.002,
  feedback_scores: [
    {
      name: "helpful",
      value: 1,
      category_name: "yes",
      reason: "thanks",
      source: "ui",
      created_by: "amara",
      created_at: "2025-03-01T11:00:00Z",
    },
  ],
  comments: [{ id: "c-1", text: "nice" }],
};
const tried = {
  id: "0195a0a0-0000-7000-8000-000000000009",
  project_id: "p-1",
  name: "evaluation_task",
  start_time: "2025-03-02T10:00:00Z",
  end_time: "2025-03-02T10:00:01Z",
  source: "experiment",
  input: { day: "monday" },
  output: { opens: 9 },
  feedback_scores: [{ name: "exact", value: 0.5, source: "sdk", created_at: "2025-03-02T11:00:00Z" }],
};
const spans = [
  {
    id: "0195a0a0-0000-7000-8000-000000000002",
    trace_id: trace.id,
    name: "retrieve",
    type: "tool",
    start_time: "2025-03-01T10:00:00.100Z",
    end_time: "2025-03-01T10:00:00.200Z",
    input: { query: "hours" },
    output: { found: ["9-17"] },
  },
  {
    id: "0195a0a0-0000-7000-8000-000000000003",
    trace_id: trace.id,
    parent_span_id: "0195a0a0-0000-7000-8000-000000000002",
    name: "chat_completion_create",
    type: "llm",
    start_time: "2025-03-01T10:00:01Z",
    end_time: "2025-03-01T10:00:02Z",
    ttft: 400,
    input: { messages: [{ role: "user", content: "When do you open?" }] },
    output: { choices: [{ message: { role: "assistant", content: "At nine." } }] },
    model: "gpt-4o",
    provider: "openai",
    usage: {
      prompt_tokens: 12,
      completion_tokens: 4,
      total_tokens: 16,
      "original_usage.prompt_tokens_details.cached_tokens": 8,
    },
    error_info: { exception_type: "RateLimitError", message: "rate limited", traceback: "Traceback" },
  },
];
const dataset = { id: "ds-1", name: "hours", description: "Opening hours", created_at: "2025-02-01T00:00:00Z" };
const item = {
  id: "it-1",
  source: "manual",
  data: { day: "monday", expected_output: { opens: 9 } },
  created_at: "2025-02-02T00:00:00Z",
};
const experiment = {
  id: "ex-1",
  name: "try-1",
  dataset_name: "hours",
  metadata: { model: "gpt-4o" },
  prompt_versions: [{ prompt_name: "greet", commit: "bbbbbbbb" }],
  created_at: "2025-03-02T09:00:00Z",
};
const experimentItem = {
  id: "ei-1",
  experiment_id: "ex-1",
  dataset_item_id: "it-1",
  trace_id: tried.id,
  input: { day: "monday" },
  output: { opens: 9 },
};
const versions = [
  {
    id: "v-2",
    commit: "bbbbbbbb",
    template: '[{"role":"system","content":"Greet {{name}}."}]',
    template_structure: "chat",
    change_description: "as a chat",
    created_at: "2025-01-02T00:00:00Z",
  },
  { id: "v-1", commit: "aaaaaaaa", template: "Hello {{name}}", created_at: "2025-01-01T00:00:00Z" },
];

function answer({ path, query, body }: Asked): Answer | undefined {
  const list = (content: readonly unknown[]): Answer => {
    const [page, size] = [Number(query.get("page")), Number(query.get("size"))];
    const part = content.slice((page - 1) * size, page * size);
    return { json: { page, size: part.length, total: content.length, content: part } };
  };
  switch (path) {
    case "/api/v1/private/projects":
      return list([{ id: "p-1", name: "Default Project" }]);
    case "/api/v1/private/traces":
      return list([trace, tried]);
    case "/api/v1/private/spans":
      return list(spans);
    case "/api/v1/private/prompts":
      return list([{ id: "pr-1", name: "greet" }]);
    case "/api/v1/private/prompts/pr-1/versions":
      return list(versions);
    case "/api/v1/private/datasets":
      return list([dataset]);
    case "/api/v1/private/datasets/ds-1/items":
      return list([item]);
    case "/api/v1/private/experiments":
      return list([experiment]);
    case "/api/v1/private/experiments/items/stream":
      return body["experiment_name"] === "try-1" ? { json: experimentItem } : undefined;
    default:
      return undefined;
  }
}

const report = {
  "prompt versions": [2, 0],
  threads: [1, 0],
  steps: [4, 0],
  scores: [2, 0],
  datasets: [1, 0],
  "dataset items": [1, 0],
  experiments: [1, 0],
  "experiment items": [1, 0],
};
const repeated = Object.fromEntries(Object.entries(report).map(([kind, [count]]) => [kind, [0, count]]));

test("every supported record of Opik's API is imported, with its times", async () => {
  const source = await startStandIn(answer);
  const { run, client } = await startTarget();
  const { api } = client;
  const env = { OPIK_API_KEY: "opik-1", OPIK_WORKSPACE: "ours" };
  const { code, notices } = await run(["--from", "opik", `${source.url}/api`], env);
  expect([code, notices]).toEqual([0, expect.stringContaining("Imported")]);
  expect(source.asked[0]?.headers).toMatchObject({ authorization: "opik-1", "comet-workspace": "ours" });
  expect(readReport(notices)).toEqual(report);
  expectKinds("opik", "API", report);
  expect(notices).toContain("1 comments: they would have no author here");

  const [root, tool, chat] = (await api.getThread("session-1"))?.steps ?? [];
  expect(root).toMatchObject({
    type: "run",
    name: "support",
    startTime: "2025-03-01T10:00:00.000Z",
    endTime: "2025-03-01T10:00:02.000Z",
    environment: "production",
    input: { question: "When do you open?" },
    output: { answer: "At nine." },
    tags: ["opening"],
    metadata: { plan: "pro", importedFrom: { platform: "opik", project: "Default Project", cost: 0.002 } },
    scores: [
      {
        name: "helpful",
        type: "HUMAN",
        value: 1,
        label: "yes",
        comment: "thanks",
        scorer: "amara",
        createdAt: "2025-03-01T11:00:00.000Z",
      },
    ],
  });
  expect(tool).toMatchObject({ type: "tool", parentId: root?.id, rootRunId: root?.id, output: { found: ["9-17"] } });
  expect(chat).toMatchObject({
    type: "llm",
    parentId: tool?.id,
    rootRunId: root?.id,
    error: "rate limited",
    generation: {
      provider: "openai",
      model: "gpt-4o",
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
    scores: [{ name: "exact", type: "CODE", value: 0.5 }],
  });
  expect(await api.getPrompt("greet")).toMatchObject({
    version: 1,
    createdAt: "2025-01-02T00:00:00.000Z",
    templateMessages: [{ role: "system", content: "Greet {{name}}." }],
  });

  const again = await run(["--from", "opik", `${source.url}/api`], env);
  expect(readReport(again.notices)).toEqual(repeated);
});

test("the files of Opik's export command are read", async () => {
  const folder = await mkdtemp(join(tmpdir(), "threadline-import-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const files = {
    trace_1: { trace, spans, attachments: [], project_name: "Default Project" },
    trace_2: { trace: tried, spans: [], attachments: [], project_name: "Default Project" },
    dataset_hours: { ...dataset, items: [item] },
    experiment_1: { experiment, items: [experimentItem] },
    prompt_greet: {
      name: "greet",
      current_version: { prompt: [{ role: "system", content: "Greet {{name}}." }], commit: "bbbbbbbb" },
      history: versions.map(({ commit }) => ({ prompt: `Hello {{name}} of ${commit}`, commit })),
    },
  };
  for (const [name, content] of Object.entries(files)) {
    await writeFile(join(folder, `${name}.json`), JSON.stringify(content, null, 2));
  }
  const { run, client } = await startTarget();
  const { notices } = await run(["--from", "opik", folder]);
  expect(readReport(notices)).toEqual(report);
  expectKinds("opik", "files", report);
  expect((await client.api.getThread("session-1"))?.steps).toHaveLength(3);
  expect(readReport((await run(["--from", "opik", folder])).notices)).toEqual(repeated);
});
