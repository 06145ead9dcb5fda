import type { IGenerationMessage, ScoreType } from "@threadline/core";
import type { JsonObject, JsonValue } from "../../../json/json-value.ts";
import { readLangfuse } from "../../../otlp/dialects/langfuse.ts";
import type { Span } from "../../../otlp/span.ts";
import { structured, toJsonObject, toList, toNumber, toText } from "../../../otlp/values.ts";
import { buildScore } from "../build-score.ts";
import { buildStep } from "../build-step.ts";
import { importId, spanStepId } from "../derive-import-id.ts";
import type { ImportRecord } from "../import-record.ts";
import { present, toMetadata, toThreadId, toTime } from "../read-source-values.ts";

const platform = "langfuse";

export function traceStepId(traceId: string): string {
  return importId(platform, "trace", traceId);
}

export function observationStepId(traceId: string, id: string): string {
  return spanStepId(platform, traceId, id);
}

export function datasetItemId(id: string): string {
  return importId(platform, "dataset item", id);
}

/** Returns the thread id of a trace: the id of its session, or its own id if it has a user but no session. */
export function threadOf(trace: JsonObject): string | null {
  const session = toThreadId(trace["sessionId"]);
  if (session !== null) return session;
  return toText(trace["userId"]) === undefined ? null : (toText(trace["id"]) ?? null);
}

/** Converts a trace to a run. If the trace has a thread, also returns the thread with its user. */
export function traceRecords(trace: JsonObject): ImportRecord[] {
  const id = toText(trace["id"]) ?? "";
  const threadId = threadOf(trace);
  const startTime = toTime(trace["timestamp"]);
  const latency = toNumber(trace["latency"]);
  const endTime =
    startTime === null || latency === undefined
      ? null
      : new Date(Date.parse(startTime) + Math.round(latency * 1_000)).toISOString();
  const tags = toList(trace["tags"]).flatMap((tag) => toText(tag) ?? []);
  const step = buildStep(
    {
      id: traceStepId(id),
      parentId: null,
      rootRunId: null,
      threadId,
      name: toText(trace["name"]) ?? "trace",
      startTime,
      endTime,
      environment: toText(trace["environment"]),
      origin: present({
        platform,
        traceId: id,
        release: trace["release"],
        version: trace["version"],
        userId: trace["userId"],
        cost: trace["totalCost"],
      }),
    },
    {
      role: "agent",
      input: contentOf(trace["input"]),
      output: contentOf(trace["output"]),
      tags: tags.length > 0 ? tags : undefined,
      metadata: toMetadata(trace["metadata"]),
    },
  );
  return [...threadRecords(threadId, trace), { kind: "step", step }];
}

function threadRecords(threadId: string | null, record: JsonObject): ImportRecord[] {
  if (threadId === null) return [];
  const user = toThreadId(record["userId"]);
  const users: ImportRecord[] = user === null ? [] : [{ kind: "user", identifier: user }];
  return [...users, { kind: "thread", thread: { threadId, ...(user !== null && { participantId: user }) } }];
}

/**
 * Converts an observation to a step. Set `hasTrace` if the trace is imported as a step of its own. The step of the
 * trace then becomes the parent of top-level observations.
 */
