import type { JsonValue } from "@threadline/schema/sdk";
import type { PlaygroundStepQuery } from "../../../generated/playground.ts";
import { isJsonObject, readableJson } from "../../../json/json-text.ts";
import { renderMessages } from "../../../prompt-template/render-messages.ts";
import type { LoadedVersion } from "../loaded-version.ts";
import { joinToolCalls } from "./join-tool-calls.ts";
import { draftOfMessage, type MessageDraft, messageOf, newMessage, toolCallsIn } from "./message-draft.ts";
import { noSettings, readSettings, type SettingTexts } from "./model-settings.ts";
import { draftOfTools, noTools, type ToolsDraft, toolsText } from "./tool-draft.ts";
import { valueTexts } from "./variables.ts";

/** Maximum number of columns. It equals the maximum number of calls that the service accepts in `modelCalls`. */
export const maxColumns = 6;

/** Prompt version that a column was opened from. */
export interface ColumnSource {
  /** Null if the prompt has no version yet. */
  readonly promptId: string | null;
  /** Null if the prompt was deleted. */
  readonly name: string | null;
  readonly version: number | null;
  /**
   * Messages of the version, as JSON. The column's calls are recorded as calls of the version only while the column has
   * exactly these messages.
   */
  readonly messages: string;
}

export interface Column {
  readonly key: number;
  /** Id of the connection. Empty means the first connection. */
  readonly connectionId: string;
  /** Name of the model. Empty means the first model of the connection. */
  readonly model: string;
  readonly settings: SettingTexts;
  /** Settings as loaded, before the user changed them. */
  readonly originalSettings: { readonly [key: string]: JsonValue };
  readonly messages: readonly MessageDraft[];
  /** Whether variables such as `{{name}}` in the messages are replaced. */
  readonly isTemplate: boolean;
  readonly tools: ToolsDraft;
  readonly responseSchema: string;
  /** Default values of the variables, as JSON. */
  readonly defaults: string;
  readonly source: ColumnSource | null;
}

/** Content of a playground without its responses. */
export interface PlaygroundState {
  /** One to six columns. */
  readonly columns: readonly Column[];
  /** Values of the variables as text, by name. All columns share them. */
  readonly values: Readonly<Record<string, string>>;
}

/** Whether a column was not opened from a record and has no content yet. */
export function isBlank({ source, messages, tools }: Column): boolean {
  return (
    source === null &&
    toolsText(tools) === "" &&
    messages.every(
      (each) =>
        each.text === "" && (each.kind === "json" || (each.images.length === 0 && toolCallsIn(each.rest).length === 0)),
    )
  );
}

export function emptyColumn(): Column {
  return {
    key: 0,
    connectionId: "",
    model: "",
    settings: noSettings,
    originalSettings: {},
    messages: [newMessage(0, "system"), newMessage(1, "user")],
    isTemplate: true,
    tools: noTools,
    responseSchema: "",
    defaults: "",
    source: null,
  };
}

export function columnOfVersion(name: string, version: LoadedVersion): Column {
  const messages = Array.isArray(version.templateMessages) ? version.templateMessages : [];
  return {
    ...emptyColumn(),
    ...settingsOf(version.settings),
    messages: messages.map(draftOfMessage),
    tools: draftOfTools(jsonText(version.tools)),
    defaults: jsonText(version.variablesDefaultValues),
    source: { promptId: version.id, name, version: version.version, messages: sourceText(messages) },
  };
}

/** Returns a column for a dataset item: one message, which contains a variable for each field of the item's input. */
export function columnOfItem(input: JsonValue): { readonly column: Column; readonly names: readonly string[] } {
  const names = isJsonObject(input) ? Object.keys(input) : ["input"];
  const lines = names.map((name) => (names.length === 1 ? `{{${name}}}` : `${name}: {{${name}}}`));
  return { column: { ...emptyColumn(), messages: [{ ...newMessage(0, "user"), text: lines.join("\n") }] }, names };
}

export function columnOfPrompt(name: string): Column {
  return { ...emptyColumn(), source: { promptId: null, name, version: null, messages: "" } };
}

