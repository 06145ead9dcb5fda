import { FlaskConical, Network, PanelLeft } from "lucide-react";
import { memo, useCallback, useRef, useState } from "react";
import { Button, IconButton } from "../../ui/button.tsx";
import { Updating } from "../../ui/list-frame.tsx";
import { onDemand } from "../../ui/on-demand.tsx";
import { useMedia } from "../../ui/use-media.ts";
import { AlsoFound } from "./also-found.tsx";
import { ColumnChooser } from "./column-chooser.tsx";
import { cardWindow, showsScores, showsUsage } from "./columns.ts";
import { FacetRail } from "./facet-rail.tsx";
import type { Condition } from "./filters/condition.ts";
import { FilterBar, FilterChips } from "./filters/filter-bar.tsx";
import { textToMark } from "./filters/query-text.ts";
import { useFirstArrival } from "./first-record/use-first-arrival.ts";
import { ListCount } from "./list-count.tsx";
import { ListState, MoreNotice } from "./list-states.tsx";
import { LiveNotice } from "./live/live-notice.tsx";
import { useLiveRecords } from "./live/use-live-records.ts";
import { isNoExperiment, isRootRun } from "./log-search.ts";
import type { LogResource } from "./log-resource.ts";
import { LogTable, type LogTableHandle } from "./log-table.tsx";
import { LogTabs } from "./log-tabs.tsx";
import { LogTools } from "./log-tools.tsx";
import styles from "./log-view.module.css";
import { useLogsText } from "./messages.ts";
import { StatisticsPanel } from "./statistics-panel.tsx";
import { useLogColumns } from "./use-log-columns.ts";
import { useLogRecords } from "./use-log-records.ts";
import { useLogSearch } from "./use-log-search.ts";
import { useOpenedRecords } from "./use-opened-records.ts";
import { usePanels } from "./use-panels.ts";
import { useTotal } from "./use-total.ts";
import { useSelection } from "./use-selection.ts";
import { toolName } from "./tool-name.ts";
import { searchField } from "./search-field.ts";
import { ViewsMenu } from "./views/views-menu.tsx";
import { usePageTitle } from "../../ui/use-page-title.ts";

const BulkBar = onDemand(async () => (await import("./bulk/bulk-bar.tsx")).BulkBar);
const ExportDialog = onDemand(async () => (await import("./export/export-dialog.tsx")).ExportDialog);
const Histogram = memo(onDemand(async () => (await import("./histogram/histogram.tsx")).Histogram));
const PeekPanel = onDemand(async () => (await import("./peek/peek-panel.tsx")).PeekPanel);
const PhoneTools = onDemand(
  async () => (await import("./phone-tools.tsx")).PhoneTools,
  <div className={styles.phoneTools} />,
);
const NoMatch = onDemand(async () => (await import("./no-match.tsx")).NoMatch);
const FirstRecord = onDemand(async () => (await import("./first-record/first-record.tsx")).FirstRecord);

const noFilters: readonly Condition[] = [];

