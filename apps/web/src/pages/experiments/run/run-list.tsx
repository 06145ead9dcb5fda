import { RotateCw, Square } from "lucide-react";
import { usePermission } from "../../../api/use-permission.ts";
import { useChange } from "../../../api/use-request.ts";
import { cancelRun, retryRun } from "../../../generated/runs.ts";
import { Button } from "../../../ui/button.tsx";
import { DialogError } from "../../../ui/dialog-parts.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { FailureText } from "./failure-text.tsx";
import { useRunText } from "./messages.ts";
import { RunProgress } from "./run-progress.tsx";
import styles from "./run-progress.module.css";
import { type Failure, maxFailures } from "./use-failures.ts";
import { isActive, type Progress } from "./use-progress.ts";

export interface ShownRun {
  readonly id: string;
  readonly name: string;
  readonly progress: Progress;
  readonly failures: readonly Failure[];
}

/** Lists the experiments that the service runs, with progress, failures, and buttons to cancel and continue them. */
export function RunList({
  runs,
  rowOf,
  onOpenRow,
}: {
  readonly runs: readonly ShownRun[];
  /** Returns the number of the dataset item's row in the results table; undefined if the item has no row. */
  readonly rowOf: (datasetItemId: string) => number | undefined;
  readonly onOpenRow: (datasetItemId: string) => void;
}) {
  const t = useRunText();
  if (runs.length === 0) return null;
  return (
    <ul className={styles.list} aria-label={t("runs")}>
      {runs.map((run) => (
        <li key={run.id} className={styles.item}>
          <RunLine run={run} />
          {run.failures.length > 0 && (
            <details className={styles.failures}>
              <summary>
                {t("failuresShort", { count: run.progress.failedCount + run.progress.evaluationFailedCount })}
              </summary>
              <ul>
                {run.failures.map((failure) => {
                  const { datasetItemId, repeat, evaluatorVersionId } = failure;
                  const row = rowOf(datasetItemId);
                  return (
                    <li key={`${datasetItemId} ${repeat} ${evaluatorVersionId}`}>
                      {row !== undefined && (
                        <button type="button" className={styles.open} onClick={() => onOpenRow(datasetItemId)}>
                          {t("showRow", { row })}
                        </button>
                      )}{" "}
                      <FailureText failure={failure} hasRepeats={run.progress.itemCount > 0 && repeat > 0} />
                    </li>
                  );
                })}
              </ul>
              {run.failures.length >= maxFailures && (
                <p className={styles.muted}>{t("firstFailures", { count: maxFailures })}</p>
              )}
            </details>
          )}
        </li>
      ))}
    </ul>
  );
}

function RunLine({ run: { id, name, progress } }: { readonly run: ShownRun }) {
  const t = useRunText();
  const mayWrite = usePermission("write");
  const cancel = useChange(cancelRun);
  const retry = useChange(retryRun);
  const isRunning = isActive(progress);
  const isCanceled = progress.state === "CANCELED";
  const hasFailures = progress.failedCount + progress.evaluationFailedCount > 0;
  return (
    <>
      <div className={styles.line}>
        <strong>
          <VisibleText text={name} />
        </strong>
        <RunProgress name={name} progress={progress} />
        {mayWrite && isRunning && (
          <Button
            size="small"
            aria-label={t("cancelOf", { name })}
            disabled={cancel.isPending}
            onClick={() => cancel.mutate({ id })}
          >
            <Square size={14} aria-hidden />
            {t("cancel")}
          </Button>
        )}
        {mayWrite && !isRunning && (isCanceled || hasFailures) && (
          <Button
            size="small"
            aria-label={t(isCanceled ? "resumeOf" : "retryOf", { name })}
            disabled={retry.isPending}
            onClick={() => retry.mutate({ id })}
          >
            <RotateCw size={14} aria-hidden />
            {t(isCanceled ? "resume" : "retry")}
          </Button>
        )}
      </div>
      {progress.pauseReason !== null && (
        <p className={styles.reason} role="status">
          <VisibleText text={progress.pauseReason} />
        </p>
      )}
      <DialogError error={cancel.error ?? retry.error} />
    </>
  );
}
