import { ChevronDown, ChevronRight, CircleAlert, Paperclip, Star } from "lucide-react";
import { createContext, memo, type ReactNode, useContext, useState } from "react";
import { classes } from "../../../ui/classes.ts";
import { plainPreview } from "../../../json/plain-json.ts";
import { useFormats } from "../../../messages/formats.ts";
import { useUiText } from "../../../ui/messages.ts";
import { useThreadText } from "../messages.ts";
import type { Outline } from "../outline/outline.ts";
import { isMessage, stepKind } from "../outline/step-kind.ts";
import { useMatchExcerpt, usePreview, useRetry } from "../payloads/use-payload.ts";
import failureStyles from "./load-failure.module.css";
import { DurationChip, useShareText } from "./duration-chip.tsx";
import { ScoreChips } from "./score-chips.tsx";
import { StepIcon } from "./step-icon.tsx";
import styles from "./step-rows.module.css";
import { TimeBar } from "./time-bar.tsx";
import { visibleString } from "../../../messages/hidden-characters.ts";
import { VisibleText } from "../../../ui/visible-text.tsx";

export interface StepRowProps {
  readonly outline: Outline;
  readonly step: number;
  readonly top: number;
  readonly isSelected: boolean;
  readonly isMatch: boolean;
  readonly isCollapsed: boolean;
  /** Whether the rows form a flat list instead of a tree. */
  readonly isFlat: boolean;
  /** Start of the time range that the bars of all rows cover. `from` and `to` are null if the view has no bars. */
  readonly from: number | null;
  readonly to: number | null;
  /** Whether the step is on the critical path; null while the path is not highlighted. */
  readonly isCritical: boolean | null;
  readonly onSelect: (step: number) => void;
  readonly onToggle: (step: number) => void;
}

const deepest = 30;

export const StepRow = memo(function StepRow(props: StepRowProps) {
  const { outline, step, isSelected, isMatch, isCollapsed, onSelect, onToggle } = props;
  const t = useThreadText();
  const formats = useFormats();
  const shareOf = useShareText(outline);
  const type = outline.typeOf(step);
  const below = props.isFlat ? 0 : (outline.below[step] ?? 0);
  const depth = props.isFlat ? 0 : (outline.depths[step] ?? 0);
  const inside = isCollapsed && below > 0 ? outline.errorsBelow(step) : 0;
  const insideText = t("errorsBelow", { count: inside, formatted: formats.number(inside) });
  const tokens = outline.totalTokens[step] ?? 0;
  const cost = outline.totalCosts[step] ?? 0;
  return (
    // The tree has the focus and handles the keys, and `aria-activedescendant` names its active item.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- as above
    <div
      id={rowId(step)}
      role="treeitem"
      aria-level={depth + 1}
      aria-selected={isSelected}
      aria-expanded={below > 0 ? !isCollapsed : undefined}
      className={classes(styles.row, isMatch && styles.match)}
      data-deep={depth >= 5 || undefined}
      style={{ transform: `translateY(${props.top}px)` }}
      onClick={() => onSelect(step)}
    >
      <span className={styles.label}>
        <span className={styles.indent} style={{ width: `${Math.min(depth, deepest) * 0.875}rem` }} />
        <span
          className={styles.toggle}
          aria-hidden
          onClick={(event) => {
            if (below === 0) return;
            event.stopPropagation();
            onToggle(step);
          }}
        >
          {below > 0 && (isCollapsed ? <ChevronRight size={14} /> : <ChevronDown size={14} />)}
        </span>
        <StepIcon type={type} />
        <span className={styles.name} data-name title={visibleString(outline.nameOf(step) ?? type)}>
          <VisibleText text={outline.nameOf(step) ?? type} />
        </span>
        {isCollapsed && below > 0 && <span className={styles.quiet}>+{formats.number(below)}</span>}
        {outline.hasError(step) && (
          <span className={styles.error} title={t("failed")}>
            <CircleAlert size={13} aria-label={t("failed")} />
          </span>
        )}
        {inside > 0 && (
          <span className={styles.inside} title={insideText}>
            <CircleAlert size={13} aria-hidden />
            <span aria-hidden>{formats.number(inside)}</span>
            <span className="visually-hidden">{insideText}</span>
          </span>
        )}
        {outline.hasScores(step) && (
          <>
            <Star size={12} className={styles.quiet} aria-label={t("scored")} />
            <ScoreChips id={outline.idOf(step)} isLine />
          </>
        )}
        {outline.hasAttachments(step) && <Paperclip size={12} className={styles.quiet} aria-label={t("attached")} />}
      </span>
      {props.from !== null && props.to !== null ? (
        <TimeBar outline={outline} step={step} from={props.from} to={props.to} isCritical={props.isCritical} />
      ) : (
        <>
          <Preview id={outline.idOf(step)} type={type} isMatch={isMatch} />
          <span className={styles.facts}>
            <Figure share={tokens / outline.largest.tokens}>
              {tokens > 0 && (
                <>
                  <span aria-hidden>{formats.compact(tokens)}</span>
                  <span className="visually-hidden">
                    {t("tokens", { count: tokens, formatted: formats.compact(tokens) })}
                  </span>
                </>
              )}
            </Figure>
            <Figure share={cost / outline.largest.cost} isCost>
              {cost > 0 && formats.cost(cost)}
            </Figure>
            <Figure share={isMessage(type) ? 0 : (outline.durationOf(step) ?? 0) / outline.largest.duration}>
              {!isMessage(type) && (
                <DurationChip
                  seconds={outline.durationOf(step)}
                  openState={outline.isOpen(step) ? outline.openState : null}
                  share={shareOf(step)}
                />
              )}
            </Figure>
          </span>
        </>
      )}
    </div>
  );
});

