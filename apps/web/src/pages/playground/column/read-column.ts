import type { JsonValue } from "@threadline/schema/sdk";
import type { ModelCallInput, ModelToolInput, PlaygroundConnectionsQuery } from "../../../generated/playground.ts";
import { isJsonObject, parseJson } from "../../../json/json-text.ts";
import { renderMessages } from "../../../prompt-template/render-messages.ts";
import type { Column } from "./column.ts";
import { messageOf } from "./message-draft.ts";
import { callSettings, type SettingName, writeSettings } from "./model-settings.ts";
import type { PromptContent } from "./prompt-content.ts";
import { problemsOfTools, readTools, resultsOf, type ToolProblems, toolsText, withResults } from "./tool-draft.ts";

export type Connection = PlaygroundConnectionsQuery["modelConnections"][number];

export interface ColumnProblems {
  readonly messages: ReadonlySet<number>;
  readonly settings: ReadonlySet<SettingName>;
  /** Whether the tools cannot be sent. */
  readonly tools: boolean;
  /** Problems of single tools, by key. */
  readonly eachTool: ReadonlyMap<number, ToolProblems>;
  readonly responseSchema: boolean;
  readonly defaults: boolean;
  /** Whether the column cannot be called. */
  readonly isAny: boolean;
  /** Whether the column cannot be saved. Names of tools that models do not accept can be. */
  readonly blocksSaving: boolean;
}

export interface ReadColumn {
  readonly content: PromptContent;
  readonly tools: readonly ModelToolInput[];
  readonly responseSchema: JsonValue;
  readonly problems: ColumnProblems;
}

export function readColumn(column: Column): ReadColumn {
  const messages = column.messages.map((draft) => ({ key: draft.key, message: messageOf(draft) }));
  const tools = parseJson(toolsText(column.tools));
  const knownTools = tools.error === null ? readTools(tools.value ?? null) : null;
  const eachTool = problemsOfTools(column.tools);
  const schema = objectIn(column.responseSchema);
  const defaults = objectIn(column.defaults);
  const invalidMessages = messages.filter(({ message }) => message === null).map(({ key }) => key);
  const { invalid } = callSettings(column.settings);
  const problems = {
    messages: new Set(invalidMessages),
    settings: new Set(invalid),
    tools: knownTools === null || eachTool.size > 0,
    eachTool,
    responseSchema: schema === undefined,
    defaults: defaults === undefined,
  };
  const blocksSaving =
    invalidMessages.length > 0 ||
    invalid.length > 0 ||
    knownTools === null ||
    [...eachTool.values()].some(({ name, parameters }) => name === "empty" || parameters) ||
    problems.responseSchema ||
    problems.defaults;
  return {
    content: {
      templateMessages: messages.map(({ message }) => message ?? {}),
      settings: writeSettings(column.originalSettings, {
        model: column.model,
        texts: column.settings,
        responseSchema: schema ?? null,
      }),
      tools: tools.value ?? null,
      variablesDefaultValues: defaults ?? null,
    },
    tools: knownTools ?? [],
    responseSchema: schema ?? null,
    problems: { ...problems, isAny: blocksSaving || problems.tools, blocksSaving },
  };
}

export interface ColumnModel {
  readonly connection: Connection;
  readonly model: string;
  /**
   * The column's model, if the connection does not allow it, and `model` is used instead. Null if `model` is the
   * column's model.
   */
  readonly replaced: string | null;
}

/**
 * Returns the connection and model to call for a column; null if the project has no connection. If the connection does
 * not allow the column's model, returns the first model that the connection allows.
 */
export function modelOf(
  { connectionId, model }: Pick<Column, "connectionId" | "model">,
  connections: readonly Connection[],
): ColumnModel | null {
  const connection =
    connections.find(({ id }) => id === connectionId) ??
    connections.find(({ models }) => model !== "" && models.includes(model)) ??
    connections[0];
  if (!connection) return null;
  const [first = ""] = connection.models;
  const isReplaced = model !== "" && first !== "" && !connection.models.includes(model);
  return { connection, model: isReplaced ? first : model || first, replaced: isReplaced ? model : null };
}

export type CallProblem = "connection" | "fields" | "messages" | "model" | "template";

export function callOf(
  column: Column,
  {
    read,
    connections,
    values,
  }: {
    readonly read: ReadColumn;
    readonly connections: readonly Connection[];
    readonly values: Readonly<Record<string, JsonValue>>;
  },
): { readonly call: ModelCallInput; readonly problem: null } | { readonly call: null; readonly problem: CallProblem } {
  const { content, tools, responseSchema, problems } = read;
  if (problems.isAny) return { call: null, problem: "fields" };
  let messages: JsonValue[];
  try {
    messages = column.isTemplate ? renderMessages(content.templateMessages, values) : content.templateMessages;
  } catch {
    return { call: null, problem: "template" };
  }
  // Removes empty system messages, which providers would reject. The initial form of a column has such a message.
  messages = messages.filter((message) => !isEmptySystem(message));
  if (messages.every((message) => isJsonObject(message) && message["content"] === "")) {
    return { call: null, problem: "messages" };
  }
  const chosen = modelOf(column, connections);
  if (chosen === null) return { call: null, problem: "connection" };
  if (chosen.model === "") return { call: null, problem: "model" };
  const { source } = column;
  const isOfSource = source !== null && source.messages === JSON.stringify(content.templateMessages);
  return {
    call: {
      connectionId: chosen.connection.id,
      model: chosen.model,
      messages,
      settings: callSettings(column.settings).settings,
      ...(tools.length > 0 && { tools: withResults(tools, resultsOf(column.tools)) }),
      ...(responseSchema !== null && { responseSchema }),
      ...(isOfSource && { promptId: source.promptId }),
      ...(column.isTemplate && Object.keys(values).length > 0 && { variables: { ...values } }),
    },
    problem: null,
  };
}

export function isEmptySystem(message: JsonValue): boolean {
  if (!isJsonObject(message)) return false;
  const { role, content } = message;
  return (role === "system" || role === "developer") && content === "";
}

/** Parses a JSON object. Returns null for empty text, and undefined for anything but a JSON object. */
function objectIn(text: string): JsonValue | undefined {
  const { value = null, error } = parseJson(text);
  return error !== null || (value !== null && !isJsonObject(value)) ? undefined : value;
}
