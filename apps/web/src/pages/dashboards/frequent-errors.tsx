import { Link } from "@tanstack/react-router";
import { useMemo } from "react";
import { useOperation } from "../../api/use-request.ts";
import { newestErrors } from "../../generated/dashboards.ts";
import { defineMessages } from "../../messages/define-messages.ts";
import { useFormats } from "../../messages/formats.ts";
import { visibleString } from "../../messages/hidden-characters.ts";
import { ErrorState, LoadingState } from "../../ui/page-state.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { recordConditions } from "../dashboard/run-conditions.ts";
import dashboardStyles from "../dashboard/dashboard.module.css";
import { hasError } from "../logs/filters/condition.ts";
import styles from "./dashboards.module.css";
import { newestFirst } from "./newest-first.ts";
import { conditionsOf, rankErrors } from "./rank-errors.ts";
import type { SharedFilter } from "./widget-card.tsx";

const useErrorsText = defineMessages("frequentErrors", {
  en: { title: "Most frequent errors", newest: "Of the latest {{count}} errors", none: "No errors in this period" },
  de: {
    title: "Häufigste Fehler",
    newest: "Von den neuesten {{count}} Fehlern",
    none: "Keine Fehler in diesem Zeitraum",
  },
});

const pageSize = 100;
const shownErrors = 7;

/** Ranks the messages of the newest failed steps. Messages that only differ in numbers and ids are counted together. */
export function FrequentErrors({ shared }: { readonly shared: SharedFilter }) {
  const t = useErrorsText();
  const formats = useFormats();
  const { projectId, period, filter, exceptEnvironments } = shared;
  const filters = recordConditions({ ...filter, exceptEnvironments, agent: undefined });
  const from = new Date(period?.from ?? 0).toISOString();
  const to = new Date(period?.to ?? 0).toISOString();
  const { data, error, refetch, isPlaceholderData } = useOperation(
    newestErrors,
    {
      first: pageSize,
      orderBy: newestFirst,
      filters: [
        ...filters,
        hasError,
        { field: "createdAt", operator: "gte", value: from },
        { field: "createdAt", operator: "lt", value: to },
      ],
    },
    { enabled: period !== null, keepsPrevious: true },
  );
  const ranked = useMemo(() => rankErrors(data?.steps.edges.flatMap(({ node }) => node.errorLine ?? []) ?? []), [data]);
  const most = ranked[0]?.count ?? 1;
  return (
    <figure className={styles.card} aria-label={t("title")} data-stale={isPlaceholderData || undefined}>
      <div className={styles.cardHead}>
        <h2>{t("title")}</h2>
        {data?.steps.pageInfo.hasNextPage && (
          <span className={styles.estimate}>{t("newest", { count: pageSize })}</span>
        )}
      </div>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <LoadingState shape="rows" />}
      {data && ranked.length === 0 && <p className={dashboardStyles.empty}>{t("none")}</p>}
      <ol className={styles.bars}>
        {ranked.slice(0, shownErrors).map(({ message, part, count }) => (
          <li key={message}>
            <Link
              className={styles.barRow}
              to="/projects/$projectId/logs/$resource"
              params={{ projectId, resource: "steps" }}
              search={{ filters: [...filters, ...conditionsOf({ message, part }, ranked)], from, to }}
              preload={false}
            >
              <span className={styles.barName} title={visibleString(message)}>
                <VisibleText text={message} />
              </span>
              <span className={styles.barTrack}>
                <span className={styles.errorBar} style={{ width: `${(count / most) * 100}%` }} />
              </span>
              <span className={styles.barValue}>{formats.number(count)}</span>
            </Link>
          </li>
        ))}
      </ol>
    </figure>
  );
}
