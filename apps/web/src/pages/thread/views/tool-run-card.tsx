import { ChevronDown, ChevronRight, CircleAlert } from "lucide-react";
import { useState } from "react";
import { useFormats } from "../../../messages/formats.ts";
import { visibleString } from "../../../messages/hidden-characters.ts";
import { useThreadText } from "../messages.ts";
import type { Outline } from "../outline/outline.ts";
import { stepKind } from "../outline/step-kind.ts";
import type { ToolRun } from "../outline/tool-runs.ts";
import styles from "./cards.module.css";
import { useThreadPage } from "../thread-context.ts";
import { DurationChip } from "./duration-chip.tsx";
import { StepIcon } from "./step-icon.tsx";

/**
 * Header of consecutive calls of a tool, or of all steps between two messages (`isMixed`): the number of calls, their
 * errors and their total latency. A click on the name expands or collapses the calls. A click on the errors selects the
 * next failed call.
 */
export function ToolRunCard(props: {
  readonly outline: Outline;
  readonly run: ToolRun;
  readonly isMixed?: boolean | undefined;
  readonly isSelected: boolean;
  readonly isMatch: boolean;
  readonly onToggle: () => void;
}) {
  const { outline, run, isMixed = false, isSelected, isMatch, onToggle } = props;
  const t = useThreadText();
  const formats = useFormats();
  const [first = 0] = run.steps;
  const { select } = useThreadPage();
  const [shown, setShown] = useState<number | null>(null);
  const failed = run.steps.filter((step) => outline.hasError(step));
  const showNext = (): void => {
    const next = failed[failed.indexOf(shown ?? -1) + 1] ?? failed[0];
    if (next === undefined) return;
    setShown(next);
    // Selecting the call expands nothing if it is selected already, or if it is the first call.
    if (!run.isOpen) onToggle();
    select(outline.idOf(next));
  };
  const durations = run.steps.map((step) => outline.durationOf(step)).filter((each) => each !== null);
  const count = run.steps.length;
  const tools = run.steps.filter((step) => stepKind(outline.typeOf(step)) === "tool").length;
  const steps = t("steps", { count });
  const name = visibleString(outline.nameOf(first) ?? outline.typeOf(first));
  return (
    <div
      className={styles.run}
      data-selected={(isSelected && !run.isOpen) || undefined}
      data-match={(isMatch && !run.isOpen) || undefined}
    >
      <button type="button" className={styles.runToggle} aria-expanded={run.isOpen} onClick={onToggle}>
        {run.isOpen ? <ChevronDown size={14} aria-hidden /> : <ChevronRight size={14} aria-hidden />}
        {!isMixed && <StepIcon type={outline.typeOf(first)} />}
        <span className={styles.name}>
          {isMixed
            ? tools === 0
              ? steps
              : t("foldedSteps", { steps, tools: t("toolCalls", { count: tools, formatted: formats.number(tools) }) })
            : t("toolRun", { count, formatted: formats.number(count), name })}
        </span>
      </button>
      {failed.length > 0 && (
        <button type="button" className={styles.runErrors} title={t("errorsHint")} onClick={showNext}>
          <CircleAlert size={13} aria-hidden />
          {t("errors", { count: failed.length })}
        </button>
      )}
      {durations.length > 0 && <DurationChip seconds={durations.reduce((sum, each) => sum + each, 0)} />}
    </div>
  );
}
