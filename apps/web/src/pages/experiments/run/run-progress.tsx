import { useFormats } from "../../../messages/formats.ts";
import { visibleString } from "../../../messages/hidden-characters.ts";
import { Badge } from "../../../ui/badge.tsx";
import { useRunText } from "./messages.ts";
import styles from "./run-progress.module.css";
import { isActive, type Progress } from "./use-progress.ts";

const tones = {
  QUEUED: "neutral",
  RUNNING: "accent",
  PAUSED: "warning",
  CANCELED: "neutral",
  DONE: "success",
} as const;

/** Progress of a run. The brief form takes three lines of a narrow cell, and has the other counts in its tooltip. */
export function RunProgress({
  name,
  progress,
  isBrief = false,
}: {
  readonly name: string;
  readonly progress: Progress;
  readonly isBrief?: boolean;
}) {
  const t = useRunText();
  const formats = useFormats();
  const { state, itemCount, doneCount, failedCount, evaluationCount, evaluatedCount, evaluationFailedCount } = progress;
  const total = Math.max(itemCount + evaluationCount, 1);
  const done = doneCount + evaluatedCount;
  const failed = failedCount + evaluationFailedCount;
  const items = t("done", { done: formats.number(doneCount), total: formats.number(itemCount) });
  const failures = [
    ...(failedCount > 0 ? [t("failed", { count: failedCount })] : []),
    ...(evaluationFailedCount > 0 ? [t("scoresFailed", { count: evaluationFailedCount })] : []),
  ];
  const scored =
    evaluationCount > 0
      ? [t("scored", { done: formats.number(evaluatedCount), total: formats.number(evaluationCount) })]
      : [];
  const all = [items, ...scored, ...failures].join(", ");
  if (isBrief && !isActive(progress))
    return (
      <div className={styles.brief} title={visibleString(all)}>
        <Badge tone={state === "DONE" && failed > 0 ? "warning" : tones[state]}>{t(`state_${state}`)}</Badge>
        <span>{items}</span>
        {failures.length > 0 && <strong>{failures[0]}</strong>}
        <span className="visually-hidden">{[...scored, ...failures.slice(1)].join(", ")}</span>
      </div>
    );
  return (
    <div className={isBrief ? styles.brief : styles.progress} title={isBrief ? visibleString(all) : undefined}>
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
        <span>{items}</span>
        {!isBrief && failedCount > 0 && <strong>{t("failed", { count: failedCount })}</strong>}
        {!isBrief && evaluationCount > 0 && (
          <span>{t("scored", { done: formats.number(evaluatedCount), total: formats.number(evaluationCount) })}</span>
        )}
        {!isBrief && evaluationFailedCount > 0 && (
          <strong>{t("scoresFailed", { count: evaluationFailedCount })}</strong>
        )}
        {!isBrief && progress.cost !== null && <span>{t("totalCost", { cost: formats.cost(progress.cost) })}</span>}
      </span>
    </div>
  );
}
