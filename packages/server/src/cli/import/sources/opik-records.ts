import type { IGenerationMessage, ScoreType } from "@threadline/core";
import type { JsonObject, JsonValue } from "../../../json/json-value.ts";
import { joinCompletion } from "../../../otlp/chat-message.ts";
import { readMessages } from "../../../otlp/messages.ts";
import type { Role } from "../../../otlp/span-facts.ts";
import { readUsage } from "../../../otlp/usage.ts";
import { structured, toJsonObject, toList, toNumber, toTags, toText } from "../../../otlp/values.ts";
import { buildScore } from "../build-score.ts";
import { buildStep } from "../build-step.ts";
import { importId } from "../derive-import-id.ts";
import type { ImportRecord } from "../import-record.ts";
import { present, toMetadata, toThreadId, toTime } from "../read-source-values.ts";

const platform = "opik";

const traceStepId = (id: string): string => importId(platform, "trace", id);
const datasetItemId = (id: string): string => importId(platform, "dataset item", id);
const experimentId = (id: string): string => importId(platform, "experiment", id);

export function threadOf(trace: JsonObject): string | null {
  return toThreadId(trace["thread_id"]);
}

export function traceRecords(trace: JsonObject, project: string | undefined): ImportRecord[] {
  const id = toText(trace["id"]) ?? "";
  const threadId = threadOf(trace);
  const step = buildStep(
    {
      id: traceStepId(id),
      parentId: null,
      rootRunId: null,
      threadId,
      name: toText(trace["name"]) ?? "trace",
      startTime: toTime(trace["start_time"]),
      endTime: toTime(trace["end_time"]),
      environment: environmentOf(trace),
      origin: present({ platform, traceId: id, project, cost: trace["total_estimated_cost"] }),
    },
    {
      role: "agent",
      input: contentOf(trace["input"]),
      output: contentOf(trace["output"]),
      tags: toTags(trace["tags"]),
      metadata: toMetadata(trace["metadata"]),
      error: errorOf(trace),
    },
  );
  const threads: ImportRecord[] = threadId === null ? [] : [{ kind: "thread", thread: { threadId } }];
  return [...threads, { kind: "step", step }, ...scoreRecords(trace, step.id), ...commentsOf(trace)];
}

const roles: Readonly<Record<string, Role>> = { llm: "model", tool: "tool", general: "chain", guardrail: "chain" };

/**
 * Returns the role of a span. A span with a model is a model call, even if its type is `general`, because Opik's OpenAI
 * integration for JavaScript does not set the type.
 */
function roleOf(span: JsonObject): Role {
  const role = roles[toText(span["type"]) ?? ""] ?? "chain";
  return role === "chain" && toText(span["model"]) !== undefined ? "model" : role;
}

/**
 * Returns the output of a call. If it has a text in the field `message`, returns that text: Opik's OpenAI integration
 * stores streamed responses in this form.
 */
function answerOf(output: JsonValue | undefined): JsonValue | undefined {
  return toText(toJsonObject(output)["message"]) ?? output;
}

export function spanRecords(
  span: JsonObject,
  { threadId, project }: { readonly threadId: string | null; readonly project: string | undefined },
): ImportRecord[] {
  const id = toText(span["id"]) ?? "";
  const traceId = toText(span["trace_id"]) ?? "";
  const parent = toText(span["parent_span_id"]);
  const [input, output] = [contentOf(span["input"]), contentOf(span["output"])];
  const role = roleOf(span);
  const isModel = role === "model";
  const step = buildStep(
    {
      id: importId(platform, "span", id),
      parentId: parent === undefined ? traceStepId(traceId) : importId(platform, "span", parent),
      rootRunId: traceStepId(traceId),
      threadId,
      name: toText(span["name"]) ?? "span",
      startTime: toTime(span["start_time"]),
      endTime: toTime(span["end_time"]),
      environment: environmentOf(span),
      origin: present({ platform, traceId, spanId: id, project, cost: span["total_estimated_cost"] }),
    },
    {
      role,
      input,
      output,
      messages: isModel ? readMessages(input) : undefined,
      completion: isModel ? joinCompletion(readMessages(answerOf(output), "assistant")) : undefined,
      provider: toText(span["provider"]),
      requestModel: toText(span["model"]),
      usage: readUsage(usageOf(toJsonObject(span["usage"]))),
      timeToFirstToken: toNumber(span["ttft"]),
      tags: toTags(span["tags"]),
      metadata: toMetadata(span["metadata"]),
      error: errorOf(span),
    },
  );
  return [{ kind: "step", step }, ...scoreRecords(span, step.id), ...commentsOf(span)];
}

/** Restores the provider's token counts, which Opik's client flattens to `original_usage.<path>`. */
function usageOf(usage: JsonObject): JsonObject {
  const flat = Object.entries(usage).map(([key, count]) => [key.replace(/^original_usage\.(?:.*\.)?/u, ""), count]);
  return { ...(Object.fromEntries(flat) as JsonObject), ...usage };
}

function environmentOf(record: JsonObject): string | undefined {
  return record["source"] === "experiment" ? "experiment" : toText(record["environment"]);
}

function errorOf(record: JsonObject): string | undefined {
  const { message, exception_type: type } = toJsonObject(record["error_info"]);
  return toText(message) ?? toText(type);
}

const scoreTypes: Readonly<Record<string, ScoreType>> = { ui: "HUMAN", online_scoring: "AI", sdk: "CODE" };

