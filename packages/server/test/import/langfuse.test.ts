import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type Answer, type Asked, expectKinds, paged, readReport, startStandIn, startTarget } from "./stand-in.ts";

const env = { LANGFUSE_PUBLIC_KEY: "pk-lf-1", LANGFUSE_SECRET_KEY: "sk-lf-1" };

/**
 * Records in the formats of Langfuse's public API up to version 3 (fern definitions of its repository, read on
 * 2026-11-23).
 */
const traces = [
  {
    id: "trace-1",
    timestamp: "2025-03-01T10:00:00.000Z",
    name: "answer",
    input: { question: "When do you open?" },
    output: "At nine.",
    sessionId: "session-1",
    userId: "amara",
    release: "v1",
    version: null,
    environment: "production",
    metadata: { channel: "web" },
    tags: ["opening"],
    public: false,
    latency: 2.5,
    totalCost: 0.002,
    observations: [
      {
        id: "observation-1",
        traceId: "trace-1",
        type: "SPAN",
        name: "look-up",
        startTime: "2025-03-01T10:00:00.100Z",
        endTime: "2025-03-01T10:00:00.300Z",
        input: { day: "monday" },
        output: [9],
        metadata: {},
        level: "ERROR",
        statusMessage: "closed",
        parentObservationId: null,
      },
      {
        id: "observation-2",
        traceId: "trace-1",
        type: "GENERATION",
        name: "chat",
        startTime: "2025-03-01T10:00:01.000Z",
        endTime: "2025-03-01T10:00:02.500Z",
        completionStartTime: "2025-03-01T10:00:01.250Z",
        model: "gpt-4o",
        modelParameters: { temperature: 0.2, max_tokens: 50 },
        input: [{ role: "user", content: "When do you open?" }],
        output: { role: "assistant", content: "At nine." },
        usageDetails: { input: 10, output: 5, input_cached_tokens: 4, total: 19 },
        level: "DEFAULT",
        parentObservationId: "observation-1",
        promptName: "greet",
        promptVersion: 2,
        metadata: { attempt: 1 },
        calculatedTotalCost: 0.002,
      },
    ],
    scores: [],
  },
  {
    id: "trace-2",
    timestamp: "2025-03-02T10:00:00.000Z",
    name: "alone",
    input: "plain text",
    output: null,
    userId: "bo",
    tags: [],
    observations: [],
  },
  { id: "trace-3", timestamp: "2025-03-03T10:00:00.000Z", name: "anonymous", tags: [], observations: [] },
];

const scores = [
  {
    id: "s1",
    traceId: "trace-1",
    observationId: "observation-2",
    name: "correct",
    source: "EVAL",
    dataType: "BOOLEAN",
    value: 1,
    stringValue: "True",
    timestamp: "2025-03-04T00:00:00.000Z",
    comment: "yes",
  },
  {
    id: "s2",
    traceId: "trace-1",
    name: "tone",
    source: "ANNOTATION",
    dataType: "CATEGORICAL",
    stringValue: "friendly",
    timestamp: "2025-03-04T00:00:01.000Z",
    authorUserId: "u-1",
  },
  {
    id: "s3",
    sessionId: "session-1",
    name: "resolved",
    source: "API",
    dataType: "NUMERIC",
    value: 0.5,
    timestamp: "2025-03-04T00:00:02.000Z",
  },
  {
    id: "s4",
    traceId: "trace-1",
    name: "notes",
    source: "API",
    dataType: "TEXT",
    stringValue: "long",
    timestamp: "2025-03-04T00:00:03.000Z",
  },
  {
    id: "s5",
    datasetRunId: "run-1",
    name: "average",
    source: "API",
    dataType: "NUMERIC",
    value: 1,
    timestamp: "2025-03-04T00:00:03.000Z",
  },
];

