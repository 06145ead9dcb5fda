import type { Outline } from "../outline/outline.ts";
import type { ChatItem } from "./chat-items.ts";

/**
 * Returns the row of the chat with the question that led to a row: the last message of a user, or input of a root step,
 * up to this row. Null if there is none.
 */
export function questionBefore(
  outline: Outline,
  items: readonly ChatItem[],
  rows: Int32Array,
  row: number,
): number | null {
  const asked = new Set(
    items.flatMap(({ kind, step }) => {
      const isAsked = kind === "message" ? outline.typeOf(step) === "user_message" : kind === "exchange";
      return isAsked ? step : [];
    }),
  );
  const before = rows.slice(0, rows.indexOf(row) + 1);
  return before.findLast((each) => asked.has(each)) ?? null;
}
