import { diffWordsWithSpace } from "diff";
import { useMemo } from "react";
import styles from "./diff.module.css";
import { VisibleText } from "./visible-text.tsx";

/** Maximum time to search for the smallest diff, in milliseconds. If it is exceeded, everything counts as changed. */
const timeout = 40;

export function InlineDiff({
  before,
  after,
  side = "both",
}: {
  readonly before: string;
  readonly after: string;
  /** Which text to show with its differences: one of the two, or both merged. */
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
        // Changes have no ids, so the index is the key.
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
