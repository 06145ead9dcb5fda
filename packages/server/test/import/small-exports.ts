import type { ImportPlatform } from "../../src/cli/import-platforms.ts";

type Line = Readonly<Record<string, unknown>>;

const hour = (minute: number): string => `2026-03-01T10:${String(minute).padStart(2, "0")}:00Z`;

const langfuse: readonly Line[] = [
  { id: "t1", timestamp: hour(1), name: "one", sessionId: "s", userId: "amara", tags: ["a"], projectId: "p" },
  { id: "t2", timestamp: hour(5), name: "two", sessionId: "s", userId: "bo", tags: ["b"], projectId: "p" },
  {
    id: "o1",
    traceId: "t1",
    type: "GENERATION",
    startTime: hour(2),
    name: "chat",
    input: [{ role: "user", content: "Hi" }],
    output: { role: "assistant", content: "Hello" },
    promptName: "greet",
    promptVersion: 2,
  },
  { id: "sc", traceId: "t1", observationId: "o1", name: "helpful", value: 1, dataType: "NUMERIC", source: "API" },
  { id: "p1", name: "greet", version: 1, prompt: "Hi {{name}}", type: "text", labels: [] },
  { id: "p2", name: "greet", version: 2, prompt: "Hello {{name}}", type: "text", labels: ["production"] },
  { id: "i1", datasetName: "hours", input: { day: "monday" }, expectedOutput: { opens: 9 } },
  { id: "i2", datasetName: "hours", input: { day: "sunday" } },
];

const rootRun = "00000000-0000-4000-8000-000000000001";
const childRun = "00000000-0000-4000-8000-000000000002";
const langsmith: readonly Line[] = [
  {
    id: rootRun,
    trace_id: rootRun,
    name: "agent",
    run_type: "chain",
    start_time: hour(1),
    inputs: { question: "Hi" },
    outputs: { answer: "Hello" },
    extra: { metadata: { session_id: "s", user_id: "amara" } },
  },
  { id: childRun, trace_id: rootRun, parent_run_id: rootRun, name: "look-up", run_type: "tool", start_time: hour(2) },
  { id: "f1", run_id: childRun, key: "correct", score: 1, feedback_source: { type: "api" } },
  { inputs: { day: "monday" }, outputs: { opens: 9 }, dataset_name: "hours" },
  { inputs: { day: "sunday" }, outputs: { opens: null }, dataset_name: "hours" },
];

const opik: readonly Line[] = [
  {
    trace: { id: "t1", name: "one", thread_id: "s", start_time: "2026-03-01 10:01:00+00:00", input: { q: "Hi" } },
    spans: [{ id: "sp1", trace_id: "t1", name: "look-up", type: "tool", start_time: "2026-03-01 10:02:00+00:00" }],
    project_name: "shop",
  },
  {
    trace: {
      id: "t2",
      name: "two",
      thread_id: "s",
      start_time: "2026-03-01 10:05:00+00:00",
      feedback_scores: [{ name: "helpful", value: 1, source: "sdk" }],
    },
    spans: [],
    project_name: "shop",
  },
  { id: "d1", name: "hours", items: [{ day: "monday", expected: 9 }, { day: "sunday" }], downloaded_at: "2026-03-02" },
  {
    experiment: {
      id: "e1",
      name: "try 1",
      dataset_name: "hours",
      // `opik export` writes this field in Python notation.
      prompt_versions: ["prompt_version_id='v2' commit='bbbbbbbb' prompt_id='p' prompt_name='greet'"],
    },
    items: [
      {
        id: "ei1",
        trace_id: "t2",
        dataset_item_id: "real-1",
        dataset_item_data: { expected: 9, day: "monday" },
        evaluation_task_output: { opens: 9 },
      },
    ],
    downloaded_at: "2026-03-02",
  },
  {
    name: "greet",
    current_version: { prompt: "Hello {{name}}", commit: "bbbbbbbb" },
    history: [
      { prompt: "Hello {{name}}", commit: "bbbbbbbb" },
      { prompt: "Hi {{name}}", commit: "aaaaaaaa" },
    ],
  },
];

