import { createHash } from "node:crypto";
import type { JsonValue } from "../json/json-value.ts";
import { sortKeys } from "../json/sort-keys.ts";
import type { PromptVersionRecord } from "../store/prompts.ts";
import { isJsonObject } from "./json-values.ts";

type PromptContent = Pick<PromptVersionRecord, "templateMessages" | "settings" | "tools">;

/**
 * Whether the settings contain a provider. Some clients read a prompt, and send its settings back without the provider.
 * So if there is none, a stored version that differs only in its provider counts as the same version.
 */
export function namesProvider({ settings }: PromptContent): boolean {
  return isJsonObject(settings) && settings["provider"] != null;
}

/**
 * Returns a hash that is equal for prompt versions with the same content. Ignores the ids of messages, the order of
 * keys, and the difference between no tools and an empty list.
 */
export function promptIdentity(content: PromptContent, options: { ignoreProvider?: boolean } = {}): string {
  const { templateMessages, tools, settings } = content;
  const messages = Array.isArray(templateMessages) ? templateMessages.map(withoutMarks) : templateMessages;
  const hasTools = !Array.isArray(tools) || tools.length > 0;
  const { provider, ...rest } = isJsonObject(settings) ? settings : {};
  const known = options.ignoreProvider || provider == null ? rest : { ...rest, provider };
  const canonical = JSON.stringify(sortKeys([messages, hasTools ? tools : null, known]));
  return createHash("sha256").update(canonical).digest("hex");
}

function withoutMarks(message: JsonValue): JsonValue {
  if (!isJsonObject(message)) return message;
  const { uuid: _uuid, templated: _templated, ...rest } = message;
  return rest;
}
