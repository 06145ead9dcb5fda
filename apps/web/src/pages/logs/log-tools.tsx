import { BarChart3, ChartNoAxesColumn, Download, PanelLeft, Radio, RefreshCw } from "lucide-react";
import type { ReactNode } from "react";
import { Button, IconButton } from "../../ui/button.tsx";
import styles from "./log-view.module.css";
import { useLogsText } from "./messages.ts";
import { toolName } from "./tool-name.ts";
import type { Panels } from "./use-panels.ts";

/** Actions on the whole list; selected records have their own. */
export function LogTools({
  panels,
  onPanels,
  isLive,
  canBeLive,
  onLive,
  onRefresh,
  onExport,
  status,
  selectionTools,
  children,
}: {
  readonly panels: Panels;
  readonly onPanels: (panels: Panels) => void;
  readonly isLive: boolean;
  /** Live updates require that the newest records are first. */
  readonly canBeLive: boolean;
  readonly onLive: (isLive: boolean) => void;
  readonly onRefresh: () => void;
  /** Null if there is nothing to export. */
  readonly onExport: (() => void) | null;
  /** Number of records. */
  readonly status: ReactNode;
  /** Null without a selection. */
  readonly selectionTools: ReactNode;
  readonly children: ReactNode;
}) {
  const t = useLogsText();
  return (
    <div className={styles.tools}>
      <IconButton
        size="small"
        label={t("facets")}
        isPressed={panels.facets}
        onClick={() => onPanels({ ...panels, facets: !panels.facets })}
      >
        <PanelLeft size={14} />
      </IconButton>
      {selectionTools ?? (
        <>
          <span role="status" className={styles.count}>
            {status}
          </span>
          <span className={styles.space} />
          <Button
            size="small"
            isPressed={isLive}
            title={canBeLive ? undefined : t("liveNeedsNewest")}
            disabled={!canBeLive}
            onClick={() => onLive(!isLive)}
          >
            <Radio size={14} aria-hidden />
            <span className={toolName}>{t("live")}</span>
          </Button>
          <IconButton size="small" label={t("refresh")} onClick={onRefresh}>
            <RefreshCw size={14} />
          </IconButton>
          <Button size="small" disabled={onExport === null} onClick={() => onExport?.()}>
            <Download size={14} aria-hidden />
            <span className={toolName}>{t("export")}</span>
          </Button>
          {children}
          <Button
            size="small"
            isPressed={panels.histogram}
            onClick={() => onPanels({ ...panels, histogram: !panels.histogram })}
          >
            <ChartNoAxesColumn size={14} aria-hidden />
            <span className={toolName}>{t("histogram")}</span>
          </Button>
          <Button
            size="small"
            isPressed={panels.statistics}
            onClick={() => onPanels({ ...panels, statistics: !panels.statistics })}
          >
            <BarChart3 size={14} aria-hidden />
            <span className={toolName}>{t("statistics")}</span>
          </Button>
        </>
      )}
    </div>
  );
}
