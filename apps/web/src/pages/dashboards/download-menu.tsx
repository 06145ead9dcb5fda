import { Download } from "lucide-react";
import type { RefObject } from "react";
import { saveBlob, saveFile } from "../../csv/save-file.ts";
import { IconButton } from "../../ui/button.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import type { TimeSeries } from "../dashboard/series.ts";
import { useDashboardsText } from "./messages.ts";
import { usePromptNames } from "./use-prompt-names.ts";
import type { Widget } from "./widget.ts";
import { linesOfWidget } from "./widget-lines.ts";
import { useWidgetNames } from "./widget-names.ts";

export function DownloadMenu({
  widget,
  series,
  title,
  card,
}: {
  readonly widget: Widget;
  readonly series: TimeSeries;
  readonly title: string;
  readonly card: RefObject<HTMLElement | null>;
}) {
  const t = useDashboardsText();
  const names = useWidgetNames();
  const lines = linesOfWidget(widget, series);
  const { prompts, arePending } = usePromptNames(
    widget.groupBy === "promptId" ? [...new Set(lines.flatMap(({ group }) => group ?? []))] : [],
  );
  const saveValues = async (): Promise<void> => {
    const [{ csvText }, { tableOfWidget }] = await Promise.all([
      import("@threadline/schema/csv-text"),
      import("./widget-csv.ts"),
    ]);
    const { columns, rows } = tableOfWidget(widget, series, {
      lines,
      nameOf: (line) => names.line(line, widget, prompts),
      metricOf: ({ definition }) => names.metric(definition.metric),
      texts: { time: t("time"), group: t("group"), metric: t("metric"), value: t("value") },
    });
    saveFile(`${title}.csv`, csvText(columns, rows), "text/csv");
  };
  const savePicture = async (): Promise<void> => {
    const { pictureOf } = await import("./picture-of.ts");
    if (card.current) saveBlob(`${title}.png`, await pictureOf(card.current));
  };
  return (
    <Menu
      trigger={
        <IconButton size="small" label={`${title}: ${t("download")}`} disabled={arePending}>
          <Download size={14} />
        </IconButton>
      }
    >
      <MenuItem onSelect={() => void savePicture()}>{t("downloadPng")}</MenuItem>
      <MenuItem onSelect={() => void saveValues()}>{t("downloadCsv")}</MenuItem>
    </Menu>
  );
}
