import { useMemo } from "react";
import styles from "./diff.module.css";
import { VisibleText } from "./visible-text.tsx";
import { wordChanges } from "./word-changes.ts";

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
  const changes = useMemo(() => wordChanges(before, after), [before, after]);
  return (
    <span className={styles.inline}>
      {changes.map(({ kind, text }, index) => {
        // Changes have no ids, so the index is the key.
        if ((kind === "added" && side === "before") || (kind === "removed" && side === "after")) return null;
        if (kind === "added")
          return (
            <ins key={index}>
              <VisibleText text={text} />
            </ins>
          );
        if (kind === "removed")
          return (
            <del key={index}>
              <VisibleText text={text} />
            </del>
          );
        return (
          <span key={index}>
            <VisibleText text={text} />
          </span>
        );
      })}
    </span>
  );
}
