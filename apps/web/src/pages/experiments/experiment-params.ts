import type { JsonValue } from "@threadline/schema/sdk";
import { isJsonObject, jsonLine } from "../../json/json-text.ts";
import { type SortKey, sortedColumn } from "../../ui/column-sort.ts";
import { demoMark } from "../settings/demo/demo-mark.ts";

interface Configured {
  readonly params: JsonValue | null;
}

/** Prefix of the sort keys for parameters, such as `param:model`. */
export const paramKey = "param:";

/** Maximum number of parameters with a column of their own. */
const maxColumns = 4;

/**
 * Returns the names and values of an experiment's parameters, without the mark of the demo. A list of parameters has no
 * names.
 */
export function paramsOf({ params }: Configured): readonly (readonly [name: string, value: JsonValue])[] {
  if (params === null || !isJsonObject(params)) return [];
  return Object.entries(params).filter(([name]) => name !== demoMark);
}

/** Returns the text of a parameter; empty if the experiment has none with the name. */
export function paramText({ params }: Configured, name: string, length = 200): string {
  return params !== null && isJsonObject(params) && Object.hasOwn(params, name) ? jsonLine(params[name], length) : "";
}

/**
 * Returns the names of at most `maximum` parameters whose values differ between the experiments, and which at least
 * half of them have. Those that most experiments have come first. The parameter by which the list is sorted is always
 * returned.
 */
export function differingParams(
  experiments: readonly Configured[],
  sort: SortKey,
  maximum: number = maxColumns,
): readonly string[] {
  const counts = new Map<string, number>();
  for (const [name] of experiments.flatMap(paramsOf)) counts.set(name, (counts.get(name) ?? 0) + 1);
  const most = [...counts]
    .filter(([, count]) => 2 * count >= experiments.length)
    .filter(([name]) => new Set(experiments.map((experiment) => paramText(experiment, name, 2_000))).size > 1)
    .toSorted(([, count], [, other]) => other - count)
    .slice(0, maximum)
    .map(([name]) => name);
  const sorted = [...counts.keys()].filter((name) => paramKey + name === sortedColumn(sort));
  return [...new Set([...most, ...sorted])];
}
