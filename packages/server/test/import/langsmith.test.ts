import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type Answer, type Asked, expectKinds, readReport, startStandIn, startTarget } from "./stand-in.ts";

const env = { LANGSMITH_API_KEY: "lsv2_1" };

const root = "0195a0a0-0000-7000-8000-000000000001";
const call = "0195a0a0-0000-7000-8000-000000000002";
const tried = "0195a0a0-0000-7000-8000-000000000003";

/** Records in the formats of the schemas in the LangSmith SDK, commit bc8dd672a of 2026-08-21. */
const runs = [
  {
    id: root,
    trace_id: root,
    parent_run_id: null,
    session_id: "project-1",
    name: "agent",
    run_type: "chain",
    start_time: "2025-03-01T10:00:00.000100",
    end_time: "2025-03-01T10:00:02.000000",
    inputs: { question: "When do you open?" },
    outputs: { output: "At nine." },
    extra: { metadata: { session_id: "session-1", user_id: "amara", plan: "pro", ls_provider: "openai" } },
    tags: ["opening"],
    feedback_stats: { helpful: { n: 1 } },
    error: null,
  },
  {
    id: call,
    trace_id: root,
    parent_run_id: root,
    session_id: "project-1",
    name: "ChatOpenAI",
    run_type: "llm",
    start_time: "2025-03-01T10:00:01",
    end_time: "2025-03-01T10:00:02",
    first_token_time: "2025-03-01T10:00:01.400000",
    inputs: {
      messages: [
        [
          {
            lc: 1,
            type: "constructor",
            id: ["langchain", "schema", "messages", "HumanMessage"],
            kwargs: { content: "When do you open?" },
          },
        ],
      ],
    },
    outputs: {
      generations: [
        [
          {
            text: "At nine.",
            message: {
              lc: 1,
              type: "constructor",
              id: ["langchain", "schema", "messages", "AIMessage"],
              kwargs: { content: "At nine." },
            },
          },
        ],
      ],
    },
    extra: {
      invocation_params: { model: "gpt-4o", temperature: 0.3 },
      metadata: { ls_provider: "openai", ls_model_name: "gpt-4o" },
    },
    prompt_tokens: 12,
    completion_tokens: 4,
    total_tokens: 16,
    feedback_stats: {},
    error: "rate limited",
  },
];
const experimentRuns = [
  {
    id: tried,
    trace_id: tried,
    parent_run_id: null,
    name: "target",
    run_type: "chain",
    start_time: "2025-03-02T10:00:00",
    end_time: "2025-03-02T10:00:01",
    inputs: { day: "monday" },
    outputs: { opens: 9 },
    reference_example_id: "ex-1",
    extra: {},
    feedback_stats: { exact: {} },
  },
];
const feedback = [
  {
    id: "f-1",
    run_id: root,
    key: "helpful",
    score: 1,
    value: null,
    comment: "thanks",
    feedback_source: { type: "app", user_name: "Amara" },
    created_at: "2025-03-01T11:00:00",
  },
  {
    id: "f-2",
    run_id: tried,
    key: "exact",
    score: true,
    value: "correct",
    feedback_source: { type: "model" },
    created_at: "2025-03-02T11:00:00",
  },
  {
    id: "f-3",
    run_id: tried,
    key: "note",
    score: null,
    value: null,
    comment: "look again",
    created_at: "2025-03-02T11:00:00",
  },
];
const manifest = {
  lc: 1,
  type: "constructor",
  id: ["langchain", "prompts", "chat", "ChatPromptTemplate"],
  kwargs: {
    messages: [
      {
        lc: 1,
        id: ["langchain", "prompts", "chat", "SystemMessagePromptTemplate"],
        kwargs: {
          prompt: {
            id: ["PromptTemplate"],
            kwargs: { template: "Greet {name} in {{braces}}.", template_format: "f-string" },
          },
        },
      },
      { lc: 1, id: ["langchain", "prompts", "chat", "MessagesPlaceholder"], kwargs: { variable_name: "history" } },
      {
        lc: 1,
        id: ["langchain", "prompts", "chat", "HumanMessagePromptTemplate"],
        kwargs: {
          prompt: { id: ["PromptTemplate"], kwargs: { template: "{{question}}", template_format: "mustache" } },
        },
      },
    ],
  },
};

function answer({ path, query, body }: Asked): Answer | undefined {
  const list = (all: readonly unknown[]): Answer => ({
    json: all.slice(Number(query.get("offset")), Number(query.get("offset")) + Number(query.get("limit"))),
  });
  switch (path) {
    case "/repos":
      return { json: { repos: query.get("offset") === "0" ? [{ repo_handle: "greet", owner: "me" }] : [], total: 1 } };
    case "/commits/-/greet/":
      return {
        json: {
          commits: [
            { commit_hash: "bbb", created_at: "2025-01-02T00:00:00Z" },
            { commit_hash: "aaa", created_at: "2025-01-01T00:00:00Z" },
          ],
        },
      };
    case "/commits/-/greet/aaa":
      return {
        json: {
          commit_hash: "aaa",
          manifest: { ...manifest, kwargs: { messages: manifest.kwargs.messages.slice(2) } },
        },
      };
    case "/commits/-/greet/bbb":
      return {
        json: {
          commit_hash: "bbb",
          manifest: {
            id: ["RunnableSequence"],
            kwargs: {
              first: manifest,
              last: { id: ["ChatOpenAI"], kwargs: { model: "gpt-4o", temperature: 0.1, openai_api_key: "sk-never" } },
            },
          },
        },
      };
    case "/datasets":
      return list([{ id: "ds-1", name: "hours", description: "Opening hours", created_at: "2025-02-01T00:00:00Z" }]);
    case "/examples":
      return list([
        {
          id: "ex-1",
          dataset_id: "ds-1",
          inputs: { day: "monday" },
          outputs: { opens: 9 },
          metadata: { split: "base" },
          created_at: "2025-02-02T00:00:00Z",
        },
      ]);
    case "/sessions":
      return list([
        { id: "project-1", name: "default" },
        {
          id: "project-2",
          name: "try-1",
          reference_dataset_id: "ds-1",
          start_time: "2025-03-02T09:00:00Z",
          extra: { metadata: { model: "gpt-4o" } },
        },
      ]);
    case "/runs/query": {
      if ((body["session"] as string[])[0] === "project-2")
        return { json: { runs: experimentRuns, cursors: { next: null } } };
      const isFirst = body["cursor"] === undefined;
      return { json: { runs: [runs[isFirst ? 0 : 1]], cursors: { next: isFirst ? "more" : null } } };
    }
    case "/feedback":
      return list(feedback.filter((each) => query.getAll("run").includes(each.run_id)));
    default:
      return undefined;
  }
}

