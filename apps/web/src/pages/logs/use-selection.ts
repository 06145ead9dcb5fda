import { useState } from "react";

export interface Selection {
  readonly ids: ReadonlySet<string>;
  /** Whether all matching records are selected, including those that are not loaded. */
  readonly isAllMatching: boolean;
  /**
   * Selects or deselects a record. With `extend`, changes all records from the previously clicked one to this one:
   * selects them if the previously clicked one is selected, and deselects them otherwise.
   */
  toggle(id: string, options?: { readonly extend?: boolean }): void;
  replace(ids: readonly string[]): void;
  selectAllMatching(): void;
  clear(): void;
}

interface State {
  readonly ids: ReadonlySet<string>;
  readonly anchor: string | null;
  readonly isAllMatching: boolean;
}

const nothing: State = { ids: new Set(), anchor: null, isAllMatching: false };

/**
 * State of a list's selection checkboxes. `order` contains the ids of the listed records, in the order of the list.
 * `scope` identifies the list and its filters; a change of `scope` clears the selection.
 */
export function useSelection(order: readonly string[], scope: string): Selection {
  const [kept, setKept] = useState({ scope, state: nothing });
  const state = kept.scope === scope ? kept.state : nothing;
  const setState = (next: State | ((before: State) => State)): void =>
    setKept((before) => {
      const current = before.scope === scope ? before.state : nothing;
      return { scope, state: typeof next === "function" ? next(current) : next };
    });
  return {
    ids: state.ids,
    isAllMatching: state.isAllMatching,
    toggle: (id, { extend = false } = {}) => setState((before) => toggled(before, order, { id, extend })),
    replace: (ids) => setState({ ids: new Set(ids), anchor: null, isAllMatching: false }),
    selectAllMatching: () => setState({ ids: new Set(order), anchor: null, isAllMatching: true }),
    clear: () => setState(nothing),
  };
}

export function toggled(
  { ids, anchor }: State,
  order: readonly string[],
  { id, extend }: { readonly id: string; readonly extend: boolean },
): State {
  const next = new Set(ids);
  const [from, to] = [anchor === null ? -1 : order.indexOf(anchor), order.indexOf(id)];
  if (extend && from >= 0 && to >= 0) {
    // All records of the range get the state of `order[from]`, the previously clicked record.
    const isSelecting = ids.has(order[from] ?? "");
    for (const each of order.slice(Math.min(from, to), Math.max(from, to) + 1)) {
      if (isSelecting) next.add(each);
      else next.delete(each);
    }
  } else if (!next.delete(id)) next.add(id);
  return { ids: next, anchor: id, isAllMatching: false };
}
