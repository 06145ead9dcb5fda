import { useVirtualizer } from "@tanstack/react-virtual";
import { useMemo, useRef, useState } from "react";
import { UnfoldVertical } from "lucide-react";
import { type DiffRow, diffRows, foldRows, unifiedRows } from "./diff-rows.ts";
import { classes } from "./classes.ts";
import { InlineDiff } from "./inline-diff.tsx";
import { useUiText } from "./messages.ts";
import styles from "./diff.module.css";
import { VisibleText } from "./visible-text.tsx";
import { useFormats } from "../messages/formats.ts";
import { visibleString } from "../messages/hidden-characters.ts";

const none: ReadonlySet<number> = new Set();

/**
 * Diff of two texts by line, side by side or in one column. Unchanged lines are collapsed. Only visible lines are in
 * the DOM.
 */
export function DiffView({
  label,
  before,
  after,
  layout,
  isFilling = false,
}: {
  readonly label: string;
  readonly before: string;
  readonly after: string;
  readonly layout: "split" | "unified";
  /** Whether the diff fills its container. If false, its content determines the height. */
  readonly isFilling?: boolean | undefined;
}) {
  const t = useUiText();
  const formats = useFormats();
  const frame = useRef<HTMLDivElement>(null);
  const all = useMemo(() => {
    const split = diffRows(before, after);
    return layout === "split" ? split : unifiedRows(split);
  }, [before, after, layout]);
  const [opened, setOpened] = useState({ rows: all, folds: none });
  const folds = opened.rows === all ? opened.folds : none;
  const rows = useMemo(() => foldRows(all, folds), [all, folds]);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => 20,
    overscan: 20,
  });
  if (before === after) return <p className={styles.same}>{t("noDifference")}</p>;
  return (
    <div
      ref={frame}
      className={styles.frame}
      data-filling={isFilling || undefined}
      role="region"
      aria-label={visibleString(label)}
      tabIndex={0}
    >
      <div
        className={styles.rows}
        data-split={layout === "split" || undefined}
        style={{ height: virtualizer.getTotalSize() }}
      >
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const row = rows[index];
          return (
            row && (
              <div
                key={index}
                ref={virtualizer.measureElement}
                data-index={index}
                data-kind={row.kind}
                data-split={layout === "split" || undefined}
                className={styles.row}
                style={{ transform: `translateY(${start}px)` }}
              >
                {row.kind === "fold" ? (
                  <button
                    type="button"
                    className={styles.fold}
                    onClick={() => setOpened({ rows: all, folds: new Set([...folds, row.from]) })}
                  >
                    <UnfoldVertical size={13} aria-hidden />
                    {t("unchanged", { count: row.count, formatted: formats.number(row.count) })}
                  </button>
                ) : layout === "split" ? (
                  <SplitRow row={row} />
                ) : (
                  <UnifiedRow row={row} />
                )}
              </div>
            )
          );
        })}
      </div>
    </div>
  );
}

function SplitRow({ row: { kind, before, after } }: { readonly row: DiffRow }) {
  const isChanged = kind === "changed" && before && after;
  return (
    <>
      <span className={styles.number}>{before?.number}</span>
      <span className={classes(styles.line, before === null ? styles.missing : kind !== "same" && styles.removed)}>
        {isChanged ? (
          <InlineDiff before={before.text} after={after.text} side="before" />
        ) : (
          <VisibleText text={before?.text ?? ""} />
        )}
      </span>
      <span className={styles.number}>{after?.number}</span>
      <span className={classes(styles.line, after === null ? styles.missing : kind !== "same" && styles.added)}>
        {isChanged ? (
          <InlineDiff before={before.text} after={after.text} side="after" />
        ) : (
          <VisibleText text={after?.text ?? ""} />
        )}
      </span>
    </>
  );
}

const signs = { same: " ", changed: " ", added: "+", removed: "−" } as const;

function UnifiedRow({ row: { kind, before, after, other } }: { readonly row: DiffRow }) {
  const look = kind === "same" ? undefined : kind === "added" ? styles.added : styles.removed;
  return (
    <>
      <span className={styles.number}>{before?.number}</span>
      <span className={styles.number}>{after?.number}</span>
      <span className={look}>{signs[kind]}</span>
      <span className={classes(styles.line, look)}>
        {other === undefined ? (
          <VisibleText text={(after ?? before)?.text ?? ""} />
        ) : (
          <InlineDiff
            before={before?.text ?? other}
            after={after?.text ?? other}
            side={kind === "removed" ? "before" : "after"}
          />
        )}
      </span>
    </>
  );
}