const datasets = [
  {
    id: "d-1",
    name: "hours",
    description: "Opening hours",
    metadata: { owner: "support" },
    createdAt: "2025-02-01T00:00:00.000Z",
  },
];
const items = [
  {
    id: "i-1",
    status: "ACTIVE",
    input: { day: "monday" },
    expectedOutput: "nine",
    metadata: null,
    datasetId: "d-1",
    datasetName: "hours",
    sourceTraceId: "trace-1",
    createdAt: "2025-02-02T00:00:00.000Z",
  },
  {
    id: "i-2",
    status: "ARCHIVED",
    input: {},
    datasetId: "d-1",
    datasetName: "hours",
    createdAt: "2025-02-02T00:00:00.000Z",
  },
];
const runs = [
  {
    id: "run-1",
    name: "first try",
    description: null,
    metadata: { model: "gpt-4o" },
    datasetId: "d-1",
    datasetName: "hours",
    createdAt: "2025-02-03T00:00:00.000Z",
  },
];
const runItems = [
  {
    id: "ri-1",
    datasetRunId: "run-1",
    datasetItemId: "i-1",
    traceId: "trace-1",
    observationId: "observation-2",
    createdAt: "2025-02-03T00:00:01.000Z",
  },
];
const prompts = [
  { name: "greet", version: 1, type: "text", prompt: "Hello {{name}}", config: {}, labels: [], tags: [] },
  {
    name: "greet",
    version: 2,
    type: "chat",
    prompt: [
      { type: "chatmessage", role: "system", content: "Greet {{name}}." },
      { type: "placeholder", name: "history" },
    ],
    config: { model: "gpt-4o", temperature: 0.1 },
    labels: ["production", "latest"],
    tags: [],
    commitMessage: "shorter",
  },
];

function answer({ path, query }: Asked): Answer | undefined {
  const [, name] = /^\/api\/public\/(.+)$/u.exec(path) ?? [];
  switch (name) {
    case "traces":
      return paged(
        traces.map((trace) => ({ ...trace, observations: trace.observations.map(({ id }) => id) })),
        query,
        2,
      );
    case "v2/scores":
      return paged(scores, query, 3);
    case "observations":
      return paged(
        traces.flatMap(({ observations }) => observations),
        query,
        50,
      );
    case "v2/datasets":
      return paged(datasets, query, 50);
    case "dataset-items":
      return paged(items, query, 1);
    case "datasets/hours/runs":
      return paged(runs, query, 50);
    case "dataset-run-items":
      return paged(runItems, query, 50);
    case "v2/prompts":
      return paged([{ name: "greet", versions: [2, 1], labels: ["production"] }], query, 50);
    case "v2/prompts/greet":
      return { json: prompts.find(({ version }) => String(version) === query.get("version")) };
    default: {
      const trace = traces.find(({ id }) => name === `traces/${id}`);
      return trace && { json: trace };
    }
  }
}