export function observationRecords(
  observation: JsonObject,
  { threadId, hasTrace }: { readonly threadId: string | null; readonly hasTrace: boolean },
): ImportRecord[] {
  const id = toText(observation["id"]) ?? "";
  const traceId = toText(observation["traceId"]) ?? "";
  // If the SDK marks an observation as a root, its parent may be in another service, and is ignored.
  const parent = observation["isRootObservation"] === true ? undefined : toText(observation["parentObservationId"]);
  const thread = threadId ?? threadOf({ ...observation, id: traceId });
  const startTime = toTime(observation["startTime"]);
  const facts = readLangfuse(toSpan(observation)) ?? {};
  const promptName = toText(observation["promptName"]);
  const promptVersion = toText(observation["promptVersion"]);
  const root = hasTrace ? traceStepId(traceId) : null;
  const isRoot = !hasTrace && parent === undefined;
  const tags = isRoot ? toList(observation["tags"]).flatMap((tag) => toText(tag) ?? []) : [];
  const step = buildStep(
    {
      id: observationStepId(traceId, id),
      parentId: parent === undefined ? root : observationStepId(traceId, parent),
      rootRunId: root,
      threadId: thread,
      name: toText(observation["name"]) ?? toText(observation["type"])?.toLowerCase() ?? "observation",
      startTime,
      endTime: toTime(observation["endTime"]),
      environment: toText(observation["environment"]),
      origin: present({
        platform,
        traceId,
        observationId: id,
        type: observation["type"],
        version: observation["version"],
        ...(isRoot && { traceName: observation["traceName"], release: observation["release"] }),
        cost: observation["totalCost"] ?? observation["calculatedTotalCost"],
      }),
    },
    { ...facts, role: facts.role ?? "other", ...(tags.length > 0 && { tags }) },
  );
  const prompt =
    promptName !== undefined && promptVersion !== undefined
      ? { prompt: { name: promptName, version: promptVersion } }
      : {};
  return [...(hasTrace ? [] : threadRecords(thread, observation)), { kind: "step", step, ...prompt }];
}

/**
 * Converts an observation to a span with the attributes of Langfuse's OpenTelemetry export. The OpenTelemetry receiver
 * can read these attributes.
 */
function toSpan(observation: JsonObject): Span {
  const usage = toJsonObject(observation["usageDetails"]);
  const attributes: [string, JsonValue | undefined][] = [
    ["type", toText(observation["type"])?.toLowerCase()],
    ["input", observation["input"]],
    ["output", observation["output"]],
    ["model.name", observation["model"] ?? observation["providedModelName"]],
    ["model.parameters", observation["modelParameters"]],
    ["usage_details", Object.keys(usage).length > 0 ? usage : (observation["usage"] ?? null)],
    ["completion_start_time", observation["completionStartTime"]],
    ["level", observation["level"]],
    ["status_message", observation["statusMessage"]],
    ["prompt.name", observation["promptName"]],
    ["prompt.version", observation["promptVersion"]],
    ...Object.entries(toMetadata(observation["metadata"]) ?? {}).map(([key, value]): [string, JsonValue] => [
      `metadata.${key}`,
      value,
    ]),
  ];
  const startTime = toTime(observation["startTime"]);
  return {
    traceId: toText(observation["traceId"]) ?? "",
    spanId: toText(observation["id"]) ?? "",
    parentSpanId: null,
    name: toText(observation["name"]) ?? "",
    startTime: startTime === null ? null : Date.parse(startTime),
    endTime: null,
    attributes: new Map(
      attributes.flatMap(([key, value]) => (value == null ? [] : [[`langfuse.observation.${key}`, value]])),
    ),
    events: [],
    links: [],
    isFailed: false,
    statusMessage: "",
    scope: "",
    resource: new Map(),
  };
}

/** Converts a score of Langfuse 4 to the format of earlier versions. */
export function flatScore({ subject, value, ...score }: JsonObject): JsonObject {
  const { kind, id = null, traceId = null } = toJsonObject(subject);
  const isBoolean = typeof value === "boolean";
  return {
    ...score,
    traceId: kind === "trace" ? id : traceId,
    observationId: kind === "observation" ? id : null,
    sessionId: kind === "session" ? id : null,
    value: isBoolean ? Number(value) : typeof value === "number" ? value : null,
    stringValue: isBoolean ? (value ? "True" : "False") : typeof value === "string" ? value : null,
  };
}

const scoreTypes: Readonly<Record<string, ScoreType>> = { ANNOTATION: "HUMAN", EVAL: "AI", API: "CODE" };