test("every supported record of LangSmith's API is imported, with its times", async () => {
  const source = await startStandIn(answer);
  const { run, client } = await startTarget();
  const { api } = client;
  const { code, notices } = await run(["--from", "langsmith", source.url], env);
  expect([code, notices]).toEqual([0, expect.stringContaining("Imported")]);
  expect(source.asked[0]?.headers["x-api-key"]).toBe("lsv2_1");
  const report = {
    "prompt versions": [2, 0],
    users: [1, 0],
    threads: [1, 0],
    steps: [3, 0],
    scores: [2, 0],
    datasets: [1, 0],
    "dataset items": [1, 0],
    experiments: [1, 0],
    "experiment items": [1, 0],
  };
  expect(readReport(notices)).toEqual(report);
  expectKinds("langsmith", "API", report);
  expect(notices).toContain("1 scores: they have neither a number nor a label");

  const [agent, chat] = (await api.getThread("session-1"))?.steps ?? [];
  expect(agent).toMatchObject({
    id: root,
    type: "run",
    name: "agent",
    startTime: "2025-03-01T10:00:00.000Z",
    endTime: "2025-03-01T10:00:02.000Z",
    input: { question: "When do you open?" },
    output: "At nine.",
    tags: ["opening"],
    metadata: { plan: "pro", importedFrom: { platform: "langsmith", project: "default" } },
    scores: [
      {
        name: "helpful",
        type: "HUMAN",
        value: 1,
        comment: "thanks",
        scorer: "Amara",
        createdAt: "2025-03-01T11:00:00.000Z",
      },
    ],
  });
  expect(chat).toMatchObject({
    id: call,
    parentId: root,
    rootRunId: root,
    type: "llm",
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
    },
  });
  expect(await api.getStep(tried)).toMatchObject({
    environment: "experiment",
    scores: [{ name: "exact", type: "AI", value: 1, label: "correct" }],
  });
  const dataset = await api.getDataset({ name: "hours" });
  expect(dataset?.items).toMatchObject([
    { input: { day: "monday" }, expectedOutput: { opens: 9 }, createdAt: "2025-02-02T00:00:00.000Z" },
  ]);
  const { data: experiments } = await api.getExperiments();
  expect(experiments).toMatchObject([{ name: "try-1", datasetId: dataset?.id, createdAt: "2025-03-02T09:00:00.000Z" }]);
  expect((await api.getExperiment(experiments[0]!.id))?.items).toMatchObject([
    { datasetItemId: dataset?.items[0]?.id, experimentRunId: tried, input: { day: "monday" }, output: { opens: 9 } },
  ]);
  const prompt = await api.getPrompt("greet");
  expect(prompt).toMatchObject({
    version: 1,
    createdAt: "2025-01-02T00:00:00.000Z",
    templateMessages: [
      { role: "system", content: "Greet {{name}} in {braces}." },
      { role: "user", content: "{{question}}" },
    ],
  });
  expect(JSON.stringify(prompt)).not.toContain("sk-never");

  const again = await run(["--from", "langsmith", source.url], env);
  expect(readReport(again.notices)).toEqual(
    Object.fromEntries(Object.entries(report).map(([kind, [count]]) => [kind, [0, count]])),
  );
});

test("runs with nested runs, feedback and examples are read from files", async () => {
  const folder = await mkdtemp(join(tmpdir(), "threadline-import-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [outer, inner] = runs;
  await writeFile(join(folder, "runs.jsonl"), JSON.stringify({ ...outer, child_runs: [inner] }));
  await writeFile(join(folder, "feedback.json"), JSON.stringify(feedback));
  await writeFile(
    join(folder, "hours.jsonl"),
    '{"inputs":{"day":"monday"},"outputs":{"opens":9}}\n{"inputs":{"day":"sunday"}}',
  );
  const { run, client } = await startTarget();
  const { notices } = await run(["--from", "langsmith", folder]);
  const report = {
    users: [1, 0],
    threads: [1, 0],
    steps: [2, 0],
    scores: [2, 0],
    datasets: [1, 0],
    "dataset items": [2, 0],
  };
  expect(readReport(notices)).toEqual(report);
  expectKinds("langsmith", "files", report);
  expect((await client.api.getThread("session-1"))?.steps).toMatchObject([{ id: root }, { id: call, parentId: root }]);
  expect((await client.api.getDataset({ name: "hours" }))?.items).toHaveLength(2);
});
