import { useState } from "react";

/** The list that it was given before, as long as the next ones hold the same: what is made of it need not be made anew. */
export function useSameList<Entry>(list: readonly Entry[]): readonly Entry[] {
  const [kept, setKept] = useState(list);
  if (list.length === kept.length && list.every((entry, index) => entry === kept[index])) return kept;
  setKept(list);
  return list;
}
