import type { ReactNode } from "react";
import { onDemand } from "../../ui/on-demand.tsx";
import { EmptyState } from "../../ui/page-state.tsx";
import { CompareFrame } from "./compare-frame.tsx";
import type { ComparedRow } from "./compared-row.ts";
import type { ComparedRun } from "./compared-run.ts";
import type { Display } from "./experiment-search.ts";
import { useExperimentsText } from "./messages.ts";
import { RunList } from "./run/run-list.tsx";
import type { Failure } from "./run/use-failures.ts";
import { isActive, type Progress } from "./run/use-progress.ts";

const RowPanel = onDemand(async () => (await import("./row-panel.tsx")).RowPanel);

/** Results of loaded experiments, as the page shows them. */
export interface LoadedResults {
  readonly projectId: string;
  readonly runs: readonly ComparedRun[];
  readonly datasets: readonly { readonly id: string; readonly name: string }[];
  readonly rows: readonly ComparedRow[];
  /** Progress of each experiment: undefined while loading, null for an experiment that ran outside the service. */
  readonly progress: readonly (Progress | null | undefined)[];
  readonly failures: readonly (readonly Failure[])[];
  /** Messages above the results. */
  readonly notices: ReactNode;
}

/** Page with results of experiments: the progress of their runs, the given content, and the panel of the open row. */
export function ResultFrame({
  results: { projectId, runs, datasets, rows, progress, failures, notices },
  shown,
  row,
  base,
  display,
  actions,
  noneShown,
  onRow,
  children,
}: {
  readonly results: LoadedResults;
  /** Rows of the table, in its order. */
  readonly shown: readonly ComparedRow[];
  /** Key of the open row; undefined for none. */
  readonly row: string | undefined;
  /** Index of the baseline in `results.runs`. */
  readonly base: number;
  readonly display: Display;
  readonly actions?: ReactNode;
  /** Title of the empty state if the filters exclude all rows. */
  readonly noneShown: string;
  /** Called with the key of a row, or with an empty string to close the panel. */
  readonly onRow: (key: string) => void;
  readonly children: ReactNode;
}) {
  const t = useExperimentsText();
  const at = row === undefined ? -1 : shown.findIndex(({ key }) => key === row);
  const open = (index: number) => {
    const key = shown[index]?.key;
    return key === undefined ? null : () => onRow(key);
  };
  const opened = shown[at];
  return (
    <CompareFrame
      projectId={projectId}
      runs={runs}
      datasets={datasets}
      actions={actions}
      panel={
        opened ? (
          <RowPanel
            key={opened.key}
            projectId={projectId}
            row={opened}
            runs={runs}
            base={base}
            display={display}
            onPrevious={open(at - 1)}
            onNext={open(at + 1)}
            onClose={() => onRow("")}
          />
        ) : null
      }
    >
      {notices}
      {row !== undefined && !rows.some(({ key }) => key === row) && <p role="status">{t("noResult")}</p>}
      <RunList
        runs={runs.flatMap(({ id, name }, index) => {
          const known = progress[index];
          return known ? [{ id, name, progress: known, failures: failures[index] ?? [] }] : [];
        })}
        rowOf={(key) => rows.find((each) => each.key === key)?.number}
        onOpenRow={onRow}
      />
      {children}
      {shown.length === 0 && !progress.some((each) => each && isActive(each)) && (
        <EmptyState
          title={rows.length === 0 ? t("noRows") : noneShown}
          drawing={rows.length === 0 ? "list" : "search"}
        />
      )}
    </CompareFrame>
  );
}
