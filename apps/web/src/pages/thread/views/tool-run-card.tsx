import { ChevronDown, ChevronRight, CircleAlert } from "lucide-react";
import { useFormats } from "../../../messages/formats.ts";
import { visibleString } from "../../../messages/hidden-characters.ts";
import { useThreadText } from "../messages.ts";
import type { Outline } from "../outline/outline.ts";
import type { ToolRun } from "../outline/tool-runs.ts";
import styles from "./cards.module.css";
import { DurationChip } from "./duration-chip.tsx";
import { StepIcon } from "./step-icon.tsx";

/** Button that expands or collapses consecutive calls of a tool. It shows their number, errors and total latency. */
export function ToolRunCard(props: {
  readonly outline: Outline;
  readonly run: ToolRun;
  readonly isSelected: boolean;
  readonly isMatch: boolean;
  readonly onToggle: () => void;
}) {
  const { outline, run, isSelected, isMatch, onToggle } = props;
  const t = useThreadText();
  const formats = useFormats();
  const [first = 0] = run.steps;
  const errorCount = run.steps.filter((step) => outline.hasError(step)).length;
  const durations = run.steps.map((step) => outline.durationOf(step)).filter((each) => each !== null);
  const count = run.steps.length;
  const name = visibleString(outline.nameOf(first) ?? outline.typeOf(first));
  return (
    <button
      type="button"
      className={styles.run}
      aria-expanded={run.isOpen}
      data-selected={(isSelected && !run.isOpen) || undefined}
      data-match={(isMatch && !run.isOpen) || undefined}
      onClick={onToggle}
    >
      {run.isOpen ? <ChevronDown size={14} aria-hidden /> : <ChevronRight size={14} aria-hidden />}
      <StepIcon type={outline.typeOf(first)} />
      <span className={styles.name}>{t("toolRun", { count, formatted: formats.number(count), name })}</span>
      {errorCount > 0 && (
        <span className={styles.runErrors}>
          <CircleAlert size={13} aria-hidden />
          {t("errors", { count: errorCount })}
        </span>
      )}
      {durations.length > 0 && <DurationChip seconds={durations.reduce((sum, each) => sum + each, 0)} />}
    </button>
  );
}
