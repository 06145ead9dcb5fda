import type { JsonValue } from "@threadline/schema/sdk";
import type { PlaygroundStepQuery } from "../../../generated/playground.ts";
import { isJsonObject, readableJson } from "../../../json/json-text.ts";
import type { LoadedVersion } from "../loaded-version.ts";
import { draftOfMessage, type MessageDraft, messageOf, newMessage } from "./message-draft.ts";
import { noSettings, readSettings, type SettingTexts } from "./model-settings.ts";

/** Maximum number of columns, which is that of concurrent calls. */
export const maxColumns = 6;

/** Prompt version that a column started from. */
export interface ColumnSource {
  /** Null if the prompt has no version yet. */
  readonly promptId: string | null;
  /** Null if the prompt was deleted. */
  readonly name: string | null;
  readonly version: number | null;
  /** JSON of its messages. A call with other messages is not recorded as one of this version. */
  readonly messages: string;
}

/** Form of one column, as texts. */
export interface Column {
  readonly key: number;
  /** Empty: the first connection. */
  readonly connectionId: string;
  /** Empty: the first model of the connection. */
  readonly model: string;
  readonly settings: SettingTexts;
  /** Settings that the column started with. */
  readonly originalSettings: { readonly [key: string]: JsonValue };
  readonly messages: readonly MessageDraft[];
  /** Whether `{{variables}}` in the messages are replaced. */
  readonly isTemplate: boolean;
  readonly tools: string;
  /** Mocked results by the name of the tool. */
  readonly toolResults: Readonly<Record<string, string>>;
  readonly responseSchema: string;
  /** Defaults of the variables. */
  readonly defaults: string;
  readonly source: ColumnSource | null;
}

/** Content of a playground, without its responses. */
export interface PlaygroundState {
  /** One to six. */
  readonly columns: readonly Column[];
  /** Texts of variables by name, for all columns. */
  readonly values: Readonly<Record<string, string>>;
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
    tools: "",
    toolResults: {},
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
    tools: jsonText(version.tools),
    defaults: jsonText(version.variablesDefaultValues),
    source: { promptId: version.id, name, version: version.version, messages: sourceText(messages) },
  };
}

/** A message for the input of a dataset item, with a variable for each of its fields. */
export function columnOfItem(input: JsonValue): { readonly column: Column; readonly names: readonly string[] } {
  const names = isJsonObject(input) ? Object.keys(input) : ["input"];
  const lines = names.map((name) => (names.length === 1 ? `{{${name}}}` : `${name}: {{${name}}}`));
  return { column: { ...emptyColumn(), messages: [{ ...newMessage(0, "user"), text: lines.join("\n") }] }, names };
}

/** Start of the first version of a prompt. */
export function columnOfPrompt(name: string): Column {
  return { ...emptyColumn(), source: { promptId: null, name, version: null, messages: "" } };
}

export type RecordedStep = NonNullable<PlaygroundStepQuery["step"]>;

/** A recorded generation with its exact messages, tools and settings. Null without messages. */
export function columnOfStep(
  { generation, metadata }: RecordedStep,
  {
    prompt,
    toolResults,
  }: {
    readonly prompt: { readonly name: string; readonly version: number } | null;
    /** Recorded outputs of the tools around the step. */
    readonly toolResults: Readonly<Record<string, JsonValue>>;
  },
): Column | null {
  if (!generation) return null;
  const { model, promptId, prompt: text, messages: recorded, tools, settings } = generation;
  const messages = Array.isArray(recorded) ? recorded : text === null ? null : [{ role: "user", content: text }];
  if (messages === null || messages.length === 0) return null;
  const read = settingsOf(settings);
  const connectionId = isJsonObject(metadata) ? metadata["connectionId"] : null;
  return {
    ...emptyColumn(),
    ...read,
    connectionId: typeof connectionId === "string" ? connectionId : "",
    model: read.model || (model ?? ""),
    messages: messages.map(draftOfMessage),
    // Recorded messages are rendered already.
    isTemplate: !JSON.stringify(messages).includes("{{"),
    tools: jsonText(tools),
    toolResults: Object.fromEntries(Object.entries(toolResults).map(([name, value]) => [name, readableJson(value)])),
    source:
      promptId === null
        ? null
        : {
            promptId,
            name: prompt?.name ?? null,
            version: prompt?.version ?? null,
            messages: sourceText(messages),
          },
  };
}

/** JSON of messages as a column writes them. */
function sourceText(messages: readonly JsonValue[]): string {
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
