import { classes } from "../../ui/classes.ts";
import { visibleString } from "../../messages/hidden-characters.ts";
import { VisibleText } from "../../ui/visible-text.tsx";
import type { ScoreReason } from "./compared-row.ts";
import styles from "./experiments-page.module.css";

/**
 * Explanations of scores. With `isCompact`, a single explanation is cut to two lines. If there are several, each is cut
 * to one line.
 */
export function ScoreReasons({
  reasons,
  isCompact,
}: {
  readonly reasons: readonly ScoreReason[];
  readonly isCompact: boolean;
}) {
  if (reasons.length === 0) return null;
  return (
    <ul className={styles.reasons}>
      {reasons.map(({ id, name, text, scorer }, index) => (
        <li
          // Trials may share a recorded run and its scores, so the key includes the index.
          key={`${index} ${id}`}
          className={classes(styles.reason, isCompact && styles.brief)}
          data-shared={reasons.length > 1 || undefined}
          title={visibleString(scorer === null ? text : `${scorer}: ${text}`)}
          dir="auto"
        >
          <span className={styles.muted}>
            <VisibleText text={name} />:
          </span>{" "}
          <VisibleText text={text} />
        </li>
      ))}
    </ul>
  );
}
