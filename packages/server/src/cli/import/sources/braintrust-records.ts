import type { IGenerationMessage } from "@threadline/core";
import type { JsonObject, JsonValue } from "../../../json/json-value.ts";
import { joinCompletion } from "../../../otlp/chat-message.ts";
import { readMessages } from "../../../otlp/messages.ts";
import type { Role, Usage } from "../../../otlp/span-facts.ts";
import { readUsage } from "../../../otlp/usage.ts";
import { structured, toCount, toJsonObject, toList, toNumber, toTags, toText } from "../../../otlp/values.ts";
import { buildScore } from "../build-score.ts";
import { buildStep } from "../build-step.ts";
import { importId, spanStepId } from "../derive-import-id.ts";
import type { ImportRecord } from "../import-record.ts";
import { present, toMetadata, toThreadId, toTime } from "../read-source-values.ts";

const platform = "braintrust";

const datasetItemId = (id: string): string => importId(platform, "dataset item", id);
const experimentId = (id: string): string => importId(platform, "experiment", id);

export function traceOf(event: JsonObject): string {
  return toText(event["root_span_id"]) ?? toText(event["span_id"]) ?? toText(event["id"]) ?? "";
}

export function isRoot(event: JsonObject): boolean {
  return toList(event["span_parents"]).length === 0;
}

const userOf = (event: JsonObject): string | null => toThreadId(toJsonObject(event["metadata"])["user_id"]);

/** Data of a trace that only its root event contains. */
export interface TraceRoot {
  readonly spanId: string;
  readonly threadId: string | null;
}

export function rootOf(event: JsonObject): TraceRoot {
  return { spanId: spanOf(event), threadId: threadOf(event) };
}

function spanOf(event: JsonObject): string {
  return toText(event["span_id"]) ?? toText(event["id"]) ?? "";
}

/**
 * Returns the thread id of a root event, from the usual metadata keys. If the metadata contains a user but no thread
 * id, the trace becomes a thread of its own.
 */
function threadOf(event: JsonObject): string | null {
  const metadata = toJsonObject(event["metadata"]);
  const session = toThreadId(metadata["session_id"] ?? metadata["thread_id"] ?? metadata["conversation_id"]);
  return session ?? (userOf(event) === null ? null : traceOf(event));
}

const roles: Readonly<Record<string, Role>> = { llm: "model", tool: "tool", function: "chain", score: "other" };

export interface EventPlace {
  /** Null if the root event is unknown. */
  readonly root: TraceRoot | null;
  readonly project: string | undefined;
  /** Id of the experiment at the source; null for events of logs. */
  readonly experiment: string | null;
}

/** Converts an event of logs or an experiment to a step, with its thread, experiment item and scores. */
export function eventRecords(event: JsonObject, { root, project, experiment }: EventPlace): ImportRecord[] {
  const threadId = root?.threadId ?? null;
  const traceId = traceOf(event);
  const spanId = spanOf(event);
  const parent = toText(toList(event["span_parents"])[0]);
  const attributes = toJsonObject(event["span_attributes"]);
  const metrics = toJsonObject(event["metrics"]);
  const role =
    isRoot(event) && attributes["type"] !== "llm" ? "agent" : (roles[toText(attributes["type"]) ?? ""] ?? "chain");
  const isModel = role === "model";
  const [input, output] = [contentOf(event["input"]), contentOf(event["output"])];
  const metadata = toJsonObject(event["metadata"]);
  const model = toText(metadata["model"]);
  const firstToken = toNumber(metrics["time_to_first_token"]);
  const step = buildStep(
    {
      id: spanStepId(platform, traceId, spanId),
      parentId: parent === undefined ? null : spanStepId(platform, traceId, parent),
      rootRunId: isRoot(event) || root === null ? null : spanStepId(platform, traceId, root.spanId),
      threadId,
      name: toText(attributes["name"]) ?? toText(attributes["type"]) ?? "span",
      startTime: toTime(metrics["start"] ?? event["created"]),
      endTime: toTime(metrics["end"]),
      environment: experiment === null ? undefined : "experiment",
      origin: present({
        platform,
        id: event["id"],
        traceId,
        spanId,
        project,
        expected: event["expected"],
        cost: metrics["estimated_cost"],
      }),
    },
    {
      role,
      input,
      output,
      messages: isModel ? readMessages(input) : undefined,
      completion: isModel ? joinCompletion(readMessages(output, "assistant")) : undefined,
      provider: toText(metadata["provider"]),
      requestModel: isModel ? model : undefined,
      settings: isModel ? settingsOf(metadata) : undefined,
      tools: isModel ? (metadata["tools"] ?? undefined) : undefined,
      usage: isModel ? usageOf(metrics) : undefined,
      timeToFirstToken: firstToken === undefined ? undefined : firstToken * 1_000,
      tags: toTags(event["tags"]),
      metadata: toMetadata(metadata),
      error: errorOf(event["error"]),
    },
  );
  const item = experiment !== null && isRoot(event) ? [itemRecord(event, step.id, experiment)] : [];
  const comments = toList(event["comments"]).length;
  return [
    ...threadRecords(event, threadId),
    { kind: "step", step },
    ...item,
    ...scoreRecords(event, step.id),
    ...(comments === 0
      ? []
      : [{ kind: "omission" as const, what: "comments", reason: "they would have no author here", count: comments }]),
  ];
}

