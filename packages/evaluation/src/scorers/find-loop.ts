import { formatCall } from "./match-tool-calls.ts";
import type { ToolCall } from "./read-tool-calls.ts";

export interface CallLoop {
  readonly calls: readonly ToolCall[];
  readonly repeats: number;
}

/** Finds a call, or a sequence of calls, that is made more than `maxRepeats` times in a row with equal arguments. */
export function findLoop(calls: readonly ToolCall[], maxRepeats: number): CallLoop | null {
  const keys = calls.map(keyOf);
  for (let length = 1; length * (maxRepeats + 1) <= keys.length; length += 1) {
    // Searches for a repeated sequence of `length` calls. `equal` counts how many calls in a row, up to `end`, equal
    // the call `length` positions earlier. In the calls A, B, A, B with a `length` of 2, `equal` is 2 at the last call.
    let equal = 0;
    for (let end = length; end < keys.length; end += 1) {
      equal = keys[end] === keys[end - length] ? equal + 1 : 0;
      const repeats = Math.floor(equal / length) + 1;
      if (repeats > maxRepeats) return { calls: calls.slice(end - length + 1, end + 1), repeats };
    }
  }
  return null;
}

export function formatLoop({ calls, repeats }: CallLoop): string {
  return `Repeated ${repeats} times: ${calls.map(formatCall).join(", ")}`;
}

function keyOf({ name, arguments: given }: ToolCall): string {
  return JSON.stringify([name, given], (_, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  );
}
