import { configFile, settings } from "./settings.ts";
import type { Setting } from "./settings.ts";

/** The configuration table of the README, in Markdown. A test holds the README to it. */
export function renderSettingsTable(): string {
  const rows = Object.entries<Setting<unknown>>(settings).map(([name, setting]) => [
    `\`${name}\``,
    setting.flag === null ? "" : `\`${[setting.flag, ...placeholder(setting)].join(" ")}\``,
    `\`${setting.variable}\``,
    setting.fallbackText,
    setting.meaning,
  ]);
  rows.push(["", `\`${configFile.flag} <file>\``, `\`${configFile.variable}\``, "none", configFile.meaning]);
  const header = ["In the file", "Flag", "Variable", "Default", "Meaning"];
  const widths = header.map((_, column) => Math.max(...[header, ...rows].map((cells) => cells[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  return [header, widths.map((width) => "-".repeat(width)), ...rows].map(line).join("\n");
}

function placeholder({ placeholder: text }: Setting<unknown>): string[] {
  return text === null ? [] : [`<${text}>`];
}
