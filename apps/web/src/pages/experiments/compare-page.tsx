import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { type ReactNode, useMemo } from "react";
import { comparedDataset, experimentRuns } from "../../generated/experiments.ts";
import { Button } from "../../ui/button.tsx";
import { SelectField } from "../../ui/field.tsx";
import { onDemand } from "../../ui/on-demand.tsx";
import { Page } from "../../ui/page.tsx";
import { EmptyState, ErrorState, LoadingState } from "../../ui/page-state.tsx";
import { useStoredState } from "../../ui/use-stored-state.ts";
import { JudgeMarks } from "../evaluators/agreement/judge-marks.tsx";
import { useScoreDirection } from "../score-schemas/use-score-direction.ts";
import { compareRuns, compareWithBaseline, hasRegressed, scoreNames, summarize } from "./compare-runs.ts";
import { CompareTable } from "./compare-table.tsx";
import type { ComparedRun } from "./compared-run.ts";
import { comparedIds, type CompareSearch, displays } from "./experiment-search.ts";
import styles from "./experiments-page.module.css";
import { useExperimentsText } from "./messages.ts";
import { RunList } from "./run/run-list.tsx";
import { useFailures } from "./run/use-failures.ts";
import { useLiveRows } from "./run/use-live-rows.ts";
import { isActive, useProgress } from "./run/use-progress.ts";
import { ScoreChart } from "./score-chart.tsx";
import { useAllWindows } from "./use-all-windows.ts";
import { useStableList } from "./use-stable-list.ts";
import { visibleString } from "../../messages/hidden-characters.ts";

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
    <CompareFrame projectId={projectId} panel={null}>
      {notices}
      {ids.length === 0 && <EmptyState title={t("nothingToCompare")} />}
      {error && isLoading && (
        <ErrorState error={error} onRetry={() => found.forEach((query) => void query.refetch())} />
      )}
      {!error && isLoading && <LoadingState shape="rows" />}
    </CompareFrame>
  );
}

function CompareFrame({
  projectId,
  panel,
  children,
}: {
  readonly projectId: string;
  readonly panel: ReactNode;
  readonly children: ReactNode;
}) {
  const t = useExperimentsText();
  return (
    <Page
      title={t("compareTitle")}
      back={
        <Link to="/projects/$projectId/experiments" params={{ projectId }}>
          {t("title")}
        </Link>
      }
      panel={panel}
    >
      {children}
    </Page>
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
      <CompareFrame projectId={projectId} panel={null}>
        <LoadingState shape="rows" />
      </CompareFrame>
    );
  }
  const set = (part: CompareSearch): void =>
    void navigate({ search: (current) => clean({ ...current, ...part }), replace: true });
  const names = scoreNames(rows);
  const display = search.display ?? "compact";
  const shown = search.regressions
    ? rows.filter((row) => hasRegressed(row, base, { score: search.score, directionOf }))
    : rows;

  const at = search.row === undefined ? -1 : shown.findIndex(({ key }) => key === search.row);
  const open = (index: number) => (shown[index] === undefined ? null : () => set({ row: shown[index]?.key ?? "" }));
  const opened = shown[at];
  return (
    <CompareFrame
      projectId={projectId}
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
      <RunList
        runs={runs.flatMap(({ id, name }, index) => {
          const known = progress[index];
          return known ? [{ id, name, progress: known, failures: failures[index] ?? [] }] : [];
        })}
        rowOf={(key) => rows.find((row) => row.key === key)?.number}
        onOpenRow={(row) => set({ row })}
      />
      <div className={styles.tools}>
        <div role="group" aria-label={t("display")} className={styles.group}>
          {displays.map((name) => (
            <Button key={name} isPressed={display === name} onClick={() => set({ display: name })}>
              {t(name)}
            </Button>
          ))}
        </div>
        <Button isPressed={isDetailed} title={t("detailsHint")} onClick={() => showDetails(!isDetailed)}>
          {t("details")}
        </Button>
        {names.length > 0 && (
          <SelectField
            label={t("score")}
            hideLabel
            value={search.score ?? ""}
            onChange={(score) => set({ score })}
            options={[
              { value: "", label: t("anyScore") },
              ...names.map((name) => ({ value: name, label: visibleString(name) })),
            ]}
          />
        )}
        <JudgeMarks names={names} />
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={search.regressions === true}
            onChange={({ target }) =>
              void navigate({ search: (current) => withRegressions(current, target.checked), replace: true })
            }
          />
          {t("regressionsOnly")}
        </label>
        <span className={styles.count} role="status">
          {shown.length === rows.length
            ? t("rows", { count: rows.length })
            : t("rowsShown", { shown: shown.length, total: rows.length })}
        </span>
      </div>
      {isDetailed && runs.length > 1 && (
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

function clean(search: CompareSearch): CompareSearch {
  const { score, row, ...rest } = search;
  return { ...rest, ...(score && { score }), ...(row && { row }) };
}

function withRegressions({ regressions: _regressions, ...rest }: CompareSearch, isOn: boolean): CompareSearch {
  return isOn ? { ...rest, regressions: true } : rest;
}
