import type { JsonObject, JsonValue } from "../../json/json-value.ts";
import type { ImportPlatform } from "../import-platforms.ts";

export interface ExportFormat {
  /** Null if `--from` does not support the format. */
  readonly platform: ImportPlatform | null;
  /** For messages, such as `runs of LangSmith`. */
  readonly description: string;
  readonly advice: string;
}

interface Signature extends ExportFormat {
  readonly isLike: (object: JsonObject) => boolean;
}

const has = (object: JsonObject, ...names: string[]): boolean => names.every((name) => object[name] !== undefined);
const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function isListOf(value: JsonValue | undefined, name: string): boolean {
  return Array.isArray(value) && value.every((each) => isObject(each) && has(each, name));
}

function ofFiles(platform: ImportPlatform, description: string, isLike: Signature["isLike"]): Signature {
  return { platform, description, advice: `use --from ${platform}`, isLike };
}

/** Known formats, recognized by fields that only they have; the most specific first. */
const signatures: readonly Signature[] = [
  {
    platform: null,
    description: "OpenTelemetry (OTLP)",
    advice: "send it to /v1/traces or /v1/logs of the service (docs/opentelemetry.md)",
    isLike: (object) => has(object, "resourceSpans") || has(object, "resourceLogs"),
  },
  {
    platform: null,
    description: "an export of Threadline",
    advice: "use `threadline import --input <file> --project <name>` without --from",
    isLike: (object) => typeof object["kind"] === "string" && isObject(object["record"]),
  },
  {
    platform: "phoenix",
    description: "spans of Phoenix, whose files are not supported",
    advice: "use --from phoenix with the URL of its server",
    isLike: (object) =>
      (isObject(object["context"]) && has(object["context"], "trace_id", "span_id")) ||
      has(object, "context.trace_id") ||
      has(object, "context.span_id") ||
      has(object, "attributes.openinference.span.kind"),
  },
  {
    platform: "mlflow",
    description: "traces of MLflow, whose files are not supported",
    advice: "use --from mlflow with the URL of its tracking server",
    isLike: (object) =>
      (isObject(object["info"]) && (has(object["info"], "trace_id") || has(object["info"], "request_id"))) ||
      has(object, "trace_info") ||
      has(object, "trace_metadata", "request_preview") ||
      has(object, "request_metadata", "execution_time_ms"),
  },
  ofFiles(
    "openai-evals",
    "a log of OpenAI Evals",
    (object) =>
      has(object, "final_report") ||
      (isObject(object["spec"]) && has(object["spec"], "run_id")) ||
      has(object, "run_id", "event_id", "sample_id", "type"),
  ),
  ofFiles(
    "langsmith",
    "runs, feedback or examples of LangSmith",
    (object) =>
      has(object, "run_type") ||
      has(object, "feedback_source") ||
      has(object, "key", "run_id") ||
      has(object, "inputs", "outputs"),
  ),
  ofFiles(
    "braintrust",
    "events, dataset records or prompts of Braintrust",
    (object) => has(object, "span_id", "root_span_id") || has(object, "_xact_id") || has(object, "prompt_data"),
  ),
  ofFiles(
    "opik",
    "files of `opik export`",
    (object) =>
      has(object, "trace", "spans") ||
      has(object, "experiment", "items") ||
      (Array.isArray(object["items"]) && !has(object, "createdAt")) ||
      has(object, "current_version"),
  ),
  ofFiles(
    "literalai",
    "records of Literal AI",
    (object) =>
      has(object, "templateMessages") ||
      (has(object, "id") && Array.isArray(object["steps"])) ||
      has(object, "threadId", "type", "name") ||
      has(object, "identifier", "metadata") ||
      has(object, "stepId", "value") ||
      (has(object, "name") && !has(object, "downloaded_at") && isListOf(object["items"], "input")),
  ),
  ofFiles("langfuse", "traces, observations, scores, datasets or prompts of Langfuse", (object) => {
    const either = (camel: string, snake: string): boolean => has(object, camel) || has(object, snake);
    return (
      (either("traceId", "trace_id") && either("startTime", "start_time") && has(object, "type")) ||
      (has(object, "id", "timestamp") && (either("projectId", "project_id") || either("sessionId", "session_id"))) ||
      (has(object, "id", "timestamp") && (has(object, "observations") || either("htmlPath", "html_path"))) ||
      (either("dataType", "data_type") && either("traceId", "trace_id")) ||
      has(object, "prompt", "name", "version") ||
      has(object, "id", "input", "datasetName") ||
      has(object, "id", "input", "dataset_name")
    );
  }),
];

/** Recognizes the format of an object; null if unknown. */
export function recognizeExport(object: JsonObject): ExportFormat | null {
  return signatures.find(({ isLike }) => isLike(object)) ?? null;
}

/**
 * Whether an object clearly belongs to another platform: it has the fields of that platform's exports, and not those of
 * `platform`.
 */
export function isForeign(object: JsonObject, platform: ImportPlatform): boolean {
  const likes = signatures.filter(({ isLike }) => isLike(object));
  return likes.length > 0 && !likes.some((each) => each.platform === platform);
}
