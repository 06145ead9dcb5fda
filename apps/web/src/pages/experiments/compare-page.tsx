import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { type ReactNode, useMemo } from "react";
import { comparedDataset, experimentRuns } from "../../generated/experiments.ts";
import { onDemand } from "../../ui/on-demand.tsx";
import { EmptyState, ErrorState, LoadingState } from "../../ui/page-state.tsx";
import { useStoredState } from "../../ui/use-stored-state.ts";
import { useScoreDirection } from "../score-schemas/use-score-direction.ts";
import { compareRuns, compareWithBaseline, hasRegressed, scoreNames, summarize } from "./compare-runs.ts";
import { CompareFrame } from "./compare-frame.tsx";
import { CompareTable } from "./compare-table.tsx";
import { CompareTools } from "./compare-tools.tsx";
import type { ComparedRun } from "./compared-run.ts";
import { comparedIds, type CompareSearch } from "./experiment-search.ts";
import { useExperimentsText } from "./messages.ts";
import { RunList } from "./run/run-list.tsx";
import { useFailures } from "./run/use-failures.ts";
import { useLiveRows } from "./run/use-live-rows.ts";
import { isActive, useProgress } from "./run/use-progress.ts";
import { ScoreChart } from "./score-chart.tsx";
import { ScoreSpread } from "./score-spread.tsx";
import { useAllWindows } from "./use-all-windows.ts";
import { useStableList } from "./use-stable-list.ts";

const RowPanel = onDemand(async () => (await import("./row-panel.tsx")).RowPanel);

export function ComparePage() {
  const t = useExperimentsText();
  const { projectId } = useParams({ from: "/projects/$projectId/experiments/compare" });
  const search = useSearch({ from: "/projects/$projectId/experiments/compare" });
  const ids = comparedIds(search);
  const found = useAllWindows({
    operation: experimentRuns,
    selections: ids.map((id) => ({ id })),
    read: ({ datasetExperiment }) => datasetExperiment,
  });
  const error = found.find((query) => query.error)?.error;
  const missing = ids.filter((_id, index) => found[index]?.data === null);
  const isLoading = found.some(({ data }) => data === undefined);

  const loaded = found.flatMap(({ data }) => data ?? []);
  const notices = missing.map((id) => (
    <p key={id} role="alert">
      {t("missing", { id })}
    </p>
  ));
  if (!isLoading && loaded.length > 0) {
    return (
      <Comparison runs={loaded} search={search} projectId={projectId}>
        {notices}
      </Comparison>
    );
  }
  return (
    <CompareFrame projectId={projectId} runs={[]} panel={null}>
      {notices}
      {ids.length === 0 && <EmptyState title={t("nothingToCompare")} />}
      {error && isLoading && (
        <ErrorState error={error} onRetry={() => found.forEach((query) => void query.refetch())} />
      )}
      {!error && isLoading && <LoadingState shape="rows" />}
    </CompareFrame>
  );
}

