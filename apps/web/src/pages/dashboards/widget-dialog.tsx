import { Plus, X } from "lucide-react";
import { useState } from "react";
import type { TimeSeriesDimension, TimeSeriesMetric } from "../../generated/dashboards.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { DialogActions, Form } from "../../ui/dialog-parts.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { SelectField, TextField } from "../../ui/field.tsx";
import { useUiText } from "../../ui/messages.ts";
import { useDebounced } from "../../ui/use-debounced.ts";
import { QueryInput } from "../logs/filters/query-input.tsx";
import { useQueryProblem } from "../logs/filters/query-problem.ts";
import styles from "./dashboards.module.css";
import { useDashboardsText } from "./messages.ts";
import {
  addableMetrics,
  dimensionsOf,
  mayHaveSeveral,
  metricCatalog,
  queriedList,
  widgetCharts,
} from "./metric-catalog.ts";
import type { Widget } from "./widget.ts";
import { type SharedFilter, WidgetCard } from "./widget-card.tsx";
import { firstMetrics, fitted } from "./widget-draft.ts";
import { useWidgetNames } from "./widget-names.ts";

const maxMetrics = 8;
const groupLimits = [3, 5, 8, 10, 20, 50];
const widths = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
const heights = [2, 3, 4, 5, 6, 7, 8, 10, 12, 16, 20, 24];

export function WidgetDialog({
  widget,
  isNew,
  shared,
  onSave,
  onClose,
}: {
  readonly widget: Widget;
  readonly isNew: boolean;
  readonly shared: SharedFilter;
  readonly onSave: (widget: Widget) => void;
  readonly onClose: () => void;
}) {
  const t = useDashboardsText();
  const ui = useUiText();
  const names = useWidgetNames();
  const problemOf = useQueryProblem();
  const [draft, setDraft] = useState(widget);
  const [query, setQuery] = useState(widget.query ?? "");
  const set = (part: Partial<Widget>): void => setDraft((current) => fitted({ ...current, ...part }));
  const text = query.trim();
  const list = queriedList(draft.metrics);
  const problem = text === "" ? null : list === undefined ? t("queryOfMany") : problemOf(list, text);
  const edited = {
    ...draft,
    title: draft.title.trim(),
    query: text || null,
    resource: text === "" ? null : (list ?? null),
  };
  const settled = useDebounced(problem === null ? JSON.stringify(edited) : null, 400);
  const [shown, setShown] = useState(settled);
  if (settled !== null && settled !== shown) setShown(settled);
  const preview = JSON.parse(shown ?? JSON.stringify(widget)) as Widget;

  return (
    <Dialog title={t(isNew ? "addWidget" : "editWidget")} isOpen isWide onClose={onClose}>
      <div className={styles.editor}>
        <Form onSubmit={() => problem === null && onSave(edited)}>
          <TextField
            label={t("widgetTitle")}
            placeholder={names.title(draft)}
            maxLength={255}
            value={draft.title}
            onChange={({ target }) => set({ title: target.value })}
          />
          <SelectField
            label={t("chart")}
            value={draft.chart}
            onChange={(chart) => set({ chart: widgetCharts.find((each) => each === chart) ?? "line" })}
            options={widgetCharts.map((each) => ({ value: each, label: t(`chart_${each}`) }))}
          />
          <Metrics draft={draft} onChange={(metrics) => set({ metrics })} />
          {draft.chart !== "number" && (
            <div className={styles.pair}>
              <SelectField
                label={t("groupBy")}
                value={draft.groupBy ?? ""}
                onChange={(groupBy) => set({ groupBy: (groupBy || null) as TimeSeriesDimension | null })} // an option below
                options={[
                  ...(draft.chart === "heatMap" ? [] : [{ value: "", label: t("noGroups") }]),
                  ...dimensionsOf(draft.metrics).map((each) => ({ value: each, label: names.dimension(each) })),
                ]}
              />
              {draft.groupBy !== null && (
                <SelectField
                  label={t("groupLimit")}
                  value={String(draft.groupLimit)}
                  onChange={(limit) => set({ groupLimit: Number(limit) })}
                  options={optionsOf(groupLimits, draft.groupLimit)}
                />
              )}
            </div>
          )}
          <QueryInput
            resource={list}
            label={t("query")}
            hint={t("queryHint")}
            placeholder="model:gpt-4o latency:>2s"
            maxLength={2_000}
            error={problem}
            text={query}
            onChange={setQuery}
          />
          <div className={styles.pair}>
            <SelectField
              label={t("width")}
              value={String(draft.width)}
              onChange={(width) => set({ width: Number(width), column: Math.min(draft.column, 12 - Number(width)) })}
              options={optionsOf(widths, draft.width)}
            />
            <SelectField
              label={t("height")}
              value={String(draft.height)}
              onChange={(height) => set({ height: Number(height) })}
              options={optionsOf(heights, draft.height)}
            />
          </div>
          <DialogActions>
            <Button onClick={onClose}>{ui("cancel")}</Button>
            <Button type="submit" look="primary" disabled={problem !== null}>
              {t(isNew ? "add" : "save")}
            </Button>
          </DialogActions>
        </Form>
        <div className={styles.preview}>
          <WidgetCard key={preview.chart} widget={preview} shared={shared} />
        </div>
      </div>
    </Dialog>
  );
}

function Metrics({
  draft: { chart, metrics, groupBy },
  onChange,
}: {
  readonly draft: Pick<Widget, "chart" | "metrics" | "groupBy">;
  readonly onChange: (metrics: TimeSeriesMetric[]) => void;
}) {
  const t = useDashboardsText();
  const names = useWidgetNames();
  const [first] = metrics;
  const further = addableMetrics(chart, metrics).filter(
    (metric) => !metrics.includes(metric) && (groupBy === null || metricCatalog[metric].dimensions.includes(groupBy)),
  );
  const mayAdd = mayHaveSeveral(chart, groupBy !== null) && metrics.length < maxMetrics;
  const [next] = further;
  return (
    <fieldset className={styles.metrics}>
      <legend className="visually-hidden">{t("metrics")}</legend>
      {metrics.map((metric, index) => {
        const known = index === 0 ? firstMetrics(chart) : [metric, ...further];
        return (
          <div key={metric} className={styles.metric}>
            <SelectField
              label={index === 0 ? t("metric") : t("metricNumber", { number: index + 1 })}
              hideLabel={index > 0}
              value={metric}
              onChange={(chosen) => {
                const found = known.find((each) => each === chosen);
                if (found) onChange([...new Set(metrics.map((each) => (each === metric ? found : each)))]);
              }}
              options={known.map((each) => ({ value: each, label: names.metric(each) }))}
            />
            {metrics.length > 1 && metric !== first && (
              <IconButton
                label={t("removeMetric", { metric: names.metric(metric) })}
                onClick={() => onChange(metrics.filter((each) => each !== metric))}
              >
                <X size={16} />
              </IconButton>
            )}
          </div>
        );
      })}
      {mayAdd && next && (
        <Button size="small" onClick={() => onChange([...metrics, next])}>
          <Plus size={14} aria-hidden />
          {t("addMetric")}
        </Button>
      )}
    </fieldset>
  );
}

function optionsOf(known: readonly number[], current: number) {
  const numbers = [...new Set([...known, current])].toSorted((one, other) => one - other);
  return numbers.map((number) => ({ value: String(number), label: String(number) }));
}
