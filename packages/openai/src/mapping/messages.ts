import type { IGenerationMessage, JsonObject } from "@threadline/core";
import { type MappedGeneration, toObject, toText, type Wire } from "@threadline/core/internal";

/**
 * Converts the messages of a request. If `prompt.formatMessages` created a message, `promptId` and `variables` are the
 * prompt version and the variables that the message was rendered from.
 */
export function readMessages(messages: unknown): Pick<MappedGeneration, "messages" | "promptId" | "variables"> {
  if (!Array.isArray(messages)) return {};
  let promptId: string | undefined;
  let variables: JsonObject | undefined;
  const read = messages.map((message: unknown) => {
    const origin = readOrigin(message);
    // The cast is safe, because the provider's messages have the fields of recorded messages.
    if (origin === undefined) return { ...toObject(message) } as unknown as IGenerationMessage;
    promptId ??= toText(origin["promptId"]);
    variables ??= origin["variables"] as JsonObject | undefined;
    return { ...toObject(message), uuid: toText(origin["uuid"]), templated: true } as unknown as IGenerationMessage;
  });
  return { messages: read, ...(promptId !== undefined && { promptId }), ...(variables && { variables }) };
}

function readOrigin(message: unknown): Wire | undefined {
  const { literalMetadata } = toObject(message);
  return typeof literalMetadata === "function" ? toObject(literalMetadata.call(message)) : undefined;
}
