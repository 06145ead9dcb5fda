import type { JsonObject, JsonValue } from "../../json/json-value.ts";
import { lookup } from "../lookup.ts";

const names: ReadonlyMap<string, string> = lookup<string>({
  maxTokens: "max_tokens",
  maxOutputTokens: "max_tokens",
  max_output_tokens: "max_tokens",
  max_completion_tokens: "max_tokens",
  topP: "top_p",
  topK: "top_k",
  frequencyPenalty: "frequency_penalty",
  presencePenalty: "presence_penalty",
  stop_sequences: "stop",
  stopSequences: "stop",
  "choice.count": "n",
  toolChoice: "tool_choice",
});

/**
 * Parameters that are not settings. They are either content of the call, such as `messages`, or fields of the response,
 * such as `usage`.
 */
const dropped = new Set([
  "messages",
  "input",
  "prompt",
  "tools",
  "instructions",
  "id",
  "created_at",
  "object",
  "output",
  "usage",
  "contents",
  "metadata",
  "model_name",
  "status",
  "error",
]);

/** Returns the settings of a call under OpenAI's names, from parameters with other spellings. */
export function settingsOf(
  parameters: JsonObject,
  more: Readonly<Record<string, JsonValue | undefined>> = {},
): JsonObject {
  const settings: [string, JsonValue][] = [];
  for (const [key, value] of Object.entries(parameters)) {
    if (value === null || value === "" || value === "Infinity" || key.startsWith("_") || dropped.has(key)) continue;
    settings.push([names.get(key) ?? key, value]);
  }
  for (const [key, value] of Object.entries(more))
    if (value !== undefined && value !== null) settings.push([key, value]);
  return Object.fromEntries(settings);
}
