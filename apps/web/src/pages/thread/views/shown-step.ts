import type { Outline } from "../outline/outline.ts";
import { isMessage, stepKind } from "../outline/step-kind.ts";
import type { ChatItem } from "./chat-items.ts";

/**
 * Returns the row to scroll to when a step is selected; null if the chat has no rows. If the step has no row of its
 * own, returns the first of these rows that exists:
 * - the row of a step around it
 * - for a tool, the row of a step inside it
 * - the row of the next answer, unless a message of a user precedes it
 * - the row of a step inside it
 * - the row of the step before it
 * - the first row
 */
export function shownStep(outline: Outline, rows: readonly number[] | Int32Array, step: number): number | null {
  const shown = new Set(rows);
  for (let around = step; around !== -1; around = outline.parents[around] ?? -1) {
    if (shown.has(around) && (around === step || !isMessage(outline.typeOf(around)))) return around;
  }
  const inside = [...outline.descendants(step)].find((each) => shown.has(each));
  if (inside !== undefined && stepKind(outline.typeOf(step)) === "tool") return inside;
  let before: number | null = null;
  for (const each of outline.order) {
    if (!shown.has(each)) continue;
    const isAfter = (outline.positions[each] ?? 0) > (outline.positions[step] ?? 0);
    if (!isAfter) before = each;
    else if (isAnswer(outline, each)) return each;
    else if (isMessage(outline.typeOf(each))) break;
  }
  return inside ?? before ?? rows[0] ?? null;
}

/**
 * Whether the chat shows the whole content of a step. This applies to steps with an entry of their own, except tools
 * and failed steps. It also applies to a root run with an answer, because its input and output are messages.
 */
export function isInChat(outline: Outline, items: readonly ChatItem[], step: number): boolean {
  const rows = items.filter(({ kind }) => !["tool", "error", "failure"].includes(kind)).map((item) => item.step);
  if (rows.includes(step)) return true;
  const isRoot = outline.parents[step] === -1 && stepKind(outline.typeOf(step)) === "run";
  return isRoot && rows.some((row) => isAnswer(outline, row));
}

function isAnswer(outline: Outline, step: number): boolean {
  const type = outline.typeOf(step);
  return isMessage(type) ? type === "assistant_message" : outline.hasGeneration(step);
}
