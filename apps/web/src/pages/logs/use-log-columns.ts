import { useMemo } from "react";
import { useStoredState } from "../../ui/use-stored-state.ts";
import { useWidth } from "../../ui/use-width.ts";
import { type ColumnName, columnsOf, defaultColumns, fittingColumns, readColumns } from "./columns.ts";
import { textToMark } from "./filters/query-text.ts";
import type { LogResource } from "./log-resource.ts";
import type { LogSearch } from "./log-search.ts";

/** Below this width, the list scrolls horizontally instead of showing all columns. */
const narrow = 640;

/**
 * Columns of a list, and the visible ones: those that the user chose, otherwise those that fit (`fitting`). A text
 * search also shows `matched`.
 */
export function useLogColumns({ resource, search }: { readonly resource: LogResource; readonly search: LogSearch }) {
  const [remembered, choose] = useStoredState(`columns.${resource}`, (stored) => readColumns(resource, stored));
  const [width, listRef] = useWidth();
  const chosen = useMemo(
    () => readColumns(resource, search.columns) ?? remembered,
    [resource, search.columns, remembered],
  );
  const columns = useMemo(() => chosen ?? defaultColumns(resource), [chosen, resource]);
  const isSearched = textToMark(search) !== undefined;
  const ordered = search.order?.split(":")[0];
  const fitting = useMemo(
    () =>
      chosen !== null || width < narrow ? columns : fittingColumns(columns, { width: width - 2, isSearched, ordered }),
    [chosen, columns, isSearched, ordered, width],
  );
  const matched = isSearched ? matchColumns(resource) : none;
  const shown = useMemo(
    () => columnsOf[resource].filter((name) => fitting.includes(name) || matched.includes(name)),
    [fitting, matched, resource],
  );
  // The query must not depend on the width.
  const needed = useMemo(() => [...new Set([...columns, ...shown])], [columns, shown]);
  return { columns, fitting, matched, shown, needed, choose, listRef };
}

const none: readonly ColumnName[] = [];
const texts: readonly ColumnName[] = ["input", "output"];
const comments: readonly ColumnName[] = ["comment"];

/** Columns that show the match. */
function matchColumns(resource: LogResource): readonly ColumnName[] {
  return resource === "scores" ? comments : texts;
}
