import type { IGenerationMessage, ScoreType } from "@threadline/core";
import type { JsonObject, JsonValue } from "../../../json/json-value.ts";
import { readLangSmith } from "../../../otlp/dialects/langsmith.ts";
import { structured, toJsonObject, toList, toText } from "../../../otlp/values.ts";
import { buildScore } from "../build-score.ts";
import { buildStep } from "../build-step.ts";
import { importId } from "../derive-import-id.ts";
import type { ImportRecord } from "../import-record.ts";
import { readPromptManifest } from "../langchain-prompt.ts";
import { present, toMetadata, toThreadId, toTime } from "../read-source-values.ts";

const platform = "langsmith";

function metadataOf(run: JsonObject): JsonObject {
  return toJsonObject(toJsonObject(run["extra"])["metadata"]);
}

function userOf(run: JsonObject): string | null {
  return toThreadId(metadataOf(run)["user_id"]);
}

/**
 * Returns the thread id of a root run, from LangSmith's metadata keys for threads. A trace with a user but no session
 * becomes a separate thread.
 */
export function threadOfRun(run: JsonObject): string | null {
  const metadata = metadataOf(run);
  const session = toThreadId(metadata["session_id"] ?? metadata["thread_id"] ?? metadata["conversation_id"]);
  if (session !== null) return session;
  return userOf(run) === null || run["parent_run_id"] != null ? null : toThreadId(run["trace_id"] ?? run["id"]);
}

/** Converts a run to a step with the same id. Also returns the thread of the run, with its user. */
export function runRecords(
  run: JsonObject,
  options: { readonly threadId: string | null; readonly project: string | undefined; readonly isExperiment: boolean },
): ImportRecord[] {
  const { threadId, project, isExperiment } = options;
  const id = toText(run["id"]) ?? "";
  const parentId = toText(run["parent_run_id"]) ?? null;
  const traceId = toText(run["trace_id"]) ?? id;
  const [startTime, endTime] = [toTime(run["start_time"]), toTime(run["end_time"])];
  const facts = readLangSmith(toSpan(run, startTime)) ?? {};
  const firstEvent = toList(run["events"])
    .map(toJsonObject)
    .find(({ name }) => name === "new_token");
  const firstToken = toTime(run["first_token_time"] ?? firstEvent?.["time"]);
  const step = buildStep(
    {
      id,
      parentId,
      rootRunId: traceId === id ? null : traceId,
      threadId,
      name: toText(run["name"]) ?? "run",
      startTime,
      endTime,
      environment: isExperiment ? "experiment" : toText(metadataOf(run)["ls_environment"]),
      origin: present({ platform, runId: id, traceId, runType: run["run_type"], project, cost: run["total_cost"] }),
    },
    {
      ...facts,
      role: facts.role ?? "other",
      error: toText(run["error"]),
      timeToFirstToken:
        startTime === null || firstToken === null
          ? facts.timeToFirstToken
          : Math.max(0, Date.parse(firstToken) - Date.parse(startTime)),
    },
  );
  return [...threadRecords(run, threadId), { kind: "step", step }];
}

function threadRecords(run: JsonObject, threadId: string | null): ImportRecord[] {
  if (threadId === null || run["parent_run_id"] != null) return [];
  const user = userOf(run);
  const users: ImportRecord[] = user === null ? [] : [{ kind: "user", identifier: user }];
  return [...users, { kind: "thread", thread: { threadId, ...(user !== null && { participantId: user }) } }];
}

/**
 * Converts a run to a span with the attributes of LangSmith's OpenTelemetry export. The OpenTelemetry receiver can read
 * these attributes.
 */
function toSpan(run: JsonObject, startTime: string | null): Parameters<typeof readLangSmith>[0] {
  const extra = toJsonObject(run["extra"]);
  const outputs = toJsonObject(run["outputs"]);
  const attributes: [string, JsonValue | undefined][] = [
    ["langsmith.span.kind", run["run_type"]],
    ["gen_ai.prompt", emptyToNull(run["inputs"])],
    ["gen_ai.completion", emptyToNull(run["outputs"])],
    ["langsmith.span.tags", run["tags"]],
    ["langsmith.metadata.ls_invocation_params", extra["invocation_params"]],
    ["langsmith.metadata.usage_metadata", usageOf(run, outputs)],
    ...Object.entries(metadataOf(run)).map(([key, value]): [string, JsonValue] => [`langsmith.metadata.${key}`, value]),
  ];
  const invocation = toJsonObject(extra["invocation_params"]);
  const model = metadataOf(run)["ls_model_name"] ?? invocation["model"] ?? invocation["model_name"];
  if (model !== undefined) attributes.push(["gen_ai.request.model", model]);
  return {
    traceId: toText(run["trace_id"]) ?? "",
    spanId: toText(run["id"]) ?? "",
    parentSpanId: toText(run["parent_run_id"]) ?? null,
    name: toText(run["name"]) ?? "",
    startTime: startTime === null ? null : Date.parse(startTime),
    endTime: null,
    attributes: new Map(attributes.flatMap(([key, value]) => (value == null ? [] : [[key, value]]))),
    events: [],
    links: [],
    isFailed: false,
    statusMessage: "",
    scope: "",
    resource: new Map(),
  };
}

