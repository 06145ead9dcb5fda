import type { GenerationPayloadInput } from "@threadline/schema/server";
import type { GenerationType, GenerationWrite } from "../store/generation-record.ts";
import { badInput } from "./errors.ts";
import { readReference } from "./ids.ts";
import { readJson, readMetadata, readPayload } from "./json-values.ts";
import { recordLimits } from "./limits.ts";
import { readName, readTags, readText } from "./text.ts";
import type { Given } from "./text.ts";

export function readGeneration(field: string, input: GenerationPayloadInput): GenerationWrite {
  const at = (name: string): string => `${field}.${name}`;
  return {
    type: readType(input),
    promptId: readReference(at("promptId"), input.promptId),
    provider: readName(at("provider"), input.provider),
    model: readName(at("model"), input.model),
    error: readText(at("error"), input.error, recordLimits.payloadBytes),
    settings: readJson(at("settings"), input.settings, recordLimits.metadataBytes),
    variables: readJson(at("variables"), input.variables, recordLimits.metadataBytes),
    tags: readTags(at("tags"), input.tags),
    metadata: readMetadata(at("metadata"), input.metadata),
    tools: readPayload(at("tools"), input.tools),
    tokenCount: readCount(at("tokenCount"), input.tokenCount),
    inputTokenCount: readCount(at("inputTokenCount"), input.inputTokenCount),
    outputTokenCount: readCount(at("outputTokenCount"), input.outputTokenCount),
    ttFirstToken: input.ttFirstToken,
    tokenThroughputInSeconds: input.tokenThroughputInSeconds,
    duration: input.duration,
    prompt: readPayload(at("prompt"), input.prompt),
    completion: readText(at("completion"), input.completion, recordLimits.payloadBytes),
    messages: readPayload(at("messages"), input.messages),
    messageCompletion: readPayload(at("messageCompletion"), input.messageCompletion),
  };
}

/**
 * Returns the given type, or derives the type from the content. Undefined if there is neither a type nor content: the
 * store then keeps the stored type, and uses `CHAT` for a new generation.
 */
function readType(input: GenerationPayloadInput): GenerationType | undefined {
  if (input.type) return input.type;
  if (input.messages != null || input.messageCompletion != null) return "CHAT";
  return input.prompt != null || input.completion != null ? "COMPLETION" : undefined;
}

function readCount(field: string, value: Given<number>): Given<number> {
  if (value != null && value < 0) throw badInput(field, "must not be negative", 0);
  return value;
}