export function LogView({ projectId, resource }: { readonly projectId: string; readonly resource: LogResource }) {
  const t = useLogsText();
  const { search, conditions, timeless, period, now, change, moveToNow } = useLogSearch(resource);
  const isPeeking = search.peek !== undefined;
  const { columns, layout, widths, fitting, matched, shown, needed, choose, listRef } = useLogColumns({
    resource,
    search,
    isPeeking,
  });
  const [panels, setPanels] = usePanels(isPeeking);
  const isPhone = useMedia(cardWindow);
  const marked = textToMark(search);
  const list = useLogRecords({
    resource,
    conditions,
    query: search.query,
    order: search.order,
    columns: needed,
    text: marked,
  });
  const selection = useSelection(
    list.records.map(({ id }) => id),
    JSON.stringify(list.queryKey),
  );
  const isFiltered =
    search.query !== undefined ||
    conditions.some((condition) => condition !== isRootRun && condition !== isNoExperiment);
  const table = useRef<LogTableHandle>(null);
  const peeked = { currentStepId: search.currentStepId, view: search.view };
  // Whether the text in the search box is invalid or was not searched for yet. If so, the rows belong to an earlier
  // text.
  const [isUnsearched, setIsUnsearched] = useState(false);
  const isStale = list.isPlaceholderData || (isUnsearched && list.records.length > 0);
  const [isAway, setIsAway] = useState(false);
  const [isExporting, setIsExporting] = useState(false);
  const isLive = search.live === true;
  const isEmpty = list.data !== undefined && list.records.length === 0 && !isFiltered;
  useFirstArrival({
    projectId,
    resource,
    isEmpty: isEmpty && !list.isPlaceholderData,
    hasRecords: list.records.length > 0 && !list.isPlaceholderData,
  });
  // Without a loaded list, for example because of an invalid query, the panels would only repeat the list's error.
  const hasPanels = !isEmpty && (list.data !== undefined || list.error === null);
  const live = useLiveRecords({
    // An empty list always has live updates, so that the first record appears without a reload.
    isOn: (isLive && search.order === undefined) || isEmpty,
    isHeld: isAway || selection.ids.size > 0,
    queryKey: list.queryKey,
    page: list.page,
  });
  // If input or output is shown, exports contain full inputs and outputs. Threads and scores have only previews, so
  // their exports contain the previews.
  const hasContent = resource !== "threads" && resource !== "scores";
  const withContent = columns.includes("input") || columns.includes("output");
  const matching = {
    projectId,
    ...list.page,
    text: undefined,
    withTitles: false,
    withContent: withContent && hasContent,
    withPreviews: withContent && !hasContent,
    withScores: showsScores(columns),
    withUsage: showsUsage(resource, columns),
    withTurns: columns.includes("turnCount"),
  };

  const total = useTotal(list.totalCount, { conditions, query: search.query });

  usePageTitle(t(resource));

  const { text, leaveFor, open, peek, closePeek, followLink, activeId } = useOpenedRecords({
    projectId,
    resource,
    records: list.records,
    total,
    marked,
    search,
    change,
    table,
  });
  const peekedAt = list.records.findIndex(({ id }) => id === search.peek);
  const setLayout = (next: Parameters<typeof choose>[0]): void => {
    choose(next);
    if (search.columns) void change({ columns: undefined }, { replace: true });
  };

  const openFacets = !isEmpty && (
    <IconButton
      size="small"
      label={t("facets")}
      isPressed={panels.facets}
      className={styles.facets}
      onClick={() => setPanels({ ...panels, facets: !panels.facets })}
    >
      <PanelLeft size={14} />
      <span className={styles.iconName}>{t("facets")}</span>
    </IconButton>
  );
  const count = !isEmpty && list.data && (
    <div className={styles.count}>
      <span className={styles.keys}>{t("keys")}</span>
      <ListCount list={list} total={total} />
    </div>
  );
  const sortBy = (order: string | undefined): void => void change({ order });
  const filterBy = useCallback((filters: readonly Condition[]) => void change({ filters }), [change]);
  const narrow = useCallback(
    (times: { readonly from: string; readonly to: string }) => void change({ ...times, range: undefined }),
    [change],
  );
  const tools = !isEmpty && (
    <LogTools
      panels={panels}
      onPanels={setPanels}
      isLive={isLive}
      canBeLive={search.order === undefined}
      onLive={(wanted) => void change({ live: wanted ? true : undefined }, { replace: true })}
      onRefresh={() => {
        moveToNow();
        void list.refetch();
        void live.recount();
      }}
      onExport={list.records.length === 0 ? null : () => setIsExporting(true)}
    >
      {resource === "runs" && (
        <>
          {(search.experiments || conditions.includes(isNoExperiment)) && (
            <IconButton
              size="small"
              look="normal"
              label={t("experiments")}
              isPressed={search.experiments === true}
              onClick={() => void change({ experiments: search.experiments ? undefined : true })}
            >
              <FlaskConical size={14} />
            </IconButton>
          )}
          <Button
            size="small"
            isPressed={search.all === true}
            title={t("allRunsHint")}
            onClick={() => void change({ all: search.all ? undefined : true, experiments: undefined })}
          >
            <Network size={14} aria-hidden />
            <span className={toolName}>{t("allRuns")}</span>
          </Button>
        </>
      )}
      <ViewsMenu resource={resource} search={search} columns={layout} onOpen={(...opened) => void change(...opened)} />
      <ColumnChooser
        resource={resource}
        columns={fitting}
        fixed={matched}
        onChange={(next) => setLayout(next && { columns: next })}
      />
    </LogTools>
  );

  return (
    <div className={styles.split}>
      <div className={styles.page}>
        <div className={styles.head}>
          <h1 className="visually-hidden">{t("logs")}</h1>
          <LogTabs resource={resource} search={search} projectId={projectId} />
          {!isPhone && count}
        </div>
        <FilterBar
          resource={resource}
          search={search}
          hasChips={false}
          onChange={change}
          onUnsearched={setIsUnsearched}
          before={!isPhone && openFacets}
          after={
            isPhone && tools ? (
              <PhoneTools resource={resource} order={search.order} onOrder={sortBy} count={count}>
                {openFacets}
                {tools}
              </PhoneTools>
            ) : (
              tools
            )
          }
        />
        <div className={styles.panes}>
          {panels.facets && hasPanels && (
            <aside className={styles.side} aria-label={t("facets")}>
              <FacetRail
                key={resource}
                resource={resource}
                conditions={conditions}
                query={search.query}
                filters={search.filters ?? noFilters}
                onChange={filterBy}
              />
            </aside>
          )}
          {/* The filter chips are not above the facets, so that the facets stay in place when a filter is added. */}
          <div className={styles.main}>
            <FilterChips resource={resource} search={search} onChange={(changed) => void change(changed)} />
            {resource === "threads" && search.q !== undefined && (
              <AlsoFound
                text={search.q}
                filters={search.filters ?? []}
                conditions={conditions.filter(({ field }) => field !== searchField(resource))}
                onChange={(changed) => void change(changed)}
              />
            )}
            {panels.statistics && hasPanels && (
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that the keyboard can scroll it
              <aside className={styles.strip} aria-label={t("statistics")} tabIndex={0}>
                <StatisticsPanel resource={resource} conditions={conditions} query={search.query} />
              </aside>
            )}
            {panels.histogram && hasPanels && (
              <section className={styles.histogram} aria-label={t("histogram")}>
                <Histogram
                  resource={resource}
                  conditions={timeless}
                  query={search.query}
                  period={period}
                  now={now}
                  onNarrow={narrow}
                />
              </section>
            )}
            {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the links inside handle the keys */}
            <div
              ref={listRef}
              className={styles.list}
              aria-busy={list.isPlaceholderData}
              data-stale={isStale || undefined}
              onClickCapture={followLink}
            >
              {isStale && <Updating text={isUnsearched && !list.isPlaceholderData ? t("otherSearch") : undefined} />}
              <LiveNotice live={live} isShown={isLive} />
              <ListState
                list={list}
                empty={
                  isFiltered ? (
                    <NoMatch resource={resource} search={search} onChange={(changed) => void change(changed)} />
                  ) : (
                    <FirstRecord resource={resource} />
                  )
                }
              >
                <LogTable
                  resource={resource}
                  records={list.records}
                  total={total}
                  columns={shown}
                  widths={widths}
                  onLayout={setLayout}
                  order={search.order}
                  selection={selection}
                  projectId={projectId}
                  text={marked}
                  startId={search.peek ?? activeId}
                  peekId={search.peek}
                  handle={table}
                  onOpen={open}
                  onPeek={peek}
                  onOrder={sortBy}
                  onEnd={list.loadMore}
                  onScroll={setIsAway}
                />
              </ListState>
              <MoreNotice list={list} />
            </div>
          </div>
        </div>
        {selection.ids.size > 0 && (
          <BulkBar
            selection={selection}
            request={matching}
            columns={columns}
            order={list.records.map(({ id }) => id)}
            totalCount={list.totalCount}
          />
        )}
        {isExporting && (
          <ExportDialog
            target={{ request: matching, ids: undefined, count: list.totalCount }}
            columns={columns}
            onClose={() => setIsExporting(false)}
          />
        )}
      </div>
      {search.peek !== undefined && (
        <PeekPanel
          projectId={projectId}
          resource={resource}
          id={search.peek}
          record={list.records[peekedAt]}
          search={peeked}
          text={text}
          place={peekedAt === -1 ? null : { position: peekedAt + 1, total: total?.text ?? null }}
          onPrevious={peekedAt > 0 ? () => table.current?.step(-1) : null}
          onNext={peekedAt >= 0 && peekedAt < list.records.length - 1 ? () => table.current?.step(1) : null}
          onLeave={leaveFor}
          onChange={(changed, hash) => change(changed, { replace: true, hash })}
          onDeleted={() => {
            closePeek();
            void list.refetch();
            void live.recount();
          }}
          onClose={closePeek}
        />
      )}
    </div>
  );
}
