import { LineChart, Table2 } from "lucide-react";
import { type ReactNode, useMemo, useRef, useState } from "react";
import { visibleString } from "../../messages/hidden-characters.ts";
import { IconButton } from "../../ui/button.tsx";
import { onDemand } from "../../ui/on-demand.tsx";
import { ErrorState } from "../../ui/page-state.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import type { Period } from "../dashboard/dashboard-search.ts";
import styles from "./dashboards.module.css";
import { NewAlertLink } from "../alerts/new-alert-link.tsx";
import { DownloadMenu } from "./download-menu.tsx";
import { scoreNamesOf } from "./score-names-of.ts";
import { withScoresApart } from "./scores-apart.ts";
import { useDashboardsText } from "./messages.ts";
import { useWidgetSeries } from "./use-widget-series.ts";
import type { Widget } from "./widget.ts";
import { WidgetBody } from "./widget-body.tsx";
import type { WidgetFilter } from "./widget-lines.ts";
import { useWidgetNames } from "./widget-names.ts";

// Only charts of scores have these marks.
const JudgeMarks = onDemand(async () => (await import("../evaluators/agreement/judge-marks.tsx")).JudgeMarks);

export interface SharedFilter {
  readonly projectId: string;
  /** Null while the period is unknown. */
  readonly period: Period | null;
  readonly filter: WidgetFilter;
  readonly exceptEnvironments: readonly string[];
  readonly onZoom: (period: Period) => void;
}

export function WidgetCard({
  widget,
  shared,
  actions,
  hidesJudgeMarks = false,
}: {
  readonly widget: Widget;
  readonly shared: SharedFilter;
  readonly actions?: ReactNode;
  /** Hides the warnings about LLM judges, because the page shows them in another place. */
  readonly hidesJudgeMarks?: boolean;
}) {
  const t = useDashboardsText();
  const names = useWidgetNames();
  const [isTable, setIsTable] = useState(false);
  const card = useRef<HTMLElement>(null);
  const shown = useMemo(() => withScoresApart(widget), [widget]);
  const { current, before, isStale } = useWidgetSeries(shown, shared);
  const title = widget.title || names.title(widget);
  const series = current.data?.timeSeries;
  const isOverTime = shown.chart !== "table" && shown.chart !== "number" && !(shown.chart === "bar" && shown.groupBy);
  return (
    <figure
      ref={card}
      className={styles.card}
      aria-label={visibleString(title)}
      aria-busy={isStale}
      data-stale={isStale || undefined}
    >
      <div className={styles.cardHead}>
        <h2 title={visibleString(title)}>
          <VisibleText text={title} />
        </h2>
        {!hidesJudgeMarks && shown.metrics.includes("scoreAverage") && series && (
          <JudgeMarks names={scoreNamesOf(shown, series)} />
        )}
        {shown.metrics.length < widget.metrics.length && (
          <span className={styles.estimate} title={t("scoresLeftOutAbout")}>
            {t("scoresLeftOut")}
          </span>
        )}
        {series?.isEstimate && (
          <span className={styles.estimate} title={t("estimateAbout")}>
            {t("estimate")}
          </span>
        )}
        {widget.metrics[0] && !actions && (
          <NewAlertLink title={title} metric={widget.metrics[0]} query={widget.query} />
        )}
        {isOverTime && !actions && (
          <IconButton
            size="small"
            label={`${title}: ${t(isTable ? "asChart" : "asTable")}`}
            isPressed={isTable}
            onClick={() => setIsTable(!isTable)}
          >
            {isTable ? <LineChart size={14} /> : <Table2 size={14} />}
          </IconButton>
        )}
        {series && !actions && <DownloadMenu widget={shown} series={series} title={title} card={card} />}
        {actions}
      </div>
      {current.error && !series ? (
        <ErrorState error={current.error} onRetry={() => void current.refetch()} />
      ) : (
        <WidgetBody
          widget={shown}
          series={series}
          before={before.data?.timeSeries}
          isTable={isTable}
          projectId={shared.projectId}
          filter={shared.filter}
          onZoom={shared.onZoom}
        />
      )}
    </figure>
  );
}
