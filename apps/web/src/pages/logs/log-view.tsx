import { useNavigate } from "@tanstack/react-router";
import { BarChart3, Download, PanelLeft, Radio, RefreshCw } from "lucide-react";
import { useEffect, useState } from "react";
import { useFormats } from "../../messages/formats.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { EmptyState, ErrorState, LoadingState } from "../../ui/page-state.tsx";
import { useRemembered } from "../../ui/use-remembered.ts";
import { BulkBar } from "./bulk/bulk-bar.tsx";
import { ColumnChooser } from "./column-chooser.tsx";
import { type ColumnName, defaultColumns, readColumns } from "./columns.ts";
import { ExportDialog } from "./export/export-dialog.tsx";
import { FacetRail } from "./facet-rail.tsx";
import { FilterBar } from "./filters/filter-bar.tsx";
import { FirstRecord } from "./first-record/first-record.tsx";
import { LiveNotice } from "./live/live-notice.tsx";
import { useLiveRecords } from "./live/use-live-records.ts";
import type { LogRecord } from "./log-record.ts";
import type { LogResource } from "./log-resource.ts";
import { LogTable } from "./log-table.tsx";
import { LogTabs } from "./log-tabs.tsx";
import styles from "./log-view.module.css";
import { useLogsText } from "./messages.ts";
import { recordTarget } from "./record-target.ts";
import { StatisticsPanel } from "./statistics-panel.tsx";
import { useLogRecords } from "./use-log-records.ts";
import { useLogSearch } from "./use-log-search.ts";
import { useSelection } from "./use-selection.ts";
import { ViewsMenu } from "./views/views-menu.tsx";

