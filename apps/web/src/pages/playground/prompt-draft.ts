import type { JsonValue } from "@threadline/schema/sdk";
import { isJsonObject, parseJson } from "../../json/json-text.ts";

export const roles = ["system", "developer", "user", "assistant", "tool"] as const;

/** Message in the form: its text, or the whole message as JSON if its content is not text. */
export type MessageDraft =
  | {
      readonly key: number;
      readonly kind: "text";
      readonly role: string;
      readonly text: string;
      /** Other fields of the message, kept as they are. */
      readonly rest: { readonly [key: string]: JsonValue };
    }
  | { readonly key: number; readonly kind: "json"; readonly text: string };

export interface PromptDraft {
  readonly messages: readonly MessageDraft[];
  readonly settings: string;
  readonly tools: string;
  readonly defaults: string;
}

export interface PromptContent {
  readonly templateMessages: JsonValue[];
  readonly settings: JsonValue;
  readonly tools: JsonValue;
  readonly variablesDefaultValues: JsonValue;
}

const emptyDraft: PromptDraft = {
  messages: [
    { key: 0, kind: "text", role: "system", text: "", rest: {} },
    { key: 1, kind: "text", role: "user", text: "", rest: {} },
  ],
  settings: "",
  tools: "",
  defaults: "",
};

export function draftOfVersion(
  version: {
    readonly templateMessages: JsonValue;
    readonly settings: JsonValue;
    readonly tools: JsonValue;
    readonly variablesDefaultValues: JsonValue;
  } | null,
): PromptDraft {
  if (version === null) return emptyDraft;
  const messages = Array.isArray(version.templateMessages) ? version.templateMessages : [];
  return {
    messages: messages.map(draftOfMessage),
    settings: jsonText(version.settings),
    tools: jsonText(version.tools),
    defaults: jsonText(version.variablesDefaultValues),
  };
}

function draftOfMessage(message: JsonValue, key: number): MessageDraft {
  if (isJsonObject(message)) {
    const { role, content, ...rest } = message;
    if (typeof role === "string" && typeof content === "string")
      return { key, kind: "text", role, text: content, rest };
  }
  return { key, kind: "json", text: jsonText(message) };
}

function jsonText(value: JsonValue): string {
  const isEmpty = value === null || (isJsonObject(value) && Object.keys(value).length === 0);
  return isEmpty ? "" : JSON.stringify(value, null, 2);
}

/** Validation errors of a draft by field. */
export type DraftProblems = ReadonlyMap<"settings" | "tools" | "defaults" | number, "json" | "object" | "list">;

/** The valid content of a draft, and the errors of the rest; messages by key. */
export function readPromptDraft(draft: PromptDraft): {
  readonly content: PromptContent;
  readonly problems: DraftProblems;
} {
  const problems = new Map<"settings" | "tools" | "defaults" | number, "json" | "object" | "list">();
  const read = (
    field: "settings" | "tools" | "defaults" | number,
    text: string,
    kind: "object" | "list",
  ): JsonValue => {
    const { value = null, error } = parseJson(text);
    if (error !== null) problems.set(field, "json");
    else if (value !== null && (kind === "object" ? !isJsonObject(value) : !Array.isArray(value))) {
      problems.set(field, kind);
    } else return value;
    return null;
  };
  const templateMessages = draft.messages.map((message): JsonValue => {
    if (message.kind === "text") return { ...message.rest, role: message.role, content: message.text };
    return read(message.key, message.text, "object") ?? {};
  });
  const content = {
    templateMessages,
    settings: read("settings", draft.settings, "object"),
    tools: read("tools", draft.tools, "list"),
    variablesDefaultValues: read("defaults", draft.defaults, "object"),
  };
  return { content, problems };
}
