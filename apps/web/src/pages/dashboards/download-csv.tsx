import { Download } from "lucide-react";
import { saveFile } from "../../csv/save-file.ts";
import { IconButton } from "../../ui/button.tsx";
import type { TimeSeries } from "../dashboard/series.ts";
import { useDashboardsText } from "./messages.ts";
import { usePromptNames } from "./use-prompt-names.ts";
import type { Widget } from "./widget.ts";
import { tableOfWidget } from "./widget-csv.ts";
import { linesOfWidget } from "./widget-lines.ts";
import { useWidgetNames } from "./widget-names.ts";

export function DownloadCsv({
  widget,
  series,
  title,
}: {
  readonly widget: Widget;
  readonly series: TimeSeries;
  readonly title: string;
}) {
  const t = useDashboardsText();
  const names = useWidgetNames();
  const lines = linesOfWidget(widget, series);
  const prompts = usePromptNames(
    widget.groupBy === "promptId" ? [...new Set(lines.flatMap(({ group }) => group ?? []))] : [],
  );
  const save = async (): Promise<void> => {
    const { csvText } = await import("../../csv/csv-text.ts");
    const { columns, rows } = tableOfWidget(widget, series, {
      lines,
      nameOf: (line) => names.line(line, widget, prompts),
      metricOf: ({ definition }) => names.metric(definition.metric),
      texts: { time: t("time"), group: t("group"), metric: t("metric"), value: t("value") },
    });
    saveFile(`${title}.csv`, csvText(columns, rows), "text/csv");
  };
  return (
    <IconButton size="small" label={`${title}: ${t("downloadCsv")}`} onClick={() => void save()}>
      <Download size={14} />
    </IconButton>
  );
}