/** Whether the user is scrolling. Rows that appear during scrolling do not load their previews. */
export const ScrollingContext = createContext(false);

function Preview({ id, type, isMatch }: { readonly id: string; readonly type: string; readonly isMatch: boolean }) {
  const isScrolling = useContext(ScrollingContext);
  const [isWanted, setIsWanted] = useState(!isScrolling);
  if (!isScrolling && !isWanted) setIsWanted(true);
  const preview = usePreview(isWanted ? id : null);
  const excerpt = useMatchExcerpt(isWanted && isMatch ? id : null);
  const ui = useUiText();
  const retry = useRetry();
  if (preview instanceof Error) {
    return (
      <span className={styles.preview}>
        <button
          type="button"
          className={failureStyles.row}
          title={visibleString(preview.message)}
          onClick={(event) => {
            event.stopPropagation();
            retry(id);
          }}
        >
          {ui("failed")}. {ui("retry")}
        </button>
      </span>
    );
  }
  const { inputPreview = null, outputPreview = null, errorLine = null } = typeof preview === "object" ? preview : {};
  if (errorLine !== null && errorLine !== "" && excerpt === null) {
    return (
      <span className={classes(styles.preview, styles.failure)} title={visibleString(errorLine)}>
        <VisibleText text={errorLine} />
      </span>
    );
  }
  const hasArguments = stepKind(type) === "tool" || stepKind(type) === "retrieval";
  const start = hasArguments ? (inputPreview ?? outputPreview) : (outputPreview ?? inputPreview);
  const text = plainPreview(excerpt ?? start ?? "");
  return (
    <span className={styles.preview} title={visibleString(text)}>
      <VisibleText text={text} />
    </span>
  );
}

/** A number with a bar. The length of the bar is the ratio of the number to the largest one. */
function Figure(props: { readonly share: number; readonly isCost?: boolean; readonly children: ReactNode }) {
  const { share, isCost = false, children } = props;
  return (
    <span className={classes(styles.figure, isCost && styles.cost)}>
      {children}
      {share > 0 && <span className={styles.share} data-share style={{ width: `${Math.max(share * 100, 2)}%` }} />}
    </span>
  );
}

export function rowId(step: number): string {
  return `step-${step}`;
}
