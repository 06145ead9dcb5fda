import { Link } from "@tanstack/react-router";
import { memo } from "react";
import { showCurrentTab, tabClass, tabListClass } from "../../ui/link-tabs.ts";
import { carryConditions } from "./filters/carry-conditions.ts";
import { carryQuery } from "./filters/query-text.ts";
import { type LogResource, logResources } from "./log-resource.ts";
import type { LogSearch } from "./log-search.ts";
import { useLogsText } from "./messages.ts";

/** Tabs of the log's lists. Changing the tab keeps the filters that the new list supports. */
export const LogTabs = memo(function LogTabs({
  resource,
  search,
  projectId,
}: {
  readonly resource: LogResource;
  readonly search: LogSearch;
  readonly projectId: string;
}) {
  const t = useLogsText();
  return (
    <nav key={resource} ref={showCurrentTab} aria-label={t("logs")} className={tabListClass}>
      {logResources.map((name) => {
        const filters = carryConditions(search.filters ?? [], { from: resource, to: name });
        const { q, range, from, to, live } = search;
        const query = carryQuery(search.query, { from: resource, to: name });
        return (
          <Link
            key={name}
            to="/projects/$projectId/logs/$resource"
            params={{ projectId, resource: name }}
            search={
              name === resource
                ? search
                : { filters: filters.length > 0 ? filters : undefined, q, query, range, from, to, live }
            }
            className={tabClass}
            preload={false}
            activeOptions={{ includeSearch: false }}
          >
            {t(name)}
          </Link>
        );
      })}
    </nav>
  );
});