function Comparison({
  search,
  projectId,
  children,
  ...found
}: {
  readonly runs: readonly ComparedRun[];
  readonly search: CompareSearch;
  readonly projectId: string;
  readonly children: ReactNode;
}) {
  const t = useExperimentsText();
  const [isDetailed, showDetails] = useStoredState("comparison.details", (stored) => stored === true);
  const navigate = useNavigate({ from: "/projects/$projectId/experiments/compare" });
  const directionOf = useScoreDirection();
  const runs = useStableList(found.runs);
  const base = Math.max(
    0,
    runs.findIndex(({ id }) => id === search.baseline),
  );
  const datasets = useAllWindows({
    operation: comparedDataset,
    selections: datasetsOf(runs),
    read: ({ dataset }) => dataset,
  });
  const loaded = useStableList(datasets.map(({ data }) => data));
  const isReady = loaded.every((data) => data !== undefined);
  const failed = datasets.find((query) => query.error)?.error;
  const ids = runs.map(({ id }) => id);
  const progress = useProgress(ids);
  const failures = useStableList(useFailures(ids, progress));
  useLiveRows(progress);
  const rows = useMemo(() => {
    const examples = loaded.flatMap((data) => data?.items ?? []);
    const withFailures = runs.map((run, index) => ({ ...run, failures: failures[index] ?? [] }));
    return isReady ? compareRuns(withFailures, examples) : [];
  }, [isReady, runs, failures, loaded]);
  const comparisons = useMemo(
    () => runs.map((_run, column) => compareWithBaseline(rows, { column, base, directionOf })),
    [runs, rows, base, directionOf],
  );
  if (!isReady) {
    return (
      <CompareFrame projectId={projectId} runs={runs} panel={null}>
        {failed ? (
          <ErrorState error={failed} onRetry={() => datasets.forEach((query) => void query.refetch())} />
        ) : (
          <LoadingState shape="rows" />
        )}
      </CompareFrame>
    );
  }
  const set = (part: Changed): void =>
    void navigate({ search: (current) => clean({ ...current, ...part }), replace: true });
  const hasBaseline = runs.length > 1;
  const display =
    search.display === undefined || (!hasBaseline && search.display === "diff") ? "compact" : search.display;
  const shown =
    search.regressions && hasBaseline
      ? rows.filter((row) => hasRegressed(row, base, { score: search.score, directionOf }))
      : rows;

  const at = search.row === undefined ? -1 : shown.findIndex(({ key }) => key === search.row);
  const open = (index: number) => (shown[index] === undefined ? null : () => set({ row: shown[index]?.key ?? "" }));
  const opened = shown[at];
  return (
    <CompareFrame
      projectId={projectId}
      runs={runs}
      datasets={loaded.flatMap((data) => data ?? [])}
      panel={
        opened ? (
          <RowPanel
            key={opened.key}
            projectId={projectId}
            row={opened}
            runs={runs}
            base={base}
            onPrevious={open(at - 1)}
            onNext={open(at + 1)}
            onClose={() => set({ row: "" })}
          />
        ) : null
      }
    >
      {children}
      {search.row !== undefined && !rows.some(({ key }) => key === search.row) && <p role="status">{t("noResult")}</p>}
      <RunList
        runs={runs.flatMap(({ id, name }, index) => {
          const known = progress[index];
          return known ? [{ id, name, progress: known, failures: failures[index] ?? [] }] : [];
        })}
        rowOf={(key) => rows.find((row) => row.key === key)?.number}
        onOpenRow={(row) => set({ row })}
      />
      <CompareTools
        hasBaseline={hasBaseline}
        display={display}
        isDetailed={isDetailed}
        search={search}
        scoreNames={scoreNames(rows)}
        shownCount={shown.length}
        rowCount={rows.length}
        onDetails={showDetails}
        onChange={set}
      />
      {!hasBaseline && rows.length > 1 && <ScoreSpread rows={rows} names={scoreNames(rows)} />}
      {isDetailed && hasBaseline && (
        <ScoreChart
          runs={runs}
          summaries={runs.map((_run, column) => summarize(rows, { column, base, score: search.score, directionOf }))}
          comparisons={comparisons}
          directionOf={directionOf}
        />
      )}
      <CompareTable
        runs={runs}
        rows={rows}
        comparisons={comparisons}
        shown={shown}
        base={base}
        display={display}
        isDetailed={isDetailed}
        score={search.score}
        directionOf={directionOf}
        item={search.item}
        row={search.row}
        onOpen={({ key }) => set({ row: key })}
        onBaseline={(baseline) => set({ baseline })}
        onLeaveOut={(id) =>
          set({
            ids: runs
              .map((run) => run.id)
              .filter((other) => other !== id)
              .join(","),
          })
        }
      />
      {shown.length === 0 && !progress.some((each) => each && isActive(each)) && (
        <EmptyState title={rows.length === 0 ? t("noRows") : t("noRegressions")} />
      )}
    </CompareFrame>
  );
}

function datasetsOf(runs: readonly ComparedRun[]): { readonly id: string; readonly version: number | null }[] {
  const versions = new Map<string, number | null>();
  for (const { datasetId, datasetVersion } of runs) {
    if (datasetId === null) continue;
    const known = versions.get(datasetId) ?? null;
    versions.set(datasetId, known === null ? datasetVersion : Math.max(known, datasetVersion ?? known));
  }
  return [...versions].map(([id, version]) => ({ id, version }));
}

type Changed = Omit<CompareSearch, "regressions"> & { readonly regressions?: true | undefined };

function clean({ score, row, regressions, ...rest }: Changed): CompareSearch {
  return { ...rest, ...(score && { score }), ...(row && { row }), ...(regressions && { regressions }) };
}
