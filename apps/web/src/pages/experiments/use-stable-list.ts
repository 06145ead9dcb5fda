import { useState } from "react";

/** Returns the previous list while its elements equal the new ones. Values memoized by the list then stay memoized. */
export function useStableList<Entry>(list: readonly Entry[]): readonly Entry[] {
  const [kept, setKept] = useState(list);
  if (list.length === kept.length && list.every((entry, index) => entry === kept[index])) return kept;
  setKept(list);
  return list;
}
