import { useNavigate, useRouter, useSearch } from "@tanstack/react-router";
import { useCallback, useMemo, useState } from "react";
import { knownOrder } from "./columns.ts";
import { conditionsOf } from "./log-conditions.ts";
import { type LogSearch, periodOfList } from "./log-search.ts";
import type { LogResource } from "./log-resource.ts";
import { searchField } from "./search-field.ts";

interface ChangeOptions {
  readonly replace?: boolean;
  readonly hash?: string | undefined;
}

export function useLogSearch(resource: LogResource) {
  const found = useSearch({ from: "/projects/$projectId/logs/$resource" });
  const search = useMemo(() => ({ ...found, order: knownOrder(resource, found.order) }), [found, resource]);
  const navigate = useNavigate({ from: "/projects/$projectId/logs/$resource" });
  const router = useRouter();
  const [now, setNow] = useState(Date.now);
  const { filters, q, query, range, from, to, all, experiments } = search;
  const period = useMemo(() => periodOfList({ range, from, to }, now), [range, from, to, now]);
  const [timeless, conditions] = useMemo(() => {
    const searched = { filters, q, query, all, experiments };
    const options = { textField: searchField(resource), now, resource };
    return [conditionsOf(searched, options), conditionsOf({ ...searched, range, from, to }, options)];
  }, [filters, q, query, range, from, to, all, experiments, resource, now]);
  const change = useCallback(
    async (changed: Partial<LogSearch>, options: ChangeOptions = {}): Promise<void> => {
      // Some changes are delayed, for example while the user types. If the user has opened another page meanwhile, the
      // change is dropped. Otherwise, `navigate` would take the user back to the list.
      if (!router.latestLocation.pathname.endsWith(`/logs/${resource}`)) return;
      if (changed.range) setNow(Date.now());
      const { replace = false, hash } = options;
      await navigate({
        search: (before) => ({ ...before, ...emptied(changed) }),
        replace,
        ...(replace && { state: true }),
        ...(hash !== undefined && { hash, hashScrollIntoView: false }),
        resetScroll: false,
      });
    },
    [navigate, router, resource],
  );
  return { search, conditions, timeless, period, now, change, moveToNow: () => setNow(Date.now()) };
}

/** Removes empty parameters from the URL. */
function emptied(changed: Partial<LogSearch>): Partial<LogSearch> {
  return {
    ...changed,
    ...("filters" in changed && { filters: changed.filters?.length === 0 ? undefined : changed.filters }),
    ...("q" in changed && { q: changed.q === "" ? undefined : changed.q }),
  };
}
