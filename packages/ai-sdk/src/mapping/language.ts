import type { IGenerationMessage, ITool, JsonObject } from "@threadline/core";
import {
  describeError,
  type MappedRequest,
  type MappedResponse,
  readContent,
  readMessages,
  readSources,
  type StreamReader,
  toJsonObject,
  toList,
  toObject,
  toText,
  type Wire,
} from "@threadline/core/internal";
import type { Surface } from "./surface.ts";
import { readUsage, readUsageDetails } from "./usage.ts";

/** Maps `doGenerate` and `doStream` calls of language models to records. */
export const language: Surface = {
  name: "language-model",
  stepType: "llm",
  isConversation: true,
  readRequest,
  readResponse: (result) => readResult(toObject(result)),
  createReader: () => new PartReader(),
};

/**
 * Options that are not recorded as settings. `prompt` and `tools` are recorded in fields of their own, and `headers`
 * may contain secrets. The other two do not concern the model.
 */
const NOT_SETTINGS = new Set(["prompt", "tools", "abortSignal", "headers", "includeRawChunks"]);

function readRequest(options: Wire, modelId: string | undefined): MappedRequest {
  const settings = Object.entries(options).filter(([key]) => !NOT_SETTINGS.has(key));
  const tools = toList(options["tools"]).map(readTool);
  return {
    generation: {
      type: "CHAT",
      messages: readMessages(options["prompt"]),
      model: modelId,
      settings: toJsonObject({ ...Object.fromEntries(settings), model: modelId }),
      tools: tools.length === 0 ? undefined : tools,
    },
  };
}

function readTool({ type, name, description, inputSchema, parameters, args }: Wire): ITool {
  const schema = inputSchema ?? parameters ?? args;
  return {
    type: toText(type) ?? "function",
    function: {
      name: toText(name) ?? "",
      ...(typeof description === "string" && { description }),
      // For a function, `schema` is a JSON schema. For a tool that the provider runs, `schema` contains the tool's
      // settings.
      ...(typeof schema === "object" && schema !== null && { parameters: schema as JsonObject }),
    },
  };
}

function readResult({ content, finishReason, usage, response, warnings }: Wire): MappedResponse {
  const { id, modelId } = toObject(response);
  // `readContent` is typed to return any fields. Here, they are the fields of `IGenerationMessage`.
  const message = { role: "assistant", ...readContent(content) } as unknown as IGenerationMessage;
  return {
    generation: {
      ...readUsage(usage),
      ...(typeof modelId === "string" && { model: modelId }),
      ...(Array.isArray(content) && { messageCompletion: message }),
      metadata: toJsonObject({
        responseId: toText(id),
        finishReason: toText(finishReason) ?? toText(toObject(finishReason)["unified"]),
        warnings: Array.isArray(warnings) && warnings.length > 0 ? warnings : undefined,
        sources: readSources(content),
        ...readUsageDetails(usage),
      }),
    },
  };
}

type Part = Record<string, unknown>;

class PartReader implements StreamReader {
  readonly #content: Part[] = [];
  readonly #growing = new Map<unknown, Part>();
  #response: Wire = {};
  #end: Wire = {};
  #warnings: unknown;
  #error: string | undefined;

  add(part: Wire): boolean {
    const { type, id } = part;
    switch (type) {
      case "text-delta":
        return this.#grow("text", id, "text", part["delta"]);
      case "reasoning-delta":
        return this.#grow("reasoning", id, "text", part["delta"]);
      case "tool-input-start":
        this.#start(id, { type: "tool-call", toolCallId: id, toolName: part["toolName"], input: "" });
        return false;
      case "tool-input-delta":
        return this.#grow("tool-call", id, "input", part["delta"]);
      case "tool-call":
        this.#replaceCall(part);
        return true;
      case "tool-result":
      case "file":
      case "reasoning-file":
      case "source":
        this.#content.push(part);
        return type === "file";
      case "response-metadata":
        this.#response = part;
        return false;
      case "stream-start":
        this.#warnings = part["warnings"];
        return false;
      case "finish":
        this.#end = part;
        return false;
      case "error":
        this.#error = describeError(part["error"]);
        return false;
      default:
        return false;
    }
  }

  read(): MappedResponse {
    const { usage, finishReason } = this.#end;
    const result = { content: this.#content, finishReason, usage, response: this.#response, warnings: this.#warnings };
    return { ...readResult(result), error: this.#error };
  }

  #start(id: unknown, part: Part): Part {
    this.#growing.set(id, part);
    this.#content.push(part);
    return part;
  }

  #grow(type: string, id: unknown, field: "text" | "input", delta: unknown): boolean {
    const known = this.#growing.get(`${type} ${String(id)}`) ?? this.#growing.get(id);
    const part = known?.["type"] === type ? known : this.#start(`${type} ${String(id)}`, { type, [field]: "" });
    const text = toText(delta) ?? "";
    part[field] = (toText(part[field]) ?? "") + text;
    return text !== "";
  }

  /**
   * The stream contains a tool call in chunks, and then as a whole. Replaces the call that was assembled from the
   * chunks with the whole call. Adds the whole call if there were no chunks.
   */
  #replaceCall(call: Wire): void {
    const known = this.#growing.get(call["toolCallId"]);
    if (known?.["type"] !== "tool-call") {
      this.#content.push(call);
      return;
    }
    known["toolName"] = call["toolName"];
    known["input"] = call["input"];
  }
}
