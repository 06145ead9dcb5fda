import type { IGenerationMessage, ITool, JsonObject } from "@threadline/core";
import {
  type MappedRequest,
  type MappedResponse,
  type StreamReader,
  toIndex,
  toJsonObject,
  toList,
  toObject,
  toText,
  type Wire,
} from "@threadline/core/internal";
import { readContents, readParts } from "./contents.ts";
import type { Surface } from "./surface.ts";
import { readUsage, readUsageDetails } from "./usage.ts";

/** Maps calls of `POST {model}:generateContent` and `{model}:streamGenerateContent` to records. */
export const generateContent: Surface = {
  name: "generate-content",
  stepType: "llm",
  isConversation: true,
  readRequest,
  readResponse: (data) => readResponse(toObject(data)),
  createReader: () => new ChunkReader(),
};

function readRequest(
  { contents, systemInstruction, tools, generationConfig, ...settings }: Wire,
  model: string,
): MappedRequest {
  const list = toList(tools).flatMap(readTools);
  return {
    generation: {
      type: "CHAT",
      messages: readContents(contents, systemInstruction),
      model,
      settings: toJsonObject({ model, ...toObject(generationConfig), ...settings }),
      tools: list.length === 0 ? undefined : list,
    },
  };
}

/**
 * Converts tools. A function is recorded with its JSON schema. A tool that the provider runs is recorded under the
 * name of its field, such as `googleSearch` for `{ googleSearch: {} }`.
 */
function readTools(tool: Wire): ITool[] {
  return Object.entries(tool).flatMap(([field, value]) => {
    if (field === "functionDeclarations") return toList(value).map(readFunction);
    return [{ type: field, function: { name: field, parameters: toObject(value) as JsonObject } }];
  });
}

function readFunction({ name, description, parameters, parametersJsonSchema }: Wire): ITool {
  return {
    type: "function",
    function: {
      name: toText(name) ?? "",
      ...(typeof description === "string" && { description }),
      // `parametersJsonSchema` is a JSON schema; `parameters` is the provider's variant of one.
      parameters: toObject(parametersJsonSchema ?? parameters) as JsonObject,
    },
  };
}

function readResponse(response: Wire): MappedResponse {
  const { candidates, modelVersion, responseId, promptFeedback } = response;
  const list = toList(candidates);
  const [first = {}] = list;
  const usage = toObject(response["usageMetadata"]);
  // The cast is safe, because `readParts` returns the fields of a recorded message.
  const message = {
    role: "assistant",
    ...readParts(toObject(first["content"])["parts"]),
  } as unknown as IGenerationMessage;
  const failure = readFailure(response["error"]);
  return {
    ...(failure !== undefined && { error: failure }),
    ...(list.length > 1 && { output: { candidates: list as JsonObject[] } }),
    generation: {
      ...readUsage(usage),
      ...(typeof modelVersion === "string" && { model: modelVersion }),
      ...(list.length > 0 && { messageCompletion: message }),
      metadata: toJsonObject({
        responseId: toText(responseId),
        finishReason: first["finishReason"],
        finishMessage: first["finishMessage"],
        blockReason: toObject(promptFeedback)["blockReason"],
        groundingMetadata: first["groundingMetadata"],
        citationMetadata: first["citationMetadata"],
        ...readUsageDetails(usage),
      }),
    },
  };
}

/** Reads an error within a stream, which earlier versions of the client return as a chunk. */
function readFailure(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  const { status, message } = toObject(error);
  return `${toText(status) ?? "Error"}: ${toText(message) ?? ""}`;
}

type Candidate = Record<string, unknown> & { content: { role: "model"; parts: Record<string, unknown>[] } };

class ChunkReader implements StreamReader {
  #response: Wire = {};
  readonly #candidates: Candidate[] = [];

  add({ candidates, usageMetadata, ...head }: Wire): boolean {
    // Each chunk has the token counts so far.
    const usage = { ...toObject(this.#response["usageMetadata"]), ...toObject(usageMetadata) };
    this.#response = { ...this.#response, ...head, usageMetadata: usage };
    let isToken = false;
    for (const item of toList(candidates)) {
      const { content, ...rest } = item;
      const position = toIndex(rest["index"]) ?? 0;
      const known = (this.#candidates[position] ??= { content: { role: "model", parts: [] } });
      this.#candidates[position] = { ...known, ...rest, content: known.content };
      for (const part of toList(toObject(content)["parts"])) isToken = addPart(known.content.parts, part) || isToken;
    }
    return isToken;
  }

  read(): MappedResponse {
    return readResponse({ ...this.#response, candidates: this.#candidates.filter(Boolean) });
  }
}

/** Appends a part, or extends the last part with its text or arguments. Returns whether the part is model output. */
function addPart(parts: Record<string, unknown>[], part: Wire): boolean {
  const last = parts.at(-1);
  const text = toText(part["text"]);
  if (text !== undefined) {
    const isSame = toText(last?.["text"]) !== undefined && (last?.["thought"] === true) === (part["thought"] === true);
    if (isSame && last) last["text"] = `${toText(last["text"])}${text}`;
    else if (text !== "") parts.push({ ...part });
    return text !== "";
  }
  const call = toObject(part["functionCall"]);
  const open = toObject(last?.["functionCall"]);
  if (last && call["partialArgs"] !== undefined && open["willContinue"] === true) {
    last["functionCall"] = {
      ...open,
      willContinue: call["willContinue"],
      partialArgs: [...toList(open["partialArgs"]), ...toList(call["partialArgs"])],
    };
  } else parts.push({ ...part });
  return true;
}