export function scoreRecord(score: JsonObject): ImportRecord {
  const traceId = toText(score["traceId"]);
  const observationId = toText(score["observationId"]);
  const session = toThreadId(score["sessionId"]);
  const dataType = toText(score["dataType"]);
  if (dataType === "TEXT" || dataType === "CORRECTION") {
    return { kind: "omission", what: "scores", reason: "texts and corrections cannot be scores here" };
  }
  if (traceId === undefined && session === null) {
    return { kind: "omission", what: "scores", reason: "scores of a whole dataset run cannot be imported" };
  }
  const stepId =
    traceId === undefined
      ? undefined
      : observationId === undefined
        ? traceStepId(traceId)
        : observationStepId(traceId, observationId);
  const text = toText(score["stringValue"]);
  return buildScore({
    id: importId(platform, "score", toText(score["id"]) ?? ""),
    name: toText(score["name"]) ?? "score",
    type: scoreTypes[toText(score["source"]) ?? ""] ?? "CODE",
    value: score["value"] ?? undefined,
    label: dataType === "NUMERIC" ? undefined : text,
    comment: toText(score["comment"]),
    scorer: toText(score["authorUserId"]),
    createdAt: toTime(score["timestamp"] ?? score["createdAt"]),
    target: stepId === undefined ? { threadId: session } : { stepId },
  });
}

export function datasetRecord(dataset: JsonObject): ImportRecord {
  return {
    kind: "dataset",
    name: toText(dataset["name"]) ?? "",
    description: toText(dataset["description"]),
    metadata: toMetadata(dataset["metadata"]),
    createdAt: toTime(dataset["createdAt"]) ?? undefined,
  };
}

export function datasetItemRecord(item: JsonObject): ImportRecord {
  if (item["status"] === "ARCHIVED") {
    return { kind: "omission", what: "dataset items", reason: "they are archived at the source" };
  }
  return {
    kind: "dataset item",
    dataset: toText(item["datasetName"]) ?? "",
    id: datasetItemId(toText(item["id"]) ?? ""),
    input: contentOf(item["input"]) ?? {},
    expectedOutput: contentOf(item["expectedOutput"]),
    metadata: {
      ...toMetadata(item["metadata"]),
      importedFrom: present({
        platform,
        id: item["id"],
        traceId: item["sourceTraceId"],
        observationId: item["sourceObservationId"],
      }),
    },
    createdAt: toTime(item["createdAt"]) ?? undefined,
  };
}

export function promptRecords(prompt: JsonObject): ImportRecord[] {
  const name = toText(prompt["name"]) ?? "";
  const version = toText(prompt["version"]) ?? "";
  const content = prompt["prompt"] ?? null;
  const labels = toList(prompt["labels"]).flatMap((label) => toText(label) ?? []);
  const parts = typeof content === "string" ? [{ role: "user", content }] : toList(content).map(toJsonObject);
  // Omits placeholders, which have no role. Removes the field `type`, which Langfuse's SDKs add to messages.
  const messages = parts
    .filter((part) => typeof part["role"] === "string")
    .map(({ type: _type, ...part }): JsonObject => part);
  const message = toText(prompt["commitMessage"]);
  const details = [`Version ${version} in Langfuse`, ...(labels.length > 0 ? [`labels: ${labels.join(", ")}`] : [])];
  const config = toJsonObject(prompt["config"]);
  const omitted = parts.length - messages.length;
  return [
    {
      kind: "prompt version",
      reference: { name, version },
      // The SDK's type is narrower than the API, which accepts messages with any fields.
      messages: messages as unknown as IGenerationMessage[],
      settings: Object.keys(config).length > 0 ? config : undefined,
      description: `${details.join("; ")}${message === undefined ? "" : `: ${message}`}`,
      createdAt: toTime(prompt["createdAt"]) ?? undefined,
      isServed: labels.includes("production"),
    },
    ...(omitted === 0
      ? []
      : [
          {
            kind: "omission" as const,
            what: "placeholders of prompts",
            reason: "a template here can only contain messages",
            count: omitted,
          },
        ]),
  ];
}

/** Returns an input or output, parsed if it is JSON text. Undefined if there is none. */
export function contentOf(value: JsonValue | undefined): JsonValue | undefined {
  return value == null ? undefined : structured(value);
}
