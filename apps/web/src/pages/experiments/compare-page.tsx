import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { Download } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import { comparedDataset, experimentRuns } from "../../generated/experiments.ts";
import { saveFile } from "../../csv/save-file.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState, ErrorState, LoadingState } from "../../ui/page-state.tsx";
import { useStoredState } from "../../ui/use-stored-state.ts";
import { useScoreDirection } from "../score-schemas/use-score-direction.ts";
import { compareRuns, compareWithBaseline, scoreNames, selectCompared, summarize } from "./compare-runs.ts";
import { CompareFrame } from "./compare-frame.tsx";
import { CompareTable } from "./compare-table.tsx";
import { CompareTools } from "./compare-tools.tsx";
import type { ComparedRun } from "./compared-run.ts";
import { ExperimentResults } from "./experiment-results.tsx";
import { type ChangedSearch, comparedIds, type CompareSearch, readCompareSearch } from "./experiment-search.ts";
import { useExperimentsText } from "./messages.ts";
import { ResultFrame } from "./result-frame.tsx";
import { useFailures } from "./run/use-failures.ts";
import { useLiveRows } from "./run/use-live-rows.ts";
import { useProgress } from "./run/use-progress.ts";
import { ScoreChart } from "./score-chart.tsx";
import { useAllWindows } from "./use-all-windows.ts";
import { useStableList } from "./use-stable-list.ts";

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
  const shown = useMemo(() => selectCompared(rows, { base, search, directionOf }), [rows, base, search, directionOf]);
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
  const set = (part: ChangedSearch): void =>
    void navigate({ search: (current) => readCompareSearch({ ...current, ...part }), replace: true });
  const results = {
    projectId,
    runs,
    datasets: loaded.flatMap((data) => data ?? []),
    rows,
    progress,
    failures,
    notices: children,
  };
  const [only, ...others] = runs;
  if (only !== undefined && others.length === 0) {
    return <ExperimentResults run={only} results={results} search={search} onChange={set} />;
  }
  const { display = "compact" } = search;
  const save = async (): Promise<void> => {
    const { comparisonCsv } = await import("./result-csv.ts");
    saveFile(`${t("compareTitle")}.csv`, comparisonCsv(shown, { runs, scoreNames: scoreNames(rows) }), "text/csv");
  };
  return (
    <ResultFrame
      results={results}
      shown={shown}
      row={search.row}
      base={base}
      noneShown={t(search.search ? "noMatches" : search.regressions ? "noRegressions" : "noImprovements")}
      actions={
        shown.length > 0 && (
          <Button onClick={() => void save()}>
            <Download size={16} aria-hidden />
            {t("downloadCsv")}
          </Button>
        )
      }
      onRow={(row) => set({ row })}
    >
      <CompareTools
        display={display}
        isDetailed={isDetailed}
        search={search}
        scoreNames={scoreNames(rows)}
        shownCount={shown.length}
        rowCount={rows.length}
        onDetails={showDetails}
        onChange={set}
      />
      {isDetailed && (
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
    </ResultFrame>
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
