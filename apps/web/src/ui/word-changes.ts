import { diffWordsWithSpace } from "diff";

/** Part of two texts: a part of both, or one that was removed or added. */
export interface WordChange {
  readonly kind: "same" | "removed" | "added";
  readonly text: string;
}

/** Maximum time to search for the smallest diff, in milliseconds. If it is exceeded, everything counts as changed. */
const timeout = 40;

/**
 * Minimum share of the shorter text that both texts must have in common. If it is less, the whole text counts as
 * replaced.
 */
const minShare = 0.5;

/**
 * Compares two texts word by word. Spaces and punctuation between two replaced words belong to the change, so that, for
 * example, a time of day is replaced as a whole.
 */
export function wordChanges(before: string, after: string): WordChange[] {
  const changes = diffWordsWithSpace(before, after, { timeout });
  const merged: WordChange[] = [];
  let [removed, added] = ["", ""];
  const flush = (): void => {
    if (removed !== "") merged.push({ kind: "removed", text: removed });
    if (added !== "") merged.push({ kind: "added", text: added });
    [removed, added] = ["", ""];
  };
  // Whether the change at the index is a removal that an addition follows.
  const isReplaced = (index: number): boolean =>
    changes?.[index]?.removed === true && changes[index + 1]?.added === true;
  let common = 0;
  for (const [index, change] of (changes ?? []).entries()) {
    const { value } = change;
    if (change.removed) removed += value;
    else if (change.added) added += value;
    else if (isBridge(value) && isReplaced(index - 2) && isReplaced(index + 1)) {
      removed += value;
      added += value;
    } else {
      flush();
      common += value.length;
      merged.push({ kind: "same", text: value });
    }
  }
  flush();
  if (changes && common >= minShare * Math.min(before.length, after.length)) return merged;
  [removed, added] = [before, after];
  merged.length = 0;
  flush();
  return merged;
}

/** Whether a common part is only a space or punctuation within a line. */
function isBridge(text: string): boolean {
  return !/[\p{L}\p{N}\n]/u.test(text);
}
