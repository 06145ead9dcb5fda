import { createHash } from "node:crypto";
import type { JsonValue } from "../json/json-value.ts";
import { sortKeys } from "../json/sort-keys.ts";
import type { PromptVersionRecord } from "../store/prompts.ts";
import { isJsonObject } from "./json-values.ts";

type PromptContent = Pick<PromptVersionRecord, "templateMessages" | "settings" | "tools">;

/**
 * Whether the settings contain a provider. Some clients remove the provider from a prompt, and send the other settings
 * back.
 */
export function namesProvider({ settings }: PromptContent): boolean {
  return isJsonObject(settings) && settings["provider"] != null;
}

/**
 * Returns the identity of a version: the SHA-256 (hex) of its messages (without `uuid` and `templated`), tools and
 * settings. The order of keys does not matter, and null tools equal `[]`.
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
