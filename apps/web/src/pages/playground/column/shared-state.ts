import type { JsonValue } from "@threadline/schema/sdk";
import { isJsonObject } from "../../../json/json-text.ts";
import { type Column, type ColumnSource, emptyColumn, maxColumns, type PlaygroundState } from "./column.ts";
import { draftOfMessage, messageOf } from "./message-draft.ts";
import { noSettings, type SettingName } from "./model-settings.ts";

/** Maximum size of the compressed state, in bytes. Chats and proxies truncate longer links. */
const maxBytes = 24_000;
/**
 * Maximum length of the decompressed JSON, in characters. Protects the page against links that decompress to huge
 * texts.
 */
const maxJsonLength = 4_000_000;

const textFields = ["connectionId", "model", "tools", "responseSchema", "defaults"] as const;

/** Returns a URL fragment that contains the playground; null if it would exceed {@link maxBytes}. */
export async function writeShared({ columns, values }: PlaygroundState): Promise<string | null> {
  const state = { columns: columns.map(shortColumn), values };
  const bytes = new TextEncoder().encode(JSON.stringify(state));
  const packed = new Uint8Array(
    await new Response(new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw"))).arrayBuffer(),
  );
  if (packed.length > maxBytes) return null;
  const text = btoa(String.fromCharCode(...packed));
  return `state=${text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

/** Parses a fragment of {@link writeShared}; returns null for any other fragment. */
export async function readShared(fragment: string): Promise<PlaygroundState | null> {
  const text = /^state=([\w-]+)$/.exec(fragment)?.[1];
  if (text === undefined) return null;
  try {
    const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    const json = await readText(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")));
    return stateOf(JSON.parse(json) as JsonValue);
  } catch {
    return null;
  }
}

async function readText(stream: ReadableStream<BufferSource>): Promise<string> {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- one part after the other
    const { done, value } = await reader.read();
    if (done) return text;
    text += value;
    // A short link may decompress to a very long text.
    if (text.length > maxJsonLength) throw new Error("The content of the playground link is too long");
  }
}

function shortColumn(column: Column): JsonValue {
  const texts = textFields.map((field): [string, JsonValue] => [field, column[field]]);
  return {
    ...Object.fromEntries(texts.filter(([, text]) => text !== "")),
    messages: column.messages.map((draft) => messageOf(draft) ?? {}),
    settings: Object.fromEntries(Object.entries(column.settings).filter(([, text]) => text !== "")),
    originalSettings: column.originalSettings,
    toolResults: column.toolResults,
    isTemplate: column.isTemplate,
    source: column.source && { ...column.source },
  };
}

/** Validates every part of the state, because anyone may have created the link. */
function stateOf(value: JsonValue): PlaygroundState | null {
  if (!isJsonObject(value) || !Array.isArray(value["columns"])) return null;
  const columns = value["columns"].slice(0, maxColumns).map(columnOf);
  return columns.length === 0 ? null : { columns, values: textsIn(value["values"]) };
}

function columnOf(value: JsonValue, key: number): Column {
  const fields = isJsonObject(value) ? value : {};
  const { messages, originalSettings: original, isTemplate, source } = fields;
  const texts = textFields.map((field) => [field, typeof fields[field] === "string" ? fields[field] : ""]);
  const settings = textsIn(fields["settings"]);
  const names = Object.keys(noSettings) as SettingName[]; // `Object.keys` returns `string[]`
  return {
    ...emptyColumn(),
    ...(Object.fromEntries(texts) as Pick<Column, (typeof textFields)[number]>),
    key,
    messages: (Array.isArray(messages) ? messages : []).map(draftOfMessage),
    settings: { ...noSettings, ...Object.fromEntries(names.map((name) => [name, settings[name] ?? ""])) },
    originalSettings: isJsonObject(original) ? original : {},
    toolResults: textsIn(fields["toolResults"]),
    isTemplate: isTemplate !== false,
    source: sourceOf(source),
  };
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
