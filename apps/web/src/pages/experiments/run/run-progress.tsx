import { useFormats } from "../../../messages/formats.ts";
import { Badge } from "../../../ui/badge.tsx";
import { useRunText } from "./messages.ts";
import styles from "./run-progress.module.css";
import type { Progress } from "./use-progress.ts";

const tones = {
  QUEUED: "neutral",
  RUNNING: "accent",
  PAUSED: "warning",
  CANCELED: "neutral",
  DONE: "success",
} as const;

export function RunProgress({ name, progress }: { readonly name: string; readonly progress: Progress }) {
  const t = useRunText();
  const formats = useFormats();
  const { state, itemCount, doneCount, failedCount, evaluationCount, evaluatedCount, evaluationFailedCount } = progress;
  const total = Math.max(itemCount + evaluationCount, 1);
  const done = doneCount + evaluatedCount;
  const failed = failedCount + evaluationFailedCount;
  return (
    <div className={styles.progress}>
      <Badge tone={state === "DONE" && failed > 0 ? "warning" : tones[state]}>{t(`state_${state}`)}</Badge>
      <div
        role="progressbar"
        aria-label={t("progressOf", { name })}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={Math.min(done + failed, total)}
        className={styles.track}
      >
        <span className={styles.done} style={{ width: `${(done / total) * 100}%` }} />
        <span className={styles.failed} style={{ width: `${(failed / total) * 100}%` }} />
      </div>
      <span className={styles.counts}>
        <span>{t("done", { done: formats.number(doneCount), total: formats.number(itemCount) })}</span>
        {failedCount > 0 && <strong>{t("failed", { count: failedCount })}</strong>}
        {evaluationCount > 0 && (
          <span>{t("scored", { done: formats.number(evaluatedCount), total: formats.number(evaluationCount) })}</span>
        )}
        {evaluationFailedCount > 0 && <strong>{t("scoresFailed", { count: evaluationFailedCount })}</strong>}
        {progress.cost !== null && <span>{t("totalCost", { cost: formats.cost(progress.cost) })}</span>}
      </span>
    </div>
  );
}
