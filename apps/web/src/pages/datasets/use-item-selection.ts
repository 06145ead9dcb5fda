import { useState } from "react";

/** Items that the user has selected for an action. */
export interface SelectedItems {
  readonly ids: ReadonlySet<string>;
  readonly toggle: (id: string) => void;
  readonly select: (ids: readonly string[]) => void;
}

/** Selected items of a list. The selection ends when another list is shown, which has another `key`. */
export function useItemSelection(key: string): SelectedItems {
  const [state, setState] = useState<{ readonly key: string; readonly ids: ReadonlySet<string> }>({
    key,
    ids: new Set(),
  });
  const ids = state.key === key ? state.ids : new Set<string>();
  const select = (chosen: Iterable<string>): void => setState({ key, ids: new Set(chosen) });
  return {
    ids,
    select,
    toggle: (id) => select(ids.has(id) ? [...ids].filter((other) => other !== id) : [...ids, id]),
  };
}
