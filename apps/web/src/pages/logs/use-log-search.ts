import { useNavigate, useRouter, useSearch } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { conditionsOf, type LogSearch } from "./log-search.ts";
import type { LogResource } from "./log-resource.ts";
import { searchField } from "./views/view-search.ts";

/** List query from the URL, and functions to change it. */
export function useLogSearch(resource: LogResource) {
  const search = useSearch({ from: "/projects/$projectId/logs/$resource" });
  const navigate = useNavigate({ from: "/projects/$projectId/logs/$resource" });
  const router = useRouter();
  const [now, setNow] = useState(Date.now);
  const { filters, q, range, from, to, all } = search;
  const conditions = useMemo(
    () => conditionsOf({ filters, q, range, from, to, all }, { textField: searchField(resource), now, resource }),
    [filters, q, range, from, to, all, resource, now],
  );
  const change = (changed: Partial<LogSearch>, options: { readonly replace?: boolean } = {}): void => {
    // Pending input must not navigate back when the reader is opening a record.
    if (!router.latestLocation.pathname.endsWith(`/logs/${resource}`)) return;
    if (changed.range) setNow(Date.now());
    void navigate({ search: (before) => ({ ...before, ...emptied(changed) }), replace: options.replace ?? false });
  };
  return { search, conditions, change, moveToNow: () => setNow(Date.now()) };
}

/** Empty parameters are removed from the URL. */
function emptied(changed: Partial<LogSearch>): Partial<LogSearch> {
  return {
    ...changed,
    ...("filters" in changed && { filters: changed.filters?.length === 0 ? undefined : changed.filters }),
    ...("q" in changed && { q: changed.q === "" ? undefined : changed.q }),
  };
}
