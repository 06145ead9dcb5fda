import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { Download } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import { comparedDataset, type ComparedDatasetQuery, experimentRuns } from "../../generated/experiments.ts";
import { saveFile } from "../../csv/save-file.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState, ErrorState, LoadingState } from "../../ui/page-state.tsx";
import { useStoredState } from "../../ui/use-stored-state.ts";
import { useScoreDirection } from "../score-schemas/use-score-direction.ts";
import { AddExperiment } from "./add-experiment.tsx";
import {
  clearFigures,
  compareRuns,
  compareWithBaseline,
  scoreNames,
  selectCompared,
  summarize,
} from "./compare-runs.ts";
import { CompareFrame } from "./compare-frame.tsx";
import { CompareTable } from "./compare-table.tsx";
import { CompareTools } from "./compare-tools.tsx";
import type { ComparedRun } from "./compared-run.ts";
import { ExperimentResults } from "./experiment-results.tsx";
import { type ChangedSearch, comparedIds, type CompareSearch, readCompareSearch } from "./experiment-search.ts";
import { useExperimentsText } from "./messages.ts";
import { orderByChange } from "./order-by-change.ts";
import { NotComparedNotice } from "./not-compared-notice.tsx";
import { ResultFrame } from "./result-frame.tsx";
import { useFailures } from "./run/use-failures.ts";
import { useLiveRows } from "./run/use-live-rows.ts";
import { useProgress } from "./run/use-progress.ts";
import { ScoreChart } from "./score-chart.tsx";
import { useAllWindows } from "./use-all-windows.ts";
import { useStableList } from "./use-stable-list.ts";

type ComparedDataset = NonNullable<ComparedDatasetQuery["dataset"]>;

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
  const missing = ids.filter((_id, index) => found[index]?.data === null);
  const isLoading = found.some(({ data }) => data === undefined);

  const loaded = found.flatMap(({ data }) => data ?? []);
  const areRunsLoaded = !isLoading && loaded.length > 0;
  const datasets = useAllWindows({
    operation: comparedDataset,
    selections: areRunsLoaded ? datasetsOf(loaded) : [],
    read: ({ dataset }) => dataset,
  });
  const areDatasetsLoaded = datasets.every(({ data }) => data !== undefined);
  const queries = [...found, ...datasets];
  const notices = missing.map((id) => (
    <p key={id} role="alert">
      {t("missing", { id })}
    </p>
  ));
  if (areRunsLoaded && areDatasetsLoaded) {
    return (
      <Comparison
        runs={loaded}
        datasets={datasets.flatMap(({ data }) => data ?? [])}
        search={search}
        projectId={projectId}
      >
        {notices}
      </Comparison>
    );
  }
  const isWaiting = isLoading || !areDatasetsLoaded;
  const error = queries.find((query) => query.error)?.error;
  return (
    <CompareFrame projectId={projectId} runs={areRunsLoaded ? loaded : []} panel={null}>
      {notices}
      {ids.length === 0 && <EmptyState title={t("nothingToCompare")} />}
      {error && isWaiting && (
        <ErrorState error={error} onRetry={() => queries.forEach((query) => void query.refetch())} />
      )}
      {!error && isWaiting && <LoadingState shape="rows" />}
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
  readonly datasets: readonly ComparedDataset[];
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
  const datasets = useStableList(found.datasets);
  const ids = runs.map(({ id }) => id);
  const progress = useProgress(ids);
  const failures = useStableList(useFailures(ids, progress));
  useLiveRows(progress);
  const rows = useMemo(() => {
    const examples = datasets.flatMap(({ items }) => items ?? []);
    const withFailures = runs.map((run, index) => ({ ...run, failures: failures[index] ?? [] }));
    return compareRuns(withFailures, examples);
  }, [runs, failures, datasets]);
  const comparisons = useMemo(
    () => runs.map((_run, column) => compareWithBaseline(rows, { column, base, directionOf })),
    [runs, rows, base, directionOf],
  );
  const clear = useMemo(() => runs.map((_run, column) => clearFigures(rows, { column, base })), [runs, rows, base]);
  const summaries = useMemo(
    () => runs.map((_run, column) => summarize(rows, { column, base, score: search.score, directionOf })),
    [runs, rows, base, search.score, directionOf],
  );
  const shown = useMemo(() => {
    const selected = selectCompared(rows, { base, search, directionOf });
    return search.sort === "change" ? orderByChange(selected, { base, score: search.score, directionOf }) : selected;
  }, [rows, base, search, directionOf]);
  const set = (part: ChangedSearch): void =>
    void navigate({ search: (current) => readCompareSearch({ ...current, ...part }), replace: true });
  const results = {
    projectId,
    runs,
    datasets,
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
  // The panel of a row needs the space of the details.
  const showsDetails = isDetailed && search.row === undefined;
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
      display={display}
      actions={
        <>
          <AddExperiment
            datasetId={runs[base]?.datasetId ?? null}
            ids={ids}
            onAdd={(id) => set({ ids: [...ids, id].join(",") })}
          />
          {shown.length > 0 && (
            <Button onClick={() => void save()}>
              <Download size={16} aria-hidden />
              {t("downloadCsv")}
            </Button>
          )}
        </>
      }
      onRow={(row) => set({ row })}
    >
      <NotComparedNotice runs={runs} summaries={summaries} />
      <CompareTools
        display={display}
        isDetailed={showsDetails}
        search={search}
        scoreNames={scoreNames(rows)}
        hasComparison={summaries.some(({ comparedCount }) => comparedCount > 0)}
        shownCount={shown.length}
        rowCount={rows.length}
        onDetails={(wanted) => {
          showDetails(wanted);
          if (wanted) set({ row: undefined });
        }}
        onChange={set}
      />
      {showsDetails && (
        <ScoreChart runs={runs} summaries={summaries} comparisons={comparisons} directionOf={directionOf} />
      )}
      <CompareTable
        runs={runs}
        summaries={summaries}
        comparisons={comparisons}
        clear={clear}
        shown={shown}
        base={base}
        display={display}
        isDetailed={showsDetails}
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
