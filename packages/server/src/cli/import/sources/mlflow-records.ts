import type { IGenerationMessage, ScoreType } from "@threadline/core";
import type { JsonObject, JsonValue } from "../../../json/json-value.ts";
import type { Span } from "../../../otlp/span.ts";
import { fromText, toJsonObject, toList, toText } from "../../../otlp/values.ts";
import { buildScore } from "../build-score.ts";
import { traceRecords, traceSpanStepId } from "../build-trace.ts";
import { importId } from "../derive-import-id.ts";
import type { ImportedExperiment, ImportRecord } from "../import-record.ts";
import { present, toTime } from "../read-source-values.ts";

const platform = "mlflow";

export function experimentId(runId: string): string {
  return importId(platform, "experiment", runId);
}

export function inputKey(dataset: string, input: JsonValue | undefined): string {
  return importId(platform, "input", dataset, JSON.stringify(sorted(input ?? null)));
}

function sorted(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, each]) => [key, sorted(each)]));
}

function tagsOf(tags: JsonValue | undefined): Map<string, string> {
  return new Map(
    toList(tags)
      .map(toJsonObject)
      .map(({ key, value }) => [toText(key) ?? "", toText(value) ?? ""]),
  );
}

/**
 * Converts a prompt version. MLflow stores a prompt version as a version of a model, and the content of the prompt in
 * the tags of that version.
 */
export function promptRecord(name: string, version: JsonObject, isServed: boolean): ImportRecord {
  const tags = tagsOf(version["tags"]);
  const text = tags.get("mlflow.prompt.text") ?? "";
  const content = tags.get("_mlflow_prompt_type") === "chat" ? fromText(text) : text;
  const messages = typeof content === "string" ? [{ role: "user", content }] : toList(content).map(toJsonObject);
  const config = toJsonObject(fromText(tags.get("_mlflow_prompt_model_config") ?? null));
  const number = toText(version["version"]) ?? "";
  const description = toText(version["description"]);
  return {
    kind: "prompt version",
    reference: { name, version: number },
    // The SDK's type is narrower than the API, which accepts messages with any fields.
    messages: messages as unknown as IGenerationMessage[],
    settings: Object.keys(config).length > 0 ? present({ ...config, model: config["model_name"] }) : undefined,
    description: `Version ${number} in MLflow${description === undefined ? "" : `: ${description}`}`,
    createdAt: toTime(version["creation_timestamp"]) ?? undefined,
    isServed,
  };
}

export function datasetRecord(dataset: JsonObject): ImportRecord {
  const tags = withoutOwn(toJsonObject(fromText(dataset["tags"] ?? null)));
  return {
    kind: "dataset",
    name: toText(dataset["name"]) ?? "",
    metadata: { ...tags, importedFrom: present({ platform, id: dataset["dataset_id"] }) },
    createdAt: toTime(dataset["created_time"]) ?? undefined,
  };
}

export function itemRecord(record: JsonObject, dataset: string): ImportRecord {
  const id = toText(record["dataset_record_id"]) ?? "";
  const expectations = toJsonObject(record["expectations"]);
  const outputs = record["outputs"] ?? null;
  const hasOutputs = outputs !== null && JSON.stringify(outputs) !== "{}";
  return {
    kind: "dataset item",
    dataset,
    id: importId(platform, "dataset item", id),
    input: record["inputs"] ?? {},
    expectedOutput: Object.keys(expectations).length > 0 ? expectations : undefined,
    metadata: {
      ...withoutOwn(toJsonObject(record["tags"])),
      importedFrom: present({ platform, id, ...(hasOutputs && { outputs }), source: record["source_type"] }),
    },
    createdAt: toTime(record["created_time"]) ?? undefined,
  };
}

function values(list: JsonValue | undefined): JsonObject {
  return Object.fromEntries(
    toList(list)
      .map(toJsonObject)
      .map(({ key, value }) => [toText(key) ?? "", value ?? null]),
  );
}

export function experimentRecord(run: JsonObject): ImportedExperiment {
  const info = toJsonObject(run["info"]);
  const data = toJsonObject(run["data"]);
  const [used] = toList(toJsonObject(run["inputs"])["dataset_inputs"]).map(toJsonObject);
  const runId = toText(info["run_id"]) ?? "";
  return {
    kind: "experiment",
    id: experimentId(runId),
    name: toText(info["run_name"]) ?? runId,
    dataset: toText(toJsonObject(used?.["dataset"])["name"]),
    params: present({
      params: values(data["params"]),
      metrics: values(data["metrics"]),
      importedFrom: { platform, id: runId },
    }),
    createdAt: toTime(info["start_time"]) ?? undefined,
  };
}

function withoutOwn(fields: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([key]) => !key.startsWith("mlflow.")));
}