function threadRecords(event: JsonObject, threadId: string | null): ImportRecord[] {
  if (threadId === null || !isRoot(event)) return [];
  const user = userOf(event);
  const users: ImportRecord[] = user === null ? [] : [{ kind: "user", identifier: user }];
  return [...users, { kind: "thread", thread: { threadId, ...(user !== null && { participantId: user }) } }];
}

const parameters =
  /^(?:temperature|top_p|max_tokens|max_completion_tokens|stop|seed|frequency_penalty|presence_penalty|response_format|tool_choice|reasoning_effort|stream)$/u;

function settingsOf(metadata: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(metadata).filter(([key]) => parameters.test(key)));
}

function usageOf(metrics: JsonObject): Usage | undefined {
  const usage = readUsage(metrics);
  if (usage === undefined) return undefined;
  return {
    ...usage,
    cached: toCount(metrics["prompt_cached_tokens"]) ?? usage.cached,
    cacheWrite: toCount(metrics["prompt_cache_creation_tokens"]) ?? usage.cacheWrite,
    reasoning: toCount(metrics["completion_reasoning_tokens"]) ?? usage.reasoning,
  };
}

function errorOf(error: JsonValue | undefined): string | undefined {
  if (error == null) return undefined;
  return toText(error) ?? toText(toJsonObject(error)["message"]) ?? JSON.stringify(error);
}

/** Converts scores. At the source, they are numbers by name, without id and author. */
function scoreRecords(event: JsonObject, stepId: string): ImportRecord[] {
  return Object.entries(toJsonObject(event["scores"])).flatMap(([name, value]): ImportRecord[] => {
    if (value === null) return []; // not scored
    const id = importId(platform, "score", stepId, name);
    return [buildScore({ id, name, type: "CODE", value, createdAt: toTime(event["created"]), target: { stepId } })];
  });
}

function itemRecord(event: JsonObject, stepId: string, experiment: string): ImportRecord {
  const origin = toJsonObject(event["origin"]);
  const example =
    toText(origin["object_type"] === "dataset" ? origin["id"] : null) ?? toText(event["dataset_record_id"]);
  return {
    kind: "experiment item",
    item: {
      id: importId(platform, "experiment item", experiment, toText(event["id"]) ?? stepId),
      datasetExperimentId: experimentId(experiment),
      ...(example !== undefined && { datasetItemId: datasetItemId(example) }),
      experimentRunId: stepId,
      input: objectOf(event["input"]),
      output: objectOf(event["output"]),
    },
  };
}

function objectOf(value: JsonValue | undefined): JsonObject {
  const content = contentOf(value) ?? {};
  return typeof content === "object" && !Array.isArray(content) ? toJsonObject(content) : { value: content };
}

export function experimentRecord(experiment: JsonObject, dataset: string | undefined): ImportRecord {
  const id = toText(experiment["id"]) ?? "";
  return {
    kind: "experiment",
    id: experimentId(id),
    name: toText(experiment["name"]) ?? "experiment",
    dataset,
    params: present({
      description: experiment["description"],
      metadata: toMetadata(experiment["metadata"]),
      importedFrom: { platform, id },
    }),
    createdAt: toTime(experiment["created"]) ?? undefined,
  };
}

export function datasetRecord(dataset: JsonObject): ImportRecord {
  return {
    kind: "dataset",
    name: toText(dataset["name"]) ?? "",
    description: toText(dataset["description"]),
    metadata: toMetadata(dataset["metadata"]),
    createdAt: toTime(dataset["created"]) ?? undefined,
  };
}

export function datasetItemRecord(record: JsonObject, dataset: string): ImportRecord {
  return {
    kind: "dataset item",
    dataset,
    id: datasetItemId(toText(record["id"]) ?? ""),
    input: contentOf(record["input"]) ?? {},
    expectedOutput: contentOf(record["expected"] ?? record["output"]),
    metadata: {
      ...toMetadata(record["metadata"]),
      importedFrom: present({ platform, id: record["id"], tags: record["tags"] }),
    },
    createdAt: toTime(record["created"]) ?? undefined,
  };
}

export function promptRecord(prompt: JsonObject): ImportRecord {
  const name = toText(prompt["slug"]) ?? toText(prompt["name"]) ?? "";
  const version = toText(prompt["_xact_id"]) ?? toText(prompt["id"]) ?? "";
  const data = toJsonObject(prompt["prompt_data"]);
  const { type, messages: chat, content, tools } = toJsonObject(data["prompt"]);
  const messages = type === "completion" ? [{ role: "user", content }] : toList(chat).map(toJsonObject);
  if (messages.length === 0) {
    return { kind: "omission", what: "prompts", reason: "they have no messages, such as functions and scorers" };
  }
  const options = toJsonObject(data["options"]);
  const settings = present({ model: options["model"], ...toJsonObject(options["params"]) });
  const readTools = toList(structured(tools ?? null));
  return {
    kind: "prompt version",
    reference: { name, version },
    // The SDK's types are narrower than the API, which accepts messages with any fields, and any JSON as tools.
    messages: messages as unknown as IGenerationMessage[],
    settings: Object.keys(settings).length > 0 ? settings : undefined,
    tools:
      readTools.length > 0
        ? (readTools as unknown as Extract<ImportRecord, { kind: "prompt version" }>["tools"])
        : undefined,
    description: `Version ${version} in Braintrust`,
    createdAt: toTime(prompt["created"]) ?? undefined,
    isServed: true,
  };
}

function contentOf(value: JsonValue | undefined): JsonValue | undefined {
  return value == null ? undefined : structured(value);
}
