import { CircleAlert } from "lucide-react";
import { memo, useEffect } from "react";
import { useFormats } from "../../../messages/formats.ts";
import { visibleString } from "../../../messages/hidden-characters.ts";
import { Badge } from "../../../ui/badge.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { valueOf } from "../actions/comparable-text.ts";
import { useThreadText } from "../messages.ts";
import type { Outline } from "../outline/outline.ts";
import type { Payload, PayloadState } from "../payloads/payload-cache.ts";
import { usePayload } from "../payloads/use-payload.ts";
import { StepIcon } from "../views/step-icon.tsx";
import type { StepPair } from "./align-steps.ts";
import styles from "./compare.module.css";
import { Delta } from "./delta.tsx";
import { useCompareText } from "./messages.ts";
import { isOtherStep, type Outlines, type PayloadChange, pairKey } from "./pair-rows.ts";

const deepest = 12;

export const PairRow = memo(function PairRow(props: {
  readonly id: string;
  readonly pair: StepPair;
  readonly outlines: Outlines;
  readonly top: number;
  readonly isSelected: boolean;
  /** Whether differences are neither better nor worse. */
  readonly isNeutral: boolean;
  /** Undefined until both payloads are loaded and compared. */
  readonly change: PayloadChange | undefined;
  readonly onSelect: (pair: StepPair) => void;
  readonly onCompared: (key: string, change: PayloadChange) => void;
}) {
  const { id, pair, outlines, top, isSelected, isNeutral, change, onSelect, onCompared } = props;
  const t = useCompareText();
  const { before, after, depth } = pair;
  const isPaired = before !== null && after !== null;
  const needed = isPaired && change === undefined;
  const left = usePayload(needed ? outlines.before.idOf(before) : null);
  const right = usePayload(needed ? outlines.after.idOf(after) : null);
  useEffect(() => {
    if (isLoaded(left) && isLoaded(right)) onCompared(pairKey(pair, outlines), changeBetween(left, right));
  }, [left, right, pair, outlines, onCompared]);
  const side = before === null ? "after" : after === null ? "before" : "both";
  const isChanged = change?.input === true || change?.output === true || isOtherStep(pair, outlines);
  const indent = `${Math.min(depth, deepest) * 0.875}rem`;
  return (
    // The list has the focus and handles the keys, and `aria-activedescendant` names its active item.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- as above
    <div
      id={id}
      role="option"
      aria-selected={isSelected}
      className={styles.pair}
      data-side={side}
      data-changed={isChanged || undefined}
      style={{ transform: `translateY(${top}px)` }}
      onClick={() => onSelect(pair)}
    >
      <Cell outline={outlines.before} step={before} indent={indent} name="before" />
      <Cell outline={outlines.after} step={after} indent={indent} name="after" />
      <span className={styles.chips}>
        {side === "before" && <Badge tone="danger">{t("onlyBefore")}</Badge>}
        {side === "after" && <Badge tone="success">{t("onlyAfter")}</Badge>}
        {change?.input && (
          <Badge tone="warning" title={t("inputChangedHint")}>
            {t("inputChanged")}
          </Badge>
        )}
        {change?.output && (
          <Badge tone="warning" title={t("outputChangedHint")}>
            {t("outputChanged")}
          </Badge>
        )}
      </span>
      <span className={styles.deltas}>
        {isPaired && (
          <>
            <span title={t("tokens")}>
              <Delta
                name="tokens"
                before={outlines.before.totalTokens[before] ?? 0}
                after={outlines.after.totalTokens[after] ?? 0}
                isNeutral={isNeutral}
              />
            </span>
            <span title={t("cost")} data-cost>
              <Delta
                name="cost"
                before={outlines.before.totalCosts[before] ?? 0}
                after={outlines.after.totalCosts[after] ?? 0}
                isNeutral={isNeutral}
              />
            </span>
            <span title={t("duration")}>
              <Delta
                name="duration"
                before={outlines.before.durationOf(before)}
                after={outlines.after.durationOf(after)}
                isNeutral={isNeutral}
              />
            </span>
          </>
        )}
      </span>
    </div>
  );
});

function Cell(props: {
  readonly outline: Outline;
  readonly step: number | null;
  readonly indent: string;
  readonly name: "before" | "after";
}) {
  const { outline, step, indent, name: side } = props;
  const thread = useThreadText();
  const formats = useFormats();
  if (step === null) return <span className={styles.cell} data-side={side} data-empty />;
  const type = outline.typeOf(step);
  const name = outline.nameOf(step) ?? type;
  return (
    <span className={styles.cell} data-side={side} style={{ paddingInlineStart: indent }}>
      <StepIcon type={type} />
      <span className={styles.name} title={visibleString(name)}>
        <VisibleText text={name} />
      </span>
      {outline.hasError(step) && (
        <span className={styles.error} title={thread("failed")}>
          <CircleAlert size={13} aria-label={thread("failed")} />
        </span>
      )}
      <span className={styles.quiet}>
        {outline.durationOf(step) === 0 ? "" : formats.duration(outline.durationOf(step))}
      </span>
    </span>
  );
}

function isLoaded(state: PayloadState): state is Payload {
  return typeof state === "object" && !(state instanceof Error);
}

function changeBetween(before: Payload, after: Payload): PayloadChange {
  const differs = (part: "input" | "output"): boolean =>
    JSON.stringify(valueOf(before, part)) !== JSON.stringify(valueOf(after, part));
  return { input: differs("input"), output: differs("output") };
}
