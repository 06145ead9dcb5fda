import type { JsonValue } from "@threadline/schema/sdk";
import { isJsonObject } from "../json-object.ts";
import { equalJson } from "./equal-json.ts";
import type { ToolCall } from "./read-tool-calls.ts";
import type { OptionSchema } from "./scorer.ts";

/**
 * Comparison of arguments: `exact` requires equal arguments, `subset` requires the expected ones, and `ignore`
 * accepts any.
 */
export type ArgumentComparison = "exact" | "subset" | "ignore";

export const argumentsOption: OptionSchema = {
  type: "string",
  enum: ["exact", "subset", "ignore"],
  description: "Whether all arguments must be equal, only the expected ones, or none, so that only names are compared.",
  default: "exact",
};

export function isSameCall(actual: ToolCall, expected: ToolCall, comparison: ArgumentComparison): boolean {
  if (actual.name !== expected.name) return false;
  if (comparison === "ignore" || expected.arguments === null) return true;
  return comparison === "exact"
    ? equalJson(actual.arguments, expected.arguments)
    : includesFields(actual.arguments, expected.arguments);
}

function includesFields(actual: JsonValue, expected: JsonValue): boolean {
  if (!isJsonObject(actual) || !isJsonObject(expected)) return equalJson(actual, expected);
  return Object.entries(expected).every(
    ([name, value]) => Object.hasOwn(actual, name) && includesFields(actual[name] ?? null, value),
  );
}

/**
 * Pairs expected calls with actual calls, so that there are as many pairs as possible (augmenting paths, Kuhn). Each
 * call is in at most one pair. Returns the index of the actual call for each expected call, and undefined for an
 * expected call without a pair.
 */
export function pairCalls(
  actual: readonly ToolCall[],
  expected: readonly ToolCall[],
  comparison: ArgumentComparison,
): (number | undefined)[] {
  const expectedOf = new Map<number, number>();
  const assign = (wanted: number, tried: Set<number>): boolean => {
    for (const [index, call] of actual.entries()) {
      const expectedCall = expected[wanted];
      if (tried.has(index) || !expectedCall || !isSameCall(call, expectedCall, comparison)) continue;
      tried.add(index);
      const holder = expectedOf.get(index);
      if (holder === undefined || assign(holder, tried)) {
        expectedOf.set(index, wanted);
        return true;
      }
    }
    return false;
  };
  for (const wanted of expected.keys()) assign(wanted, new Set());
  const pairs: (number | undefined)[] = expected.map(() => undefined);
  for (const [index, wanted] of expectedOf) pairs[wanted] = index;
  return pairs;
}

export function formatCall({ name, arguments: given }: ToolCall): string {
  const text = given === null ? "" : JSON.stringify(given);
  return `${name}(${text.length > 100 ? `${text.slice(0, 100)}…` : text})`;
}