const braintrust: readonly Line[] = [
  {
    id: "r1",
    span_id: "a",
    root_span_id: "a",
    span_parents: null,
    created: hour(1),
    span_attributes: { name: "support", type: "task" },
    scores: { helpful: 1 },
    metadata: { session_id: "s", user_id: "amara" },
  },
  {
    id: "r2",
    span_id: "b",
    root_span_id: "a",
    span_parents: ["a"],
    created: hour(2),
    span_attributes: { name: "look-up", type: "tool" },
  },
  {
    id: "r3",
    span_id: "c",
    root_span_id: "c",
    span_parents: [],
    experiment_id: "ex",
    created: hour(3),
    input: "monday",
    output: 9,
    scores: { exact: 1 },
    origin: { object_type: "dataset", id: "i1" },
  },
  {
    id: "r4",
    span_id: "d",
    root_span_id: "d",
    span_parents: [],
    experiment_id: "ex",
    created: hour(4),
    input: "sunday",
  },
  { id: "i1", dataset_id: "ds", _xact_id: "1", created: hour(0), input: "monday", expected: 9 },
  {
    id: "p1",
    slug: "greet",
    _xact_id: "11",
    created: hour(0),
    prompt_data: { prompt: { type: "chat", messages: [{ role: "user", content: "Hi {{name}}" }] } },
  },
  {
    id: "p1",
    slug: "greet",
    _xact_id: "12",
    created: hour(6),
    prompt_data: { prompt: { type: "chat", messages: [{ role: "user", content: "Hello {{name}}" }] } },
  },
];

const event = (number: number, sample: string, type: string, data: unknown): Line => ({
  run_id: "run",
  event_id: number,
  sample_id: sample,
  type,
  data,
  created_by: "",
  created_at: `2026-03-01 10:0${number}:00.000000`,
});
const openAiEvals: readonly Line[] = [
  { spec: { run_id: "run", eval_name: "hours.dev.v0", completion_fns: ["gpt-4o"], created_at: "2026-03-01 10:00:00" } },
  { final_report: { accuracy: 0.5 }, run_id: "run" },
  event(0, "hours.dev.0", "sampling", { prompt: [{ role: "user", content: "Monday?" }], sampled: ["9"] }),
  event(1, "hours.dev.0", "match", { correct: true, expected: "9", picked: "9" }),
  event(2, "hours.dev.1", "sampling", { prompt: [{ role: "user", content: "Sunday?" }], sampled: ["9"] }),
  event(3, "hours.dev.1", "sampling", { prompt: [{ role: "user", content: "Sure?" }], sampled: ["closed"] }),
  event(4, "hours.dev.1", "match", { correct: false, expected: "closed", picked: "9" }),
];

const literalAi: readonly Line[] = [
  {
    id: "t",
    name: "Support",
    participant: { identifier: "amara" },
    steps: [{ id: "st1", type: "user_message", name: "amara", threadId: "t", startTime: hour(1) }],
  },
  { id: "st2", type: "run", name: "answer", threadId: "t", startTime: hour(2), endTime: hour(3) },
  { id: "st3", type: "tool", name: "look-up", threadId: "t", parentId: "st2", startTime: hour(2) },
  { id: "u", identifier: "amara", metadata: { plan: "pro" } },
  { id: "sc", name: "helpful", type: "HUMAN", value: 1, stepId: "st2" },
  { id: "d", name: "hours", createdAt: hour(0), items: [{ id: "i1", input: { day: "monday" } }] },
  { name: "greet", version: 0, templateMessages: [{ role: "user", content: "Hi" }] },
  { name: "greet", version: 1, templateMessages: [{ role: "user", content: "Hello" }] },
];

/** Small exports by platform, with records of every kind that refer to each other. */
export const smallExports: Readonly<Partial<Record<ImportPlatform, readonly Line[]>>> = {
  langfuse,
  langsmith,
  opik,
  braintrust,
  "openai-evals": openAiEvals,
  literalai: literalAi,
};

/** Records of other platforms and formats, which are not imported from files. */
export const otherExports: Readonly<Record<string, Line>> = {
  phoenix: { name: "chat", context: { trace_id: "t", span_id: "s" }, span_kind: "LLM", attributes: {} },
  mlflow: { info: { trace_id: "tr-1", state: "OK" }, data: { spans: [] } },
  otlp: { resourceSpans: [] },
  threadline: { kind: "step", record: { id: "s" } },
};
