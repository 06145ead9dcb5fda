import { diffWordsWithSpace } from "diff";
import { useMemo } from "react";
import styles from "./diff.module.css";
import { VisibleText } from "./visible-text.tsx";

/** Maximum time to search for the smallest diff, in milliseconds. After this time, everything counts as changed. */
const timeout = 40;

/** A text in which the differences from another text are highlighted. */
export function InlineDiff({
  before,
  after,
  side = "both",
}: {
  readonly before: string;
  readonly after: string;
  /** Which of the two texts to show. `before` and `after` show one text with its differences marked. */
  readonly side?: "before" | "after" | "both" | undefined;
}) {
  const changes = useMemo(
    () =>
      diffWordsWithSpace(before, after, { timeout }) ?? [
        { value: before, removed: true, added: false },
        { value: after, removed: false, added: true },
      ],
    [before, after],
  );
  return (
    <span className={styles.inline}>
      {changes.map(({ value, added, removed }, index) => {
        // Changes have no id, so the index is the key.
        if ((added && side === "before") || (removed && side === "after")) return null;
        if (added)
          return (
            <ins key={index}>
              <VisibleText text={value} />
            </ins>
          );
        if (removed)
          return (
            <del key={index}>
              <VisibleText text={value} />
            </del>
          );
        return (
          <span key={index}>
            <VisibleText text={value} />
          </span>
        );
      })}
    </span>
  );
}