export type RecordedStep = NonNullable<PlaygroundStepQuery["step"]>;

/**
 * Returns a column that repeats a recorded generation; null if the generation has no messages. If the template of the
 * prompt version renders exactly the recorded messages, the column contains the template, and `values` contains the
 * recorded variables. Otherwise, the column contains the recorded messages, and `values` is empty. Parallel tool calls
 * are joined by {@link joinToolCalls}.
 */
export function columnOfStep(
  { generation, metadata }: RecordedStep,
  {
    prompt,
    toolResults,
  }: {
    readonly prompt: (LoadedVersion & { readonly name: string }) | null;
    /** Outputs of the tools that the recorded run called around this step, by tool name. */
    readonly toolResults: Readonly<Record<string, JsonValue>>;
  },
): { readonly column: Column; readonly values: PlaygroundState["values"] } | null {
  if (!generation) return null;
  const { model, promptId, prompt: text, messages: recorded, tools, settings, variables } = generation;
  const given = Array.isArray(recorded) ? recorded : text === null ? null : [{ role: "user", content: text }];
  if (given === null || given.length === 0) return null;
  const read = settingsOf(settings);
  const connectionId = isJsonObject(metadata) ? metadata["connectionId"] : null;
  const values = isJsonObject(variables) ? variables : {};
  const template = prompt && templateOf(prompt, { values, messages: given });
  const messages = joinToolCalls(given);
  const column: Column = {
    ...emptyColumn(),
    ...read,
    connectionId: typeof connectionId === "string" ? connectionId : "",
    model: read.model || (model ?? ""),
    messages: (template ?? messages).map(draftOfMessage),
    // Recorded messages are already rendered, so a `{{` in them is plain text, and they are not rendered again.
    // Recorded messages without `{{` are treated as a template, so that the user can add variables.
    isTemplate: template !== null || !JSON.stringify(messages).includes("{{"),
    ...(template && { defaults: jsonText(prompt?.variablesDefaultValues ?? null) }),
    tools: draftOfTools(
      jsonText(tools),
      Object.fromEntries(Object.entries(toolResults).map(([name, value]) => [name, readableJson(value)])),
    ),
    source:
      promptId === null
        ? null
        : {
            promptId,
            name: prompt?.name ?? null,
            version: prompt?.version ?? null,
            messages: sourceText(template ?? messages),
          },
  };
  return { column, values: template ? valueTexts(values, Object.keys(values)) : {} };
}

/** Returns the template of a prompt version if it renders exactly these messages; otherwise null. */
function templateOf(
  { templateMessages, variablesDefaultValues: defaults }: LoadedVersion,
  {
    values,
    messages,
  }: { readonly values: Readonly<Record<string, JsonValue>>; readonly messages: readonly JsonValue[] },
): JsonValue[] | null {
  if (!Array.isArray(templateMessages)) return null;
  const template = templateMessages.map((message) => {
    if (!isJsonObject(message)) return message;
    const { uuid: _uuid, ...rest } = message;
    return rest;
  });
  try {
    const rendered = renderMessages(template, { ...(isJsonObject(defaults) ? defaults : {}), ...values });
    return sourceText(rendered) === sourceText(messages) ? template : null;
  } catch {
    return null;
  }
}

/** Returns messages as JSON, for a comparison with the messages of a column. */
export function sourceText(messages: readonly JsonValue[]): string {
  return JSON.stringify(messages.map((message, index) => messageOf(draftOfMessage(message, index))));
}

function settingsOf(settings: JsonValue): Pick<Column, "model" | "settings" | "originalSettings" | "responseSchema"> {
  const { model, texts, responseSchema, original } = readSettings(settings);
  return { model, settings: texts, originalSettings: original, responseSchema: jsonText(responseSchema) };
}

function jsonText(value: JsonValue): string {
  const isEmpty = value === null || (isJsonObject(value) && Object.keys(value).length === 0);
  return isEmpty ? "" : JSON.stringify(value, null, 2);
}
