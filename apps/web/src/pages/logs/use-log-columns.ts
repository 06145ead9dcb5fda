import { useMemo } from "react";
import { useRemembered } from "../../ui/use-remembered.ts";
import { useWidth } from "../../ui/use-width.ts";
import { type ColumnName, columnsOf, defaultColumns, fittingColumns, readColumns } from "./columns.ts";
import type { LogResource } from "./log-resource.ts";
import type { LogSearch } from "./log-search.ts";

/** Below it nobody expects to see all columns at once: the list is moved sideways. */
const narrow = 640;

/** The columns of a list, and those of them that it shows. Until some are chosen, as many as have room. */
export function useLogColumns({ resource, search }: { readonly resource: LogResource; readonly search: LogSearch }) {
  const [remembered, choose] = useRemembered(`columns.${resource}`, (stored) => readColumns(resource, stored));
  const [width, room] = useWidth();
  const chosen = useMemo(
    () => readColumns(resource, search.columns) ?? remembered,
    [resource, search.columns, remembered],
  );
  const columns = useMemo(() => chosen ?? defaultColumns(resource), [chosen, resource]);
  const shown = useMemo((): readonly ColumnName[] => {
    const isSearched = search.q !== undefined;
    const fitting =
      chosen !== null || width < narrow ? columns : fittingColumns(columns, { width: width - 2, isSearched });
    if (!isSearched) return fitting;
    // Why a record was found is to be seen.
    const telling: readonly ColumnName[] = resource === "scores" ? ["comment"] : ["input", "output"];
    return columnsOf[resource].filter((name) => fitting.includes(name) || telling.includes(name));
  }, [chosen, columns, resource, search.q, width]);
  // What is read does not hang on the width.
  const needed = useMemo(() => [...new Set([...columns, ...shown])], [columns, shown]);
  return { columns, shown, needed, choose, room };
}
