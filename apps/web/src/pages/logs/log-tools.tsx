import { ChartNoAxesColumn, Download, Radio, RefreshCw, Sigma } from "lucide-react";
import type { ReactNode } from "react";
import { Button, IconButton } from "../../ui/button.tsx";
import styles from "./log-view.module.css";
import { useLogsText } from "./messages.ts";
import { toolName } from "./tool-name.ts";
import type { Panels } from "./use-panels.ts";

/** Toolbar for the whole list and its panels. Actions on selected records are in `BulkBar`. */
export function LogTools({
  panels,
  onPanels,
  isLive,
  canBeLive,
  onLive,
  onRefresh,
  onExport,
  children,
}: {
  readonly panels: Panels;
  readonly onPanels: (panels: Panels) => void;
  readonly isLive: boolean;
  /** Whether live updates are possible. This requires the default order, newest first. */
  readonly canBeLive: boolean;
  readonly onLive: (isLive: boolean) => void;
  readonly onRefresh: () => void;
  /** Null if there is nothing to export. */
  readonly onExport: (() => void) | null;
  readonly children: ReactNode;
}) {
  const t = useLogsText();
  return (
    <div className={styles.tools}>
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
      {children}
      <span className={styles.icons}>
        <IconButton size="small" label={t("refresh")} onClick={onRefresh}>
          <RefreshCw size={14} />
          <span className={styles.iconName}>{t("refresh")}</span>
        </IconButton>
        <IconButton size="small" label={t("export")} disabled={onExport === null} onClick={() => onExport?.()}>
          <Download size={14} />
          <span className={styles.iconName}>{t("export")}</span>
        </IconButton>
        {(["histogram", "statistics"] as const).map((panel) => (
          <IconButton
            key={panel}
            size="small"
            label={t(panel)}
            isPressed={panels[panel]}
            onClick={() => onPanels({ ...panels, [panel]: !panels[panel] })}
          >
            {panel === "histogram" ? <ChartNoAxesColumn size={14} /> : <Sigma size={14} />}
            <span className={styles.iconName}>{t(panel)}</span>
          </IconButton>
        ))}
      </span>
    </div>
  );
}