const scoreTypes: Readonly<Record<string, ScoreType>> = {
  HUMAN: "HUMAN",
  LLM_JUDGE: "AI",
  AI_JUDGE: "AI",
  CODE: "CODE",
};

/**
 * Converts a trace to its steps and its thread, and each feedback of the trace to a score. A score refers to a step
 * and, if `itemId` is set, also to this experiment item.
 */
export function traceAndScores(
  trace: JsonObject,
  project: string,
  itemId: string | undefined,
): {
  readonly records: readonly ImportRecord[];
  readonly scores: readonly ImportRecord[];
  readonly rootId: string | undefined;
} {
  const info = toJsonObject(trace["trace_info"]);
  const metadata = toJsonObject(info["trace_metadata"]);
  const tags = withoutOwn(toJsonObject(info["tags"]));
  const spans = toList(trace["spans"]).map(toJsonObject).map(toSpan);
  const root = spans.find(({ parentSpanId }) => parentSpanId === null) ?? spans[0];
  const rootId = root && traceSpanStepId(root.traceId, root.spanId);
  const records = traceRecords(spans, {
    sessionId: toText(metadata["mlflow.trace.session"]),
    userId: toText(metadata["mlflow.trace.user"]),
    environment: itemId === undefined ? undefined : "experiment",
    metadata: {
      ...withoutOwn(metadata),
      ...(Object.keys(tags).length > 0 && { tags }),
      importedFrom: present({ platform, experiment: project, traceId: info["trace_id"] }),
    },
  });
  const scores = toList(info["assessments"])
    .map(toJsonObject)
    .map((assessment): ImportRecord => {
      if (assessment["feedback"] === undefined) {
        return {
          kind: "omission",
          what: "expectations of traces",
          reason: "expected outputs belong to dataset items",
        };
      }
      const { value } = toJsonObject(assessment["feedback"]);
      const source = toJsonObject(assessment["source"]);
      const spanId = toText(assessment["span_id"]);
      const stepId = spanId === undefined || root === undefined ? rootId : traceSpanStepId(root.traceId, spanId);
      return buildScore({
        id: importId(platform, "assessment", toText(assessment["assessment_id"]) ?? ""),
        name: toText(assessment["assessment_name"]) ?? "feedback",
        type: scoreTypes[toText(source["source_type"]) ?? ""] ?? "CODE",
        value: typeof value === "object" ? undefined : value,
        comment: toText(assessment["rationale"]),
        scorer: toText(source["source_id"]),
        createdAt: toTime(assessment["create_time"]),
        target: { stepId, datasetExperimentItemId: itemId },
      });
    });
  return { records, scores, rootId };
}

/** Converts a span that MLflow exports as JSON: with the field names of protobuf, and ids in base64. */
function toSpan(span: JsonObject): Span {
  const status = toJsonObject(span["status"]);
  return {
    traceId: toHex(span["trace_id"]),
    spanId: toHex(span["span_id"]),
    parentSpanId: toHex(span["parent_span_id"]) || null,
    name: toText(span["name"]) ?? "",
    startTime: toMilliseconds(span["start_time_unix_nano"]),
    endTime: toMilliseconds(span["end_time_unix_nano"]),
    attributes: toAttributes(span["attributes"]),
    events: toList(span["events"])
      .map(toJsonObject)
      .map((event) => ({
        name: toText(event["name"]) ?? "",
        time: toMilliseconds(event["time_unix_nano"]),
        attributes: toAttributes(event["attributes"]),
      })),
    links: [],
    isFailed: status["code"] === "STATUS_CODE_ERROR",
    statusMessage: toText(status["message"]) ?? "",
    scope: "",
    resource: new Map(),
  };
}

function toHex(value: JsonValue | undefined): string {
  const text = toText(value) ?? "";
  return /^([0-9a-f]{16}){1,2}$/u.test(text) ? text : Buffer.from(text, "base64").toString("hex");
}

function toMilliseconds(value: JsonValue | undefined): number | null {
  const nanoseconds = Number(value ?? Number.NaN);
  return Number.isNaN(nanoseconds) || nanoseconds <= 0 ? null : Math.floor(nanoseconds / 1_000) / 1_000;
}

function toAttributes(list: JsonValue | undefined): Map<string, JsonValue> {
  return new Map(
    toList(list)
      .map(toJsonObject)
      .map(({ key, value }) => [toText(key) ?? "", toValue(toJsonObject(value))]),
  );
}

function toValue(value: JsonObject): JsonValue {
  const { array_value: array, kvlist_value: map, int_value: integer } = value;
  if (array !== undefined) return toList(toJsonObject(array)["values"]).map((each) => toValue(toJsonObject(each)));
  if (map !== undefined) return Object.fromEntries(toAttributes(toJsonObject(map)["values"]));
  if (integer !== undefined) return Number(integer);
  return value["string_value"] ?? value["double_value"] ?? value["bool_value"] ?? value["bytes_value"] ?? null;
}