function emptyToNull(value: JsonValue | undefined): JsonValue {
  return value === undefined || Object.keys(toJsonObject(value)).length === 0 ? null : value;
}

/** Returns the token counts that LangSmith reports. If there are none, returns the token counts in the output. */
function usageOf(run: JsonObject, outputs: JsonObject): JsonValue {
  const { prompt_tokens: input, completion_tokens: output } = run;
  if (typeof input !== "number" || typeof output !== "number" || input + output === 0) {
    const message = toJsonObject(toJsonObject(toList(toList(outputs["generations"]).flat())[0])["message"]);
    const kwargs = toJsonObject(message["kwargs"] ?? message);
    return outputs["usage_metadata"] ?? outputs["usage"] ?? kwargs["usage_metadata"] ?? null;
  }
  return present({
    input_tokens: input,
    output_tokens: output,
    input_token_details: run["prompt_token_details"],
    output_token_details: run["completion_token_details"],
  });
}

const scoreTypes: Readonly<Record<string, ScoreType>> = { app: "HUMAN", model: "AI", api: "CODE" };

export function feedbackRecord(feedback: JsonObject): ImportRecord {
  const source = toJsonObject(feedback["feedback_source"]);
  const runId = toText(feedback["run_id"]);
  if (runId === undefined) {
    return { kind: "omission", what: "feedback records", reason: "feedback on a whole project cannot be imported" };
  }
  const value = feedback["value"] ?? null;
  return buildScore({
    id: importId(platform, "feedback", toText(feedback["id"]) ?? ""),
    name: toText(feedback["key"]) ?? "feedback",
    type: scoreTypes[toText(source["type"]) ?? ""] ?? "CODE",
    value: feedback["score"] ?? (typeof value === "object" ? undefined : value),
    label: typeof value === "string" ? value : undefined,
    comment: toText(feedback["comment"]),
    scorer: toText(source["user_name"]) ?? toText(source["user_id"]),
    createdAt: toTime(feedback["created_at"]),
    target: { stepId: runId },
  });
}

function exampleId(id: string): string {
  return importId(platform, "example", id);
}

export function exampleRecord(example: JsonObject, dataset: string, id: string): ImportRecord {
  return {
    kind: "dataset item",
    dataset,
    id: exampleId(id),
    input: example["inputs"] ?? {},
    expectedOutput: example["outputs"] ?? undefined,
    metadata: {
      ...toMetadata(example["metadata"]),
      importedFrom: present({ platform, id: example["id"], runId: example["source_run_id"], split: example["split"] }),
    },
    createdAt: toTime(example["created_at"]) ?? undefined,
  };
}

export function runItemRecord(run: JsonObject, experimentId: string): ImportRecord {
  const id = toText(run["id"]) ?? "";
  return {
    kind: "experiment item",
    item: {
      id: importId(platform, "experiment item", id),
      datasetExperimentId: experimentId,
      datasetItemId: exampleId(toText(run["reference_example_id"]) ?? ""),
      experimentRunId: id,
      input: toJsonObject(run["inputs"]),
      output: toJsonObject(run["outputs"]),
    },
  };
}

export function promptRecords(options: {
  readonly name: string;
  readonly hash: string;
  readonly content: JsonObject;
  readonly commit: JsonObject;
  readonly isLast: boolean;
}): ImportRecord[] {
  const { name, hash, content, commit, isLast } = options;
  const { messages, settings, tools, omitted } = readPromptManifest(
    toJsonObject(structured(content["manifest"] ?? null)),
  );
  if (messages.length === 0) {
    return [{ kind: "omission", what: "prompt versions", reason: "they have no text messages" }];
  }
  return [
    {
      kind: "prompt version",
      reference: { name, version: hash },
      // The SDK's type is narrower than the API, which accepts messages with any fields.
      messages: messages as unknown as IGenerationMessage[],
      settings,
      tools,
      description: `Commit ${hash} in LangSmith`,
      createdAt: toTime(commit["created_at"]) ?? undefined,
      isServed: isLast,
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
