import { useFormats } from "../../messages/formats.ts";
import { useReviewText } from "./messages.ts";
import styles from "./review.module.css";

export interface ItemCounts {
  readonly totalCount: number;
  readonly doneCount: number;
  readonly skippedCount: number;
  readonly flaggedCount: number;
  readonly reviewers: readonly unknown[];
}

/** Number of done items of a queue, with a bar of the done, skipped and flagged ones. */
export function QueueProgressBar({ counts }: { readonly counts: ItemCounts }) {
  const t = useReviewText();
  const formats = useFormats();
  const { totalCount, doneCount, skippedCount, flaggedCount, reviewers } = counts;
  // If each item needs two reviews, reviewers may have started although no item is done, skipped or flagged yet.
  const isStarted = totalCount > 0 && (reviewers.length > 0 || doneCount + skippedCount + flaggedCount > 0);
  const parts = { done: doneCount, skipped: skippedCount, flagged: flaggedCount };
  return (
    <span className={styles.done}>
      <span>
        {formats.number(doneCount)} / {formats.number(totalCount)}{" "}
        <span className={styles.muted}>
          {isStarted ? formats.percent(doneCount / totalCount) : totalCount > 0 && t("notStarted")}
        </span>
      </span>
      {isStarted && (
        <span className={styles.track} aria-hidden>
          {Object.entries(parts).map(([name, count]) => (
            <span key={name} data-part={name} style={{ width: `${(count / totalCount) * 100}%` }} />
          ))}
        </span>
      )}
    </span>
  );
}
