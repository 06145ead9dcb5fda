import { useMemo } from "react";
import { useOperation } from "../../api/use-request.ts";
import { searchSteps } from "../../generated/thread.ts";
import { useDebounced } from "../../ui/use-debounced.ts";
import type { Outline } from "./outline/outline.ts";

const noMatches: readonly number[] = [];

/**
 * Returns the steps that match a text. Finds names, types, models and ids at once; adds matches in the content when the
 * service responds.
 */
export function useThreadMatches(options: {
  readonly outline: Outline;
  readonly threadId: string | null;
  readonly text: string;
  /** Whether to search only data that is already loaded. */
  readonly isLocal: boolean;
}): { readonly matches: readonly number[]; readonly isPartial: boolean } {
  const { outline, threadId } = options;
  const text = options.text.trim();
  const settled = useDebounced(text, 250);
  const scope =
    threadId === null
      ? { field: "rootRunId", operator: "eq" as const, value: outline.idOf(outline.order[0] ?? 0) }
      : { field: "threadId", operator: "eq" as const, value: threadId };
  const filters = (field: string) => [scope, { field, operator: "ilike" as const, value: settled }];
  const { data } = useOperation(
    searchSteps,
    { inInput: filters("input"), inOutput: filters("output"), inError: filters("error") },
    { enabled: settled.length > 1 && !options.isLocal },
  );
  const local = useMemo(() => findInOutline(outline, text), [outline, text]);
  const found = text === settled && settled.length > 1 ? data : undefined;
  return useMemo(() => {
    if (text === "") return { matches: noMatches, isPartial: false };
    const lists = found ? [found.inInput, found.inOutput, found.inError] : [];
    const remote = lists.flatMap(({ edges }) => edges.flatMap(({ node }) => outline.indexOf(node.id) ?? []));
    const all = [...new Set([...local, ...remote])];
    const place = (step: number): number => outline.positions[step] ?? 0;
    return {
      matches: all.toSorted((one, other) => place(one) - place(other)),
      isPartial: lists.some(({ pageInfo }) => pageInfo.hasNextPage),
    };
  }, [outline, text, local, found]);
}

function findInOutline(outline: Outline, text: string): readonly number[] {
  if (text === "") return noMatches;
  const wanted = text.toLowerCase();
  const known = new Map<string, boolean>();
  const holds = (value: string | null): boolean => {
    if (value === null) return false;
    const before = known.get(value);
    if (before !== undefined) return before;
    const isMatch = value.toLowerCase().includes(wanted);
    known.set(value, isMatch);
    return isMatch;
  };
  const matches: number[] = [];
  for (let step = 0; step < outline.size; step += 1) {
    if (
      holds(outline.nameOf(step)) ||
      holds(outline.typeOf(step)) ||
      holds(outline.modelOf(step)) ||
      outline.idOf(step).toLowerCase() === wanted
    ) {
      matches.push(step);
    }
  }
  return matches;
}
