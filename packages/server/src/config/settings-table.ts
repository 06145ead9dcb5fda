import { describeSettings } from "./describe-setting.ts";
import type { Setting } from "./describe-setting.ts";
import { configFile } from "./settings.ts";

export function renderSettingsTable(): string {
  const rows = describeSettings().map((setting) => [
    `\`${setting.name}\``,
    setting.flag === null ? "" : `\`${renderFlag(setting)}\``,
    `\`${setting.variable}\``,
    setting.defaultText,
    describe(setting),
  ]);
  const example = 'such as `{ "port": 8080, "logLevel": "warn" }`';
  const file = `${configFile.description}, ${example}`;
  rows.push(["", `\`${configFile.flag} <file>\``, `\`${configFile.variable}\``, "none", file]);
  const header = ["In the file", "Flag", "Variable", "Default", "Description"];
  const widths = header.map((_, column) => Math.max(...[header, ...rows].map((cells) => cells[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  return [header, widths.map((width) => "-".repeat(width)), ...rows].map(line).join("\n");
}

export function renderFlag({ flag, placeholder }: Setting): string {
  return placeholder === null ? `${flag}` : `${flag} <${placeholder}>`;
}

function describe({ description, unit, example, type, secret }: Setting): string {
  const details = [
    ...(secret ? ["secret"] : []),
    ...(unit === null ? [] : [unit]),
    ...(type.type === "choice" ? [type.choices.join(", ")] : []),
    ...(example === undefined || type.type === "boolean" ? [] : [`example: \`${example}\``]),
  ];
  return details.length === 0 ? description : `${description} (${details.join("; ")})`;
}
