import type { CSSProperties, ReactNode } from "react";
import type { ChatProps, FoldingViewProps } from "./view-props.ts";
import { ToolRunCard } from "./tool-run-card.tsx";
import type { Outline } from "../outline/outline.ts";
import styles from "./card-list.module.css";
import { useFollowedEnd } from "./use-followed-end.ts";
import { useRows } from "./use-rows.ts";

/** List of cards of different heights. Only visible cards are in the DOM. */
export function CardList(props: {
  readonly label: string;
  readonly outline: Outline;
  readonly rows: Int32Array;
  readonly selected: number | null;
  readonly height: number;
  /** Row to scroll to at first, instead of the selected one. Null or absent: none. */
  readonly openingRow?: number | null | undefined;
  /** Consecutive tool calls, and steps between messages, that can be collapsed to one card. Default: none. */
  readonly folds?:
    | (Pick<FoldingViewProps, "runs" | "matches" | "onToggleRun"> & Partial<Pick<ChatProps, "folds" | "onToggleFold">>)
    | undefined;
  /**
   * Position in the playback: the list scrolls to its last card when this number changes. Undefined disables scrolling.
   */
  readonly followed?: number | undefined;
  /** Renders the card of a step. `at` is the step's index in the list. */
  readonly children: (at: number, step: number) => ReactNode;
}) {
  const { label, outline, rows, selected, height, folds, followed, children } = props;
  const { scroller, virtualizer } = useRows({
    outline,
    rows,
    selected: props.openingRow ?? selected,
    alignsStart: props.openingRow != null,
    height,
    isMeasured: true,
  });
  const size = virtualizer.getTotalSize();
  useFollowedEnd({ scroller, virtualizer, followed });
  const isMatching = (steps: readonly number[]): boolean => steps.some((each) => folds?.matches.has(each));
  const cardsOf = (at: number, step: number): ReactNode => {
    const fold = folds?.folds?.get(step);
    const run = folds?.runs.get(step);
    if (!fold && !run) return children(at, step);
    const isFolded = fold?.isOpen === false;
    return (
      <>
        {fold && (
          <ToolRunCard
            outline={outline}
            run={fold}
            isMixed
            isSelected={step === selected}
            isMatch={isMatching(fold.steps)}
            onToggle={() => folds?.onToggleFold?.(step)}
          />
        )}
        {run && !isFolded && (
          <ToolRunCard
            outline={outline}
            run={run}
            isSelected={step === selected}
            isMatch={isMatching(run.steps)}
            onToggle={() => folds?.onToggleRun(step)}
          />
        )}
        {!isFolded && (run?.isOpen ?? true) && children(at, step)}
      </>
    );
  };
  return (
    <div
      ref={scroller}
      className={styles.scroller}
      style={{ "--cards-height": size } as CSSProperties}
      role="list"
      aria-label={label}
      tabIndex={0}
      data-rows={rows.length}
      data-cards
    >
      <div role="presentation" style={{ height: size, position: "relative" }}>
        {virtualizer.getVirtualItems().map((item) => (
          <div
            key={item.key}
            ref={virtualizer.measureElement}
            data-index={item.index}
            role="listitem"
            aria-setsize={rows.length}
            aria-posinset={item.index + 1}
            className={styles.slot}
            style={{ transform: `translateY(${item.start}px)` }}
          >
            {cardsOf(item.index, rows[item.index] ?? 0)}
          </div>
        ))}
      </div>
    </div>
  );
}
