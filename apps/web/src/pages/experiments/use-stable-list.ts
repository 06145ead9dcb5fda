import { useState } from "react";

/**
 * Returns the same list object as long as its elements do not change, so that memos that depend on it are not
 * recomputed.
 */
export function useStableList<Entry>(list: readonly Entry[]): readonly Entry[] {
  const [kept, setKept] = useState(list);
  if (list.length === kept.length && list.every((entry, index) => entry === kept[index])) return kept;
  setKept(list);
  return list;
}
