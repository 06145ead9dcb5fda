import type { JsonValue } from "@threadline/schema/sdk";
import { isJsonObject, readableJson } from "../../json/json-text.ts";

export interface VersionContent {
  readonly templateMessages: JsonValue;
  readonly tools: JsonValue | null;
  readonly settings: JsonValue | null;
  readonly variablesDefaultValues: JsonValue | null;
}

/** Returns a version as text, for diffs. Omits the ids of messages, which do not affect the prompt. */
export function versionText(content: VersionContent): string {
  const messages = Array.isArray(content.templateMessages) ? content.templateMessages : [];
  const parts = [
    ...messages.map((message) => messageText(message)),
    ...part("settings", content.settings),
    ...part("tools", content.tools),
    ...part("defaults", content.variablesDefaultValues),
  ];
  return parts.join("\n\n");
}

function messageText(message: JsonValue): string {
  if (!isJsonObject(message)) return readableJson(message);
  const { uuid: _uuid, role, content, ...rest } = message;
  const more = Object.keys(rest).length > 0 ? `\n${readableJson(rest)}` : "";
  return `── ${readableJson(role)}\n${readableJson(content)}${more}`;
}

function part(name: string, value: JsonValue | null): string[] {
  const isEmpty = value === null || (typeof value === "object" && Object.keys(value).length === 0);
  return isEmpty ? [] : [`── ${name}\n${readableJson(sorted(value))}`];
}

/** Sorts the keys of objects, because a diff would show a different order of keys as a change. */
function sorted(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .toSorted()
      .map((key) => [key, sorted(value[key] ?? null)]),
  );
}
