import { ChevronDown, ChevronRight, CircleAlert, Paperclip, Star } from "lucide-react";
import { memo } from "react";
import { classes } from "../../../ui/classes.ts";
import { useFormats } from "../../../messages/formats.ts";
import { useThreadText } from "../messages.ts";
import type { Outline } from "../outline/outline.ts";
import { isMessage } from "../outline/step-kind.ts";
import { DurationChip } from "./duration-chip.tsx";
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
  /** Whether the step is shown without its place in the tree. */
  readonly isFlat: boolean;
  /** Time range of the bars; null without bars. */
  readonly from: number | null;
  readonly to: number | null;
  readonly onSelect: (step: number) => void;
  readonly onToggle: (step: number) => void;
}

/** Maximum indentation level. */
const deepest = 30;

export const StepRow = memo(function StepRow(props: StepRowProps) {
  const { outline, step, isSelected, isMatch, isCollapsed, onSelect, onToggle } = props;
  const t = useThreadText();
  const formats = useFormats();
  const type = outline.typeOf(step);
  const below = props.isFlat ? 0 : (outline.below[step] ?? 0);
  const depth = props.isFlat ? 0 : (outline.depths[step] ?? 0);
  const tokens = outline.totalTokens[step] ?? 0;
  const cost = outline.totalCosts[step] ?? 0;
  return (
    // The tree has the focus, handles the keys, and names its active item.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- as above
    <div
      id={rowId(step)}
      role="treeitem"
      aria-level={depth + 1}
      aria-selected={isSelected}
      aria-expanded={below > 0 ? !isCollapsed : undefined}
      className={classes(styles.row, isMatch && styles.match)}
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
        {outline.hasScores(step) && (
          <>
            <Star size={12} className={styles.quiet} aria-label={t("scored")} />
            <ScoreChips id={outline.idOf(step)} isLine />
          </>
        )}
        {outline.hasAttachments(step) && <Paperclip size={12} className={styles.quiet} aria-label={t("attached")} />}
      </span>
      {props.from !== null && props.to !== null ? (
        <TimeBar outline={outline} step={step} from={props.from} to={props.to} />
      ) : (
        <span className={styles.facts}>
          {tokens > 0 && (
            <span title={t("allTokens")}>{t("tokens", { count: tokens, formatted: formats.compact(tokens) })}</span>
          )}
          {cost > 0 && (
            <span className={styles.cost} title={t("cost")}>
              {formats.cost(cost)}
            </span>
          )}
          {!isMessage(type) && (
            <DurationChip
              seconds={outline.durationOf(step)}
              openState={outline.isOpen(step) ? outline.openState : null}
            />
          )}
        </span>
      )}
    </div>
  );
});

/** Element id of a step, for `aria-activedescendant`. */
export function rowId(step: number): string {
  return `step-${step}`;
}
