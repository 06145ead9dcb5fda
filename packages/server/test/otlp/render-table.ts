import { comparedFields, type Comparison } from "./compare-to-truth.ts";
import { readTruth } from "./recordings.ts";

const columns: readonly (readonly [title: string, fields: readonly string[]])[] = [
  ["Calls", ["calls"]],
  ["Provider, models", ["provider", "request model", "response model"]],
  ["Settings", ["settings", "streaming"]],
  ["Input", ["input"]],
  ["Output", ["output", "finish reason"]],
  ["Tokens", ["tokens", "totals"]],
  ["Cached, reasoning", ["cached tokens", "reasoning tokens"]],
  ["First token", ["time to first token"]],
  ["Embeddings", ["embeddings"]],
  ["Tools", ["tools"]],
  ["Agents", ["agents"]],
  ["Thread", ["session"]],
  ["User", ["user"]],
  ["Tags, metadata", ["tags", "metadata"]],
  ["Errors", ["errors"]],
];

/**
 * Renders the table of emitters and fields. A cell has the number of matched values and of all values, or a dash if the
 * emitter does not send the field.
 */
export function renderTable(compared: ReadonlyMap<string, readonly Comparison[]>): string {
  const named = columns.flatMap(([, fields]) => fields);
  const missing = comparedFields.filter((field) => !named.includes(field));
  if (missing.length > 0) throw new Error(`no column for ${missing.join(", ")}`);
  const rows = [...compared].map(([emitter, comparisons]) => {
    const cells = columns.map(([, fields]) => cellOf(comparisons.filter(({ field }) => fields.includes(field))));
    const versions = Object.entries(readTruth(emitter).versions).map(([name, version]) => `${name} ${version}`);
    return [emitter, versions.join(", "), ...cells];
  });
  const head = ["Emitter", "Versions", ...columns.map(([title]) => title)];
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function cellOf(comparisons: readonly Comparison[]): string {
  if (comparisons.length === 0) return "–";
  const matched = comparisons.filter(({ isMatched }) => isMatched).length;
  return matched === comparisons.length ? "yes" : `${matched} of ${comparisons.length}`;
}
