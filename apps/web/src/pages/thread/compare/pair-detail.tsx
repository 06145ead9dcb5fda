import { visibleString } from "../../../messages/hidden-characters.ts";
import { DiffView } from "../../../ui/diff-view.tsx";
import { EmptyState, ErrorState, LoadingState } from "../../../ui/page-state.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { type DiffLayout, diffLayouts, type Part, parts } from "../actions/comparable-part.ts";
import { comparableText, valueOf } from "../actions/comparable-text.ts";
import { Choice } from "../actions/choice.tsx";
import { useInspectorText } from "../inspector/messages.ts";
import type { Outline } from "../outline/outline.ts";
import type { PayloadState } from "../payloads/payload-cache.ts";
import { usePayload, useRetry } from "../payloads/use-payload.ts";
import type { StepPair } from "./align-steps.ts";
import styles from "./compare.module.css";
import { useCompareText } from "./messages.ts";
import type { Outlines } from "./pair-rows.ts";
import { type ComparedFacts, StepDifferences } from "./step-differences.tsx";

export function PairDetail(props: {
  readonly pair: StepPair;
  readonly outlines: Outlines;
  readonly part: Part;
  readonly layout: DiffLayout;
  readonly onPart: (part: Part) => void;
  readonly onLayout: (layout: DiffLayout) => void;
}) {
  const { pair, outlines, part, layout } = props;
  const t = useInspectorText();
  const compare = useCompareText();
  const beforeId = pair.before === null ? null : outlines.before.idOf(pair.before);
  const afterId = pair.after === null ? null : outlines.after.idOf(pair.after);
  const before = usePayload(beforeId);
  const after = usePayload(afterId);
  const retry = useRetry();
  const sides = [...(beforeId === null ? [] : [before]), ...(afterId === null ? [] : [after])];
  const error = sides.find((side) => side instanceof Error);
  const texts = { before: textOf(before, part), after: textOf(after, part) };
  const names = { before: nameOf(outlines, pair, "before"), after: nameOf(outlines, pair, "after") };
  return (
    <section className={styles.detail} aria-label={compare("comparison")}>
      <div className={styles.detailHead}>
        <h2>
          <VisibleText text={names.before ?? names.after ?? ""} />
          {names.before !== null && names.after !== null && names.before !== names.after && (
            <>
              {" → "}
              <VisibleText text={names.after} />
            </>
          )}
        </h2>
        <StepDifferences
          before={factsOf(outlines.before, pair.before, before)}
          after={factsOf(outlines.after, pair.after, after)}
        />
        <Choice label={t("comparePart")} names={parts} value={part} text={(name) => t(name)} onChange={props.onPart} />
        <Choice
          label={t("layout")}
          names={diffLayouts}
          value={layout}
          text={(name) => t(name)}
          onChange={props.onLayout}
        />
      </div>
      <div className={styles.diff}>
        {error instanceof Error ? (
          <ErrorState error={error} onRetry={() => [beforeId, afterId].forEach((id) => id !== null && retry(id))} />
        ) : sides.includes(undefined) ? (
          <LoadingState />
        ) : sides.includes("missing") ? (
          <EmptyState title={t("stepGone")} />
        ) : (
          <>
            <EmptySide {...{ pair, outlines, part, layout, texts }} />
            <DiffView
              isFilling
              label={t("differences", { before: names.before ?? "–", after: names.after ?? "–" })}
              before={texts.before}
              after={texts.after}
              layout={layout}
            />
          </>
        )}
      </div>
    </section>
  );
}

/** If only one of the two steps has a text, explains above the other, empty side why it is empty. */
function EmptySide(props: {
  readonly pair: StepPair;
  readonly outlines: Outlines;
  readonly part: Part;
  readonly layout: DiffLayout;
  readonly texts: Readonly<Record<"before" | "after", string>>;
}) {
  const { pair, outlines, part, texts } = props;
  const t = useCompareText();
  const side = texts.before === "" ? "before" : "after";
  const step = pair[side];
  if (step === null || texts.before === texts.after || texts[side] !== "") return null;
  const text = part === "input" ? "noInput" : outlines[side].hasError(step) ? "noOutputFailed" : "noOutput";
  return (
    <p className={styles.emptySide} data-side={side} data-layout={props.layout}>
      {t(side)}: {t(text)}
    </p>
  );
}

function factsOf(outline: Outline, step: number | null, payload: PayloadState): ComparedFacts | null {
  if (step === null) return null;
  return {
    model: outline.modelOf(step),
    duration: outline.durationOf(step),
    tokens: outline.totalTokens[step] || null,
    cost: outline.totalCosts[step] || null,
    error:
      typeof payload === "object" && !(payload instanceof Error)
        ? (payload.error ?? payload.generation?.error ?? null)
        : null,
  };
}

function nameOf(outlines: Outlines, pair: StepPair, side: "before" | "after"): string | null {
  const [outline, step] = [outlines[side], pair[side]];
  return step === null ? null : visibleString(outline.nameOf(step) ?? outline.typeOf(step));
}

function textOf(state: PayloadState, part: Part): string {
  return typeof state === "object" && !(state instanceof Error) ? comparableText(valueOf(state, part)) : "";
}
