import { useState } from "react";

/**
 * Returns the previous list as long as its elements are equal to the new ones, so that values derived from it stay
 * memoized.
 */
export function useStableList<Entry>(list: readonly Entry[]): readonly Entry[] {
  const [kept, setKept] = useState(list);
  if (list.length === kept.length && list.every((entry, index) => entry === kept[index])) return kept;
  setKept(list);
  return list;
}
