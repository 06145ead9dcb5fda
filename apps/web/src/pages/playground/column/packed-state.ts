import type { JsonValue } from "@threadline/schema/sdk";
import { isJsonObject } from "../../../json/json-text.ts";
import { type Column, type ColumnSource, emptyColumn, maxColumns, type PlaygroundState } from "./column.ts";
import { draftOfMessage, type MessageDraft, messageOf } from "./message-draft.ts";
import { noSettings, type SettingName } from "./model-settings.ts";
import { draftOfTools, resultsOf, toolsText } from "./tool-draft.ts";

const textFields = ["connectionId", "model", "responseSchema", "defaults"] as const;

/** Returns the playground as JSON, without the fields that are empty. */
export function packState({ columns, values }: PlaygroundState): JsonValue {
  return { columns: columns.map(packColumn), values: nonEmpty(values) };
}

function packColumn(column: Column): JsonValue {
  const { tools, ...others } = column;
  const texts = [...textFields.map((field) => [field, others[field]] as const), ["tools", toolsText(tools)] as const];
  return {
    ...Object.fromEntries(texts.filter(([, text]) => text !== "")),
    messages: column.messages.map(packMessage),
    settings: nonEmpty(column.settings),
    originalSettings: column.originalSettings,
    toolResults: nonEmpty(resultsOf(tools)),
    isTemplate: column.isTemplate,
    source: column.source && { ...column.source },
  };
}

function nonEmpty(texts: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ""));
}

/** Returns the message, or the text of a message that is not complete JSON yet. */
function packMessage(draft: MessageDraft): JsonValue {
  return messageOf(draft) ?? draft.text;
}

/** Validates every part of the state, because anyone may have created the link that contains it. */
export function unpackState(value: unknown): PlaygroundState | null {
  const state = value as JsonValue; // parsed JSON; each part is checked
  if (!isJsonObject(state) || !Array.isArray(state["columns"])) return null;
  const columns = state["columns"].slice(0, maxColumns).map(columnOf);
  return columns.length === 0 ? null : { columns, values: textsIn(state["values"]) };
}

function columnOf(value: JsonValue, key: number): Column {
  const fields = isJsonObject(value) ? value : {};
  const { messages, originalSettings: original, isTemplate, source, tools } = fields;
  const texts = textFields.map((field) => [field, typeof fields[field] === "string" ? fields[field] : ""]);
  const settings = textsIn(fields["settings"]);
  const names = Object.keys(noSettings) as SettingName[]; // `Object.keys` returns `string[]`
  return {
    ...emptyColumn(),
    ...(Object.fromEntries(texts) as Pick<Column, (typeof textFields)[number]>),
    key,
    messages: (Array.isArray(messages) ? messages : []).map(unpackMessage),
    settings: { ...noSettings, ...Object.fromEntries(names.map((name) => [name, settings[name] ?? ""])) },
    originalSettings: isJsonObject(original) ? original : {},
    tools: draftOfTools(typeof tools === "string" ? tools : "", textsIn(fields["toolResults"])),
    isTemplate: isTemplate !== false,
    source: sourceOf(source),
  };
}

function unpackMessage(message: JsonValue, key: number): MessageDraft {
  return typeof message === "string" ? { key, kind: "json", text: message } : draftOfMessage(message, key);
}

function sourceOf(value: JsonValue | undefined): ColumnSource | null {
  if (!isJsonObject(value)) return null;
  const { promptId, name, version, messages } = value;
  if (typeof messages !== "string") return null;
  return {
    promptId: typeof promptId === "string" ? promptId : null,
    messages,
    name: typeof name === "string" ? name : null,
    version: typeof version === "number" ? version : null,
  };
}

function textsIn(value: JsonValue | undefined): Record<string, string> {
  const entries = Object.entries(isJsonObject(value) ? value : {});
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"));
}