test("every supported record of Langfuse's API is imported, with its times", async () => {
  const source = await startStandIn(answer);
  const { run, client } = await startTarget();
  const { api } = client;
  const { code, notices } = await run(["--from", "langfuse", source.url], env);
  expect([code, notices]).toEqual([0, expect.stringContaining("Imported")]);
  expect(source.asked[0]?.headers.authorization).toBe(`Basic ${Buffer.from("pk-lf-1:sk-lf-1").toString("base64")}`);
  expect(notices).not.toContain("sk-lf-1");
  const report = {
    "prompt versions": [2, 0],
    users: [2, 0],
    threads: [2, 0],
    steps: [5, 0],
    scores: [3, 0],
    datasets: [1, 0],
    "dataset items": [1, 0],
    experiments: [1, 0],
    "experiment items": [1, 0],
  };
  expect(readReport(notices)).toEqual(report);
  expectKinds("langfuse", "API", report);
  expect(notices).toContain("1 scores: texts and corrections cannot be scores here");
  expect(notices).toContain("1 dataset items: they are archived at the source");
  expect(notices).toContain("1 placeholders of prompts: a template here can only contain messages");

  const thread = await api.getThread("session-1");
  expect(thread?.participantId).toBe((await api.getUser("amara"))?.id);
  const [root, lookUp, chat] = thread?.steps ?? [];
  expect(root).toMatchObject({
    name: "answer",
    type: "run",
    startTime: "2025-03-01T10:00:00.000Z",
    endTime: "2025-03-01T10:00:02.500Z",
    createdAt: "2025-03-01T10:00:00.000Z",
    environment: "production",
    input: { question: "When do you open?" },
    output: "At nine.",
    tags: ["opening"],
    metadata: {
      channel: "web",
      importedFrom: { platform: "langfuse", traceId: "trace-1", release: "v1", cost: 0.002 },
    },
  });
  expect(lookUp).toMatchObject({ name: "look-up", parentId: root?.id, error: "closed", output: [9] });
  expect(chat).toMatchObject({
    name: "chat",
    type: "llm",
    parentId: lookUp?.id,
    rootRunId: root?.id,
    metadata: { attempt: 1 },
    generation: {
      provider: "openai",
      model: "gpt-4o",
      settings: { temperature: 0.2, max_tokens: 50 },
      messages: [{ role: "user", content: "When do you open?" }],
      messageCompletion: { role: "assistant", content: "At nine." },
      inputTokenCount: 14,
      outputTokenCount: 5,
      ttFirstToken: 250,
      duration: 1.5,
      promptId: (await api.getPrompt("greet", 1))?.id,
    },
  });
  expect(chat?.scores).toMatchObject([
    { name: "correct", type: "AI", value: 1, label: "True", comment: "yes", createdAt: "2025-03-04T00:00:00.000Z" },
  ]);
  expect(root?.scores).toMatchObject([{ name: "tone", type: "HUMAN", label: "friendly", scorer: "u-1" }]);
  const { data: ofThread } = await api.getScores({
    filters: [{ field: "threadId", operator: "eq", value: "session-1" }],
  });
  expect(ofThread).toMatchObject([{ name: "resolved", type: "CODE", value: 0.5 }]);

  expect((await api.getThread("trace-2"))?.steps).toMatchObject([{ name: "alone", input: "plain text" }]);
  const dataset = await api.getDataset({ name: "hours" });
  expect(dataset).toMatchObject({
    description: "Opening hours",
    metadata: { owner: "support" },
    createdAt: "2025-02-01T00:00:00.000Z",
    items: [{ input: { day: "monday" }, expectedOutput: "nine", createdAt: "2025-02-02T00:00:00.000Z" }],
  });
  const { data: experiments } = await api.getExperiments();
  expect(experiments).toMatchObject([
    { name: "first try", datasetId: dataset?.id, createdAt: "2025-02-03T00:00:00.000Z" },
  ]);
  expect((await api.getExperiment(experiments[0]!.id))?.items).toMatchObject([
    { datasetItemId: dataset?.items[0]?.id, experimentRunId: chat?.id, output: { content: "At nine." } },
  ]);
  expect(await api.getPrompt("greet")).toMatchObject({
    version: 1,
    templateMessages: [{ role: "system", content: "Greet {{name}}." }],
    settings: { temperature: 0.1 },
    versionDesc: "Version 2 in Langfuse; labels: production, latest: shorter",
  });

  const again = await run(["--from", "langfuse", source.url], env);
  expect(readReport(again.notices)).toEqual(
    Object.fromEntries(Object.entries(report).map(([kind, [count]]) => [kind, [0, count]])),
  );
  expect((await api.getSteps({ first: 1 })).totalCount).toBe(5);
  expect((await api.getScores({ first: 1 })).totalCount).toBe(3);
});

/** The models of Langfuse's SDK (langfuse 5.0.4, Python) parse these without an error. */
const newScores = [
  {
    id: "s1",
    dataType: "BOOLEAN",
    value: true,
    name: "correct",
    source: "EVAL",
    comment: "yes",
    subject: { kind: "observation", id: "observation-2", traceId: "trace-1" },
  },
  {
    id: "s2",
    dataType: "CATEGORICAL",
    value: "friendly",
    name: "tone",
    source: "ANNOTATION",
    authorUserId: "u-1",
    subject: { kind: "trace", id: "trace-1" },
  },
  {
    id: "s3",
    dataType: "NUMERIC",
    value: 0.5,
    name: "resolved",
    source: "API",
    subject: { kind: "session", id: "session-1" },
  },
  {
    id: "s4",
    dataType: "TEXT",
    value: "long",
    name: "notes",
    source: "API",
    subject: { kind: "trace", id: "trace-1" },
  },
  { id: "s5", dataType: "NUMERIC", value: 1, name: "average", source: "API", subject: { kind: "experiment", id: "e" } },
].map((score) => ({
  projectId: "p-1",
  environment: "production",
  timestamp: "2025-03-04T00:00:00.000Z",
  createdAt: "2025-03-04T00:00:00.000Z",
  updatedAt: "2025-03-04T00:00:00.000Z",
  ...score,
}));

