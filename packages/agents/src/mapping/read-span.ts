import type { Generation, JsonObject, StepType } from "@threadline/core";
import { copyJson, isPlainObject } from "@threadline/core/internal";
import { readGeneration, readResponse } from "./model-calls.ts";
import { type Fields, given, toFields, toText } from "./values.ts";

/** Fields of the step that is recorded for a span. A model call has its input and output in `generation`. */
export interface SpanRecord {
  readonly type: StepType;
  readonly name: string;
  /** Whether to omit the span. Its children then become children of its parent. */
  readonly isLeftOut?: boolean;
  readonly input?: JsonObject | undefined;
  readonly output?: JsonObject | undefined;
  readonly metadata?: JsonObject | undefined;
  readonly generation?: Generation | undefined;
  /**
   * Messages that were sent to the model, without the agent's instructions. Undefined if the span is not a model call.
   */
  readonly asked?: JsonObject[] | undefined;
  readonly answered?: JsonObject | undefined;
}

export function isModelSpan(data: unknown): boolean {
  const { type } = toFields(data);
  return type === "response" || type === "generation";
}

export function readSpan(spanData: unknown): SpanRecord {
  const data = toFields(spanData);
  const { type } = data;
  const name = toText(data["name"]);
  switch (type) {
    case "agent": {
      const { tools, handoffs, output_type: outputType } = data;
      return { type: "run", name: name ?? "agent", metadata: toMetadata({ tools, handoffs, outputType }) };
    }
    // A `task` span is one call of `run`, and a `turn` span is one round of an agent. Neither is recorded as a step.
    case "task":
    case "turn":
      return { type: "undefined", name: name ?? type, isLeftOut: true };
    case "response": {
      const record = readResponse(data);
      return { type: "llm", name: toText(record.generation.model) ?? "response", ...record };
    }
    case "generation": {
      const record = readGeneration(data);
      return { type: "llm", name: toText(record.generation.model) ?? "generation", ...record };
    }
    case "function":
      return {
        type: "tool",
        name: name ?? "tool",
        input: fromText(data["input"], "input"),
        output: fromText(data["output"], "output"),
        metadata: toMetadata({ mcp: data["mcp_data"] }),
      };
    case "handoff": {
      const { from_agent: from, to_agent: to } = data;
      return {
        type: "undefined",
        name: `handoff${toText(to) === undefined ? "" : ` to ${String(to)}`}`,
        input: toMetadata({ from }),
        output: toMetadata({ to }),
        metadata: { kind: "handoff" },
      };
    }
    case "guardrail":
      return {
        type: "undefined",
        name: name ?? "guardrail",
        output: { triggered: data["triggered"] === true },
        metadata: { kind: "guardrail" },
      };
    case "mcp_tools":
      return {
        type: "undefined",
        name: `tools of ${toText(data["server"]) ?? "an MCP server"}`,
        output: toMetadata({ tools: data["result"] }),
        metadata: { kind: "mcp_tools" },
      };
    case "transcription":
    case "speech":
    case "speech_group":
      return readSound(type, data);
    default:
      return {
        type: "undefined",
        name: name ?? toText(type) ?? "span",
        input: toMetadata(toFields(data["data"])),
        metadata: given({ kind: toText(type) === "custom" ? undefined : toText(type) }),
      };
  }
}

/** Reads a span with audio. The audio is omitted, because it can be megabytes of base64. */
function readSound(kind: string, data: Fields): SpanRecord {
  return {
    type: "undefined",
    name: toText(data["model"]) ?? kind,
    input: textOrFormat(data["input"]),
    output: textOrFormat(data["output"]),
    metadata: toMetadata({ kind, model: data["model"], settings: data["model_config"] }),
  };
}

function textOrFormat(value: unknown): JsonObject | undefined {
  if (typeof value === "string") return value === "" ? undefined : { text: value };
  return given({ format: toText(toFields(value)["format"]) });
}

function toMetadata(fields: Fields): JsonObject | undefined {
  const kept = given(fields);
  return kept === undefined ? undefined : (copyJson(kept) as JsonObject); // for an object, `copyJson` returns an object
}

/**
 * Converts the input or output of a tool, which is usually a JSON object as text. Any other value is put under `key`.
 */
function fromText(value: unknown, key: "input" | "output"): JsonObject | undefined {
  if (value === undefined || value === null || value === "") return undefined;
  try {
    const parsed: unknown = typeof value === "string" ? JSON.parse(value) : value;
    if (isPlainObject(parsed)) return copyJson(parsed) as JsonObject; // for an object, `copyJson` returns an object
    if (Array.isArray(parsed)) return { [key]: copyJson(parsed) };
  } catch {
    // The text is not JSON.
  }
  return { [key]: typeof value === "object" ? copyJson(value) : String(value) };
}
