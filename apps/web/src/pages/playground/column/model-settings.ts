import type { JsonValue } from "@threadline/schema/sdk";
import { isJsonObject } from "../../../json/json-text.ts";
import { parseNumber } from "../../../ui/number-text.ts";

type Json = { readonly [key: string]: JsonValue };

export const numberSettings = {
  temperature: { minimum: 0, maximum: 2, isInteger: false },
  maxOutputTokens: { minimum: 1, maximum: 1_000_000, isInteger: true },
  topP: { minimum: 0, maximum: 1, isInteger: false },
  presencePenalty: { minimum: -2, maximum: 2, isInteger: false },
  frequencyPenalty: { minimum: -2, maximum: 2, isInteger: false },
  seed: { minimum: -2_147_483_648, maximum: 2_147_483_647, isInteger: true },
} as const;

export type NumberSetting = keyof typeof numberSettings;
export type SettingName = NumberSetting | "stop";

export const numberSettingNames = Object.keys(numberSettings) as NumberSetting[]; // `Object.keys` returns `string[]`

/**
 * Names of each setting in the APIs of providers. The first name is used if the stored settings contain none of them.
 */
const names: Readonly<Record<SettingName, readonly string[]>> = {
  temperature: ["temperature"],
  maxOutputTokens: ["max_tokens", "max_completion_tokens", "max_output_tokens", "maxOutputTokens", "maxTokens"],
  topP: ["top_p", "topP"],
  presencePenalty: ["presence_penalty", "presencePenalty"],
  frequencyPenalty: ["frequency_penalty", "frequencyPenalty"],
  seed: ["seed"],
  stop: ["stop", "stop_sequences", "stopSequences"],
};

/** Returns the setting that providers know under a name; undefined for other names. */
export function settingNamed(name: string): SettingName | undefined {
  const known = Object.entries(names).find(([, aliases]) => aliases.includes(name));
  return known?.[0] as SettingName | undefined; // `Object.entries` returns `string` keys
}

/** Settings as text. Empty means the provider's default. */
export type SettingTexts = Readonly<Record<SettingName, string>>;

export const noSettings: SettingTexts = {
  temperature: "",
  maxOutputTokens: "",
  topP: "",
  presencePenalty: "",
  frequencyPenalty: "",
  seed: "",
  stop: "",
};

export interface ReadSettings {
  readonly model: string;
  readonly texts: SettingTexts;
  /** JSON schema of the response; null if there is none. */
  readonly responseSchema: JsonValue;
  /** Settings as they were read. {@link writeSettings} applies the user's changes to them. */
  readonly original: Json;
}

export function readSettings(settings: JsonValue): ReadSettings {
  const original = isJsonObject(settings) ? settings : {};
  const texts = Object.fromEntries(
    Object.entries(names).map(([name, aliases]) => {
      const value = original[aliasIn(original, aliases) ?? ""];
      return [name, name === "stop" ? stopText(value) : typeof value === "number" ? String(value) : ""];
    }),
  ) as Record<SettingName, string>; // `names` has all settings
  const model = original["model"];
  return {
    model: typeof model === "string" ? model : "",
    texts,
    responseSchema: schemaIn(original["response_format"]),
    original,
  };
}

/**
 * Returns the settings to store in a prompt version: the original ones with the user's changes. Null if there are no
 * settings.
 */
export function writeSettings(
  original: Json,
  { model, texts, responseSchema }: Omit<ReadSettings, "original">,
): JsonValue {
  const before = readSettings(original);
  const settings: Record<string, JsonValue> = { ...original };
  if (model !== before.model) set(settings, "model", model === "" ? null : model);
  for (const [name, aliases] of Object.entries(names) as [SettingName, readonly string[]][]) {
    if (texts[name] === before.texts[name]) continue;
    const value = name === "stop" ? readStop(texts.stop) : (parseNumber(texts[name]) ?? null);
    set(settings, aliasIn(original, aliases) ?? aliases[0] ?? name, value);
  }
  if (JSON.stringify(responseSchema) !== JSON.stringify(before.responseSchema)) {
    const format = original["response_format"];
    const schema = isJsonObject(format) && isJsonObject(format["json_schema"]) ? format["json_schema"] : {};
    const json = { name: "response", ...schema, schema: responseSchema };
    set(settings, "response_format", responseSchema === null ? null : { type: "json_schema", json_schema: json });
  }
  return Object.keys(settings).length === 0 ? null : settings;
}

export function callSettings(texts: SettingTexts): {
  readonly settings: Readonly<Record<string, number | string[]>>;
  readonly invalid: readonly SettingName[];
} {
  const settings: Record<string, number | string[]> = {};
  const invalid: SettingName[] = [];
  for (const name of numberSettingNames) {
    if (texts[name].trim() === "") continue;
    const { minimum, maximum, isInteger } = numberSettings[name];
    const number = parseNumber(texts[name]);
    const isValid = number !== undefined && number >= minimum && number <= maximum;
    if (isValid && (!isInteger || Number.isInteger(number))) settings[name] = number;
    else invalid.push(name);
  }
  const stop = readStop(texts.stop);
  if (stop !== null) settings["stopSequences"] = stop;
  return { settings, invalid };
}

function aliasIn(settings: Json, aliases: readonly string[]): string | undefined {
  return aliases.find((name) => Object.hasOwn(settings, name) && settings[name] !== null);
}

function set(settings: Record<string, JsonValue>, name: string, value: JsonValue): void {
  if (value === null) delete settings[name];
  else settings[name] = value;
}

/** Formats stop sequences, one per line. Line breaks within a sequence are escaped. */
function stopText(value: JsonValue | undefined): string {
  const texts = (Array.isArray(value) ? value : [value]).filter((text) => typeof text === "string");
  return texts.map((text) => text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n")).join("\n");
}

function readStop(text: string): string[] | null {
  const lines = text.split("\n").filter((line) => line !== "");
  const texts = lines.map((line) => line.replaceAll(/\\([n\\])/g, (_, mark) => (mark === "n" ? "\n" : "\\")));
  return texts.length === 0 ? null : texts;
}

function schemaIn(format: JsonValue | undefined): JsonValue {
  if (!isJsonObject(format) || format["type"] !== "json_schema") return null;
  const schema = format["json_schema"];
  return isJsonObject(schema) && isJsonObject(schema["schema"]) ? schema["schema"] : null;
}