test("observations of Langfuse 4, which has no traces, become separate runs with the tags and scores of the trace", async () => {
  const observations = traces.flatMap((trace) =>
    trace.observations.map((each) => ({
      ...each,
      projectId: "p-1",
      input: JSON.stringify(each.input),
      sessionId: trace.sessionId,
      userId: trace.userId,
      tags: trace.tags,
      release: trace.release,
      traceName: trace.name,
      // The application was itself called by a traced application.
      ...(each.parentObservationId === null && { isRootObservation: true, parentObservationId: "elsewhere" }),
    })),
  );
  const page = (list: readonly object[], query: URLSearchParams): Answer => {
    const start = Number(query.get("cursor") ?? 0);
    return { json: { data: list.slice(start, start + 1), meta: { cursor: list[start + 1] && String(start + 1) } } };
  };
  const source = await startStandIn(({ path, query }) => {
    if (path === "/api/public/v2/observations") {
      const traceId = query.get("traceId");
      return page(
        observations.filter((each) => traceId === null || each.traceId === traceId),
        query,
      );
    }
    if (path === "/api/public/v3/scores") return page(newScores, query);
    return path === "/api/public/v2/prompts" || path === "/api/public/v2/datasets"
      ? { json: { data: [], meta: { totalPages: 0 } } }
      : undefined;
  });
  const { run, client } = await startTarget();
  const { notices } = await run(["--from", "langfuse", source.url], env);
  expect(readReport(notices)).toEqual({ users: [1, 0], threads: [1, 0], steps: [2, 0], scores: [3, 0] });
  const fields = source.asked.map(({ query }) => query.get("fields"));
  expect(fields).toContainEqual(expect.stringContaining("trace_context"));
  const thread = await client.api.getThread("session-1");
  const steps = thread?.steps;
  expect(steps).toMatchObject([
    {
      name: "look-up",
      type: "run",
      parentId: null,
      input: { day: "monday" },
      tags: ["opening"],
      metadata: { importedFrom: { traceName: "answer", release: "v1" } },
      scores: [{ name: "tone", type: "HUMAN", label: "friendly", scorer: "u-1" }],
    },
    {
      name: "chat",
      parentId: steps?.[0]?.id,
      generation: { messages: [{ role: "user" }] },
      scores: [{ name: "correct", type: "AI", value: 1, label: "True", comment: "yes" }],
    },
  ]);
  const { data } = await client.api.getScores({ filters: [{ field: "threadId", operator: "eq", value: "session-1" }] });
  expect(data).toMatchObject([{ name: "resolved", type: "CODE", value: 0.5 }]);
});

test("exports of traces, observations and scores to files give the same records as the API", async () => {
  const folder = await mkdtemp(join(tmpdir(), "threadline-import-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const snake = (record: object) =>
    Object.fromEntries(
      Object.entries(record).map(([name, value]) => [
        name.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`),
        value as unknown,
      ]),
    );
  const lines = (list: readonly object[]) => list.map((each) => JSON.stringify(each)).join("\n");
  // In the order of file names, observations come before their traces.
  await writeFile(
    join(folder, "observations.jsonl"),
    lines(traces.flatMap(({ observations }) => observations).map(snake)),
  );
  await writeFile(
    join(folder, "traces.json"),
    JSON.stringify(
      traces.map((trace) => ({ ...trace, observations: undefined })),
      null,
      2,
    ),
  );
  await writeFile(join(folder, "scores.jsonl"), lines(scores));
  await writeFile(join(folder, "items.jsonl"), lines(items));
  await writeFile(join(folder, "prompts.jsonl"), lines(prompts));

  const source = await startStandIn(answer);
  const { run, client } = await startTarget();
  await run(["--from", "langfuse", source.url], env);
  const before = await client.api.getThread("session-1");
  const { code, notices } = await run(["--from", "langfuse", folder]);
  expect(code).toBe(0);
  const report = readReport(notices);
  expect(report).toEqual({
    "prompt versions": [0, 2],
    users: [0, 2],
    threads: [0, 2],
    steps: [0, 5],
    scores: [0, 3],
    datasets: [0, 1],
    "dataset items": [0, 1],
  });
  expectKinds("langfuse", "files", report);
  // `updatedAt` is ignored, because merging a score changes it.
  const withoutChange = (thread: unknown): unknown =>
    JSON.parse(JSON.stringify(thread, (name, value: unknown) => (name === "updatedAt" ? undefined : value)));
  const after = await client.api.getThread("session-1");
  expect(withoutChange(after?.steps)).toEqual(withoutChange(before?.steps));
});
