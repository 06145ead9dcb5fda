import type { SettingType } from "./setting-types.ts";
import { settings } from "./settings.ts";
import type { SettingName } from "./settings.ts";

type Declaration = SettingType & {
  /** Description of the setting: a phrase without a period. */
  readonly description: string;
  readonly example?: string | number | boolean;
  readonly unit?: string;
  /** Absent if the setting is optional. */
  readonly default?: string | number | boolean;
  /** Shown instead of `default` in help and docs. */
  readonly defaultText?: string;
  /** Placeholder of the flag's value in help. Default: derived from the type. */
  readonly placeholder?: string;
  /** Default: `THREADLINE_` and the name in upper case. */
  readonly variable?: string;
  /** Whether the value is secret. Secrets have no flag, because process lists show flags. Default: false. */
  readonly secret?: boolean;
  /** Whether the setting has a flag. Default: true, except for secrets. */
  readonly hasFlag?: boolean;
  /** Whether every command that opens the store has the flag. Default: false; only `serve` and `doctor` have it. */
  readonly everyCommand?: boolean;
};

export interface Setting {
  readonly name: SettingName;
  readonly type: SettingType;
  /** Null for a setting without a flag. */
  readonly flag: string | null;
  /** Null for a boolean. */
  readonly placeholder: string | null;
  readonly variable: string;
  readonly default: unknown;
  readonly defaultText: string;
  readonly unit: string | null;
  readonly description: string;
  readonly example: string | number | boolean | undefined;
  readonly secret: boolean;
  readonly everyCommand: boolean;
}

const placeholders: Readonly<Record<SettingType["type"], string | null>> = {
  text: "text",
  integer: "number",
  size: "size",
  choice: "choice",
  boolean: null,
  list: "list",
  "http-url": "url",
  "postgres-url": "url",
  "s3-url": "url",
  "smtp-url": "url",
  path: "path",
  "api-key": "key",
};

/** Every setting, in the order of the documentation. */
export function describeSettings(): Setting[] {
  const declarations: Readonly<Record<SettingName, Declaration>> = settings;
  return Object.entries(declarations).map(([name, declaration]) => describe(name as SettingName, declaration)); // the keys of `settings`
}

function describe(name: SettingName, declaration: Declaration): Setting {
  const { type, secret = false, hasFlag = !secret, everyCommand = false } = declaration;
  const words = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return {
    name,
    type: declaration,
    flag: hasFlag ? `--${words}` : null,
    placeholder: declaration.placeholder ?? placeholders[type],
    variable: declaration.variable ?? `THREADLINE_${words.replaceAll("-", "_").toUpperCase()}`,
    default: declaration.default ?? (type === "list" ? [] : undefined),
    defaultText: declaration.defaultText ?? describeValue(type, declaration.default),
    unit: declaration.unit ?? (type === "size" ? "bytes, or KiB, MiB, GiB" : null),
    description: declaration.description,
    example: declaration.example,
    secret,
    everyCommand,
  };
}

function describeValue(type: string, value: unknown): string {
  if (type !== "size") return String(value);
  const power = Math.floor(Math.log2(Number(value)) / 10);
  return `${Number(value) / 2 ** (10 * power)} ${["bytes", "KiB", "MiB", "GiB"][power]}`;
}