/** Converts scores. They have no ids, because a step has at most one score of each name. */
function scoreRecords(record: JsonObject, stepId: string): ImportRecord[] {
  return toList(record["feedback_scores"]).map((each) => {
    const score = toJsonObject(each);
    const name = toText(score["name"]) ?? "score";
    return buildScore({
      id: importId(platform, "score", stepId, name),
      name,
      type: scoreTypes[toText(score["source"]) ?? ""] ?? "CODE",
      value: score["value"],
      label: toText(score["category_name"]),
      comment: toText(score["reason"]),
      scorer: toText(score["created_by"]),
      createdAt: toTime(score["created_at"]),
      target: { stepId },
    });
  });
}

function commentsOf(record: JsonObject): ImportRecord[] {
  const count = toList(record["comments"]).length;
  return count === 0 ? [] : [{ kind: "omission", what: "comments", reason: "they would have no author here", count }];
}

export function datasetRecord(dataset: JsonObject): ImportRecord {
  return {
    kind: "dataset",
    name: toText(dataset["name"]) ?? "",
    description: toText(dataset["description"]),
    metadata: toMetadata(present({ tags: dataset["tags"] })),
    createdAt: toTime(dataset["created_at"]) ?? undefined,
  };
}

const expectedKeys = ["expected_output", "expected", "reference"];

/**
 * Converts a dataset item. Opik stores an item as a single object, without a separate expected output. The first field
 * in `expectedKeys` that the object contains becomes the expected output. All other fields become the input.
 */
export function datasetItemRecord(item: JsonObject, dataset: string, fallbackId: string): ImportRecord {
  const { id = null, data, trace_id: traceId, span_id: spanId, source, created_at: createdAt, ...rest } = item;
  const content = toJsonObject(data ?? rest);
  const expected = expectedKeys.find((key) => content[key] != null);
  return {
    kind: "dataset item",
    dataset,
    id: datasetItemId(toText(id) ?? fallbackId),
    input: Object.fromEntries(Object.entries(content).filter(([key]) => key !== expected)),
    expectedOutput: expected === undefined ? undefined : content[expected],
    metadata: { importedFrom: present({ platform, id, traceId, spanId, source }) },
    createdAt: toTime(createdAt) ?? undefined,
  };
}

export function experimentRecord(experiment: JsonObject): ImportRecord {
  const link = promptLinkOf(toList(experiment["prompt_versions"])[0] ?? experiment["prompt_version"]);
  const [name, commit] = [toText(link["prompt_name"]), toText(link["commit"])];
  const id = toText(experiment["id"]) ?? "";
  return {
    kind: "experiment",
    id: experimentId(id),
    name: toText(experiment["name"]) ?? "experiment",
    dataset: toText(experiment["dataset_name"]),
    prompt: name === undefined || commit === undefined ? undefined : { name, version: commit },
    params: present({ metadata: toMetadata(experiment["metadata"]), importedFrom: { platform, id } }),
    createdAt: toTime(experiment["created_at"]) ?? undefined,
  };
}

/**
 * Reads a link to a prompt version. `opik export` writes it in Python notation: `commit='1a2b' prompt_name='greet'`.
 */
function promptLinkOf(value: JsonValue | undefined): JsonObject {
  if (typeof value !== "string") return toJsonObject(value);
  const fields = value.matchAll(/\b(commit|prompt_name)=(?:'([^']{0,200})'|"([^"]{0,200})")/gu);
  return Object.fromEntries([...fields].map(([, name = "", single, double]) => [name, single ?? double ?? ""]));
}

export function experimentItemRecord(item: JsonObject, experiment: string): ImportRecord {
  const traceId = toText(item["trace_id"]);
  const datasetItem = toText(item["dataset_item_id"]);
  const id = toText(item["id"]) ?? `${experiment} ${traceId}`;
  return {
    kind: "experiment item",
    item: {
      id: importId(platform, "experiment item", id),
      datasetExperimentId: experimentId(experiment),
      ...(datasetItem !== undefined && { datasetItemId: datasetItemId(datasetItem) }),
      ...(traceId !== undefined && { experimentRunId: traceStepId(traceId) }),
      input: toJsonObject(contentOf(item["input"] ?? item["dataset_item_data"])),
      output: toJsonObject(contentOf(item["output"] ?? item["evaluation_task_output"])),
    },
  };
}

export function promptVersionRecord(version: JsonObject, name: string, isLast: boolean): ImportRecord {
  const commit = toText(version["commit"]) ?? toText(version["id"]) ?? "";
  const template = version["template"] ?? version["prompt"] ?? null;
  const isChat = version["template_structure"] === "chat" || Array.isArray(template);
  const chat = isChat ? toList(structured(template)).map(toJsonObject) : [];
  const messages = chat.length > 0 ? chat : [{ role: "user", content: toText(template) ?? "" }];
  const change = toText(version["change_description"]);
  return {
    kind: "prompt version",
    reference: { name, version: commit },
    // The SDK's type is narrower than the API, which accepts messages with any fields.
    messages: messages as unknown as IGenerationMessage[],
    description: `Commit ${commit} in Opik${change === undefined ? "" : `: ${change}`}`,
    createdAt: toTime(version["created_at"]) ?? undefined,
    isServed: isLast,
  };
}

function contentOf(value: JsonValue | undefined): JsonValue | undefined {
  return value == null ? undefined : structured(value);
}