/** One list of the log with everything around it. */
export function LogView({ projectId, resource }: { readonly projectId: string; readonly resource: LogResource }) {
  const t = useLogsText();
  const formats = useFormats();
  const navigate = useNavigate();
  const { search, conditions, change, moveToNow } = useLogSearch(resource);
  const [remembered, remember] = useRemembered(`columns.${resource}`, (stored) => readColumns(resource, stored));
  const columns = readColumns(resource, search.columns) ?? remembered ?? defaultColumns(resource);
  const [panels, setPanels] = useRemembered("log.panels", readPanels);
  const list = useLogRecords({ resource, conditions, order: search.order, columns });
  const selection = useSelection(list.records.map(({ id }) => id));
  // Whoever comes back finds the keys where they were.
  const activeKey = `threadline.active.${resource}`;
  const isFiltered = conditions.length > 0;
  const [isAway, setIsAway] = useState(false);
  const [isExporting, setIsExporting] = useState(false);
  const isLive = search.live === true;
  const isEmpty = list.data !== undefined && list.records.length === 0 && !isFiltered;
  const live = useLiveRecords({
    // A list that waits for its first record looks out for it by itself.
    isOn: (isLive && search.order === undefined) || isEmpty,
    isHeld: isAway || selection.ids.size > 0,
    queryKey: list.queryKey,
    page: list.page,
  });
  const matching = { projectId, ...list.page };

  useEffect(() => {
    document.title = `${t(resource)} · Threadline`;
  }, [t, resource]);

  const open = (record: LogRecord): void => {
    const target = recordTarget(record, projectId);
    if (target === null) return;
    sessionStorage.setItem(activeKey, record.id);
    void navigate(target);
  };
  const setColumns = (next: readonly ColumnName[] | null): void => {
    remember(next);
    if (search.columns) change({ columns: undefined }, { replace: true });
  };

  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h1 className="visually-hidden">{t("logs")}</h1>
        <LogTabs resource={resource} search={search} projectId={projectId} />
      </div>
      <FilterBar resource={resource} search={search} onChange={change} />
      <div className={styles.tools}>
        <IconButton
          size="small"
          label={t("facets")}
          isPressed={panels.facets}
          onClick={() => setPanels({ ...panels, facets: !panels.facets })}
        >
          <PanelLeft size={14} />
        </IconButton>
        {selection.ids.size > 0 ? (
          <BulkBar selection={selection} request={matching} columns={columns} totalCount={list.totalCount} />
        ) : (
          <span role="status" className={styles.count}>
            {list.data && t("count", { count: list.totalCount, formatted: formats.number(list.totalCount) })}
          </span>
        )}
        <span className={styles.space} />
        <Button
          size="small"
          isPressed={isLive}
          title={search.order === undefined ? undefined : t("liveNeedsNewest")}
          disabled={search.order !== undefined}
          onClick={() => change({ live: isLive ? undefined : true }, { replace: true })}
        >
          <Radio size={14} aria-hidden />
          {t("live")}
        </Button>
        <IconButton
          size="small"
          label={t("refresh")}
          onClick={() => {
            moveToNow();
            void list.refetch();
          }}
        >
          <RefreshCw size={14} />
        </IconButton>
        <Button size="small" disabled={list.records.length === 0} onClick={() => setIsExporting(true)}>
          <Download size={14} aria-hidden />
          {t("export")}
        </Button>
        <ViewsMenu
          resource={resource}
          search={search}
          columns={columns}
          onOpen={(opened) => change({ ...opened, range: undefined, from: undefined, to: undefined })}
        />
        <ColumnChooser resource={resource} columns={columns} onChange={setColumns} />
        <Button
          size="small"
          isPressed={panels.statistics}
          onClick={() => setPanels({ ...panels, statistics: !panels.statistics })}
        >
          <BarChart3 size={14} aria-hidden />
          {t("statistics")}
        </Button>
      </div>
      <div className={styles.panes}>
        {panels.facets && (
          <aside className={styles.side} aria-label={t("facets")}>
            <FacetRail
              resource={resource}
              conditions={conditions}
              filters={search.filters ?? []}
              onChange={(filters) => change({ filters })}
            />
          </aside>
        )}
        <div className={styles.list}>
          <LiveNotice live={live} isShown={isLive} />
          <ListState
            list={list}
            empty={
              isFiltered ? (
                <EmptyState title={t("noMatch")}>
                  <Button
                    onClick={() =>
                      change({ filters: undefined, q: undefined, range: undefined, from: undefined, to: undefined })
                    }
                  >
                    {t("clearFilters")}
                  </Button>
                </EmptyState>
              ) : (
                <FirstRecord resource={resource} />
              )
            }
          >
            <LogTable
              resource={resource}
              records={list.records}
              totalCount={list.totalCount}
              columns={columns}
              order={search.order}
              selection={selection}
              projectId={projectId}
              startId={sessionStorage.getItem(activeKey)}
              onOpen={open}
              onOrder={(order) => change({ order })}
              onEnd={list.loadMore}
              onScroll={setIsAway}
            />
          </ListState>
        </div>
        {panels.statistics && (
          <aside className={styles.side} aria-label={t("statistics")}>
            <StatisticsPanel resource={resource} conditions={conditions} />
          </aside>
        )}
      </div>
      {isExporting && (
        <ExportDialog
          target={{ request: matching, ids: undefined, count: list.totalCount }}
          columns={columns}
          onClose={() => setIsExporting(false)}
        />
      )}
    </div>
  );
}

function ListState({
  list,
  empty,
  children,
}: {
  readonly list: ReturnType<typeof useLogRecords>;
  readonly empty: React.ReactNode;
  readonly children: React.ReactNode;
}) {
  if (list.error && list.records.length === 0) {
    return <ErrorState error={list.error} onRetry={() => void list.refetch()} />;
  }
  if (!list.data) return <LoadingState />;
  return list.records.length === 0 ? empty : children;
}

interface Panels {
  readonly facets: boolean;
  readonly statistics: boolean;
}

/** On a narrow screen the panels begin closed. */
function readPanels(stored: unknown): Panels {
  const isWide = window.innerWidth >= 1100;
  const { facets = isWide, statistics = isWide } = (stored ?? {}) as { facets?: unknown; statistics?: unknown }; // what was stored
  return { facets: facets === true, statistics: statistics === true };
}
