import { useMemo } from "react";
import { useMedia } from "../../ui/use-media.ts";
import { useStoredState } from "../../ui/use-stored-state.ts";
import { useWidth } from "../../ui/use-width.ts";
import { type ColumnWidths, insertColumn, readLayout, readWidths, writeLayout } from "./column-layout.ts";
import { cardWindow, type ColumnName, columnsOfCard, defaultColumns, fittingColumns } from "./columns.ts";
import { textToMark } from "./filters/query-text.ts";
import type { LogResource } from "./log-resource.ts";
import type { LogSearch } from "./log-search.ts";

/**
 * Width in pixels. A narrower list shows all its columns and scrolls horizontally. A wider list hides columns that do
 * not fit, unless the user has chosen them.
 */
const narrow = 640;

/**
 * Returns all columns of a list, and the columns to show: those that the user has chosen or, by default, those that
 * fit. During a text search, also shows columns that can contain the match.
 */
export function useLogColumns({
  resource,
  search,
  isPeeking,
}: {
  readonly resource: LogResource;
  readonly search: LogSearch;
  /** Whether a record is open beside the list. The list then only shows columns that identify records. */
  readonly isPeeking: boolean;
}) {
  const [remembered, remember] = useStoredState(
    `columns.${resource}`,
    (stored) => readLayout(resource, stored)?.columns ?? null,
  );
  const [ownWidths, rememberWidths] = useStoredState(`columnWidths.${resource}`, (stored) =>
    readWidths(resource, stored),
  );
  const [width, listRef] = useWidth();
  const linked = useMemo(() => readLayout(resource, search.columns), [resource, search.columns]);
  const chosen = linked?.columns ?? remembered;
  const widths = linked?.widths ?? ownWidths;
  const columns = useMemo(() => chosen ?? defaultColumns(resource), [chosen, resource]);
  const areCards = useMedia(cardWindow);
  const isSearched = textToMark(search) !== undefined;
  const ordered = search.order?.split(":")[0];
  const fitting = useMemo(
    () =>
      chosen !== null || (width < narrow && !areCards && !isPeeking)
        ? columns
        : areCards
          ? columnsOfCard(columns, ordered)
          : fittingColumns(columns, { width: width - 2, isSearched, ordered, isPeeking, widths }),
    [areCards, chosen, columns, isSearched, isPeeking, ordered, width, widths],
  );
  // A view keeps the columns only if the user chose or resized some. Otherwise, it shows those that fit.
  const layout = chosen === null && Object.keys(widths).length === 0 ? null : writeLayout({ columns: fitting, widths });
  const matched = isSearched ? matchColumns(resource) : none;
  const shown = useMemo(
    () => matched.reduce((names, name) => insertColumn(resource, names, name), fitting),
    [fitting, matched, resource],
  );
  // Requests the data of every chosen column, even if there is no space to show it. A change of the list's width
  // therefore does not change the request.
  const needed = useMemo(() => [...new Set([...columns, ...shown])], [columns, shown]);
  /** Stores a layout in the browser. Null restores the default. */
  const choose = (next: { readonly columns?: readonly ColumnName[]; readonly widths?: ColumnWidths } | null): void => {
    remember(next === null ? null : (next.columns ?? chosen));
    rememberWidths(next === null ? {} : (next.widths ?? widths));
  };
  return { columns, layout, widths, fitting, matched, shown, needed, choose, listRef };
}

const none: readonly ColumnName[] = [];
const texts: readonly ColumnName[] = ["input", "output"];
const comments: readonly ColumnName[] = ["comment"];

function matchColumns(resource: LogResource): readonly ColumnName[] {
  return resource === "scores" ? comments : texts;
}
