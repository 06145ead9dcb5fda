import type { CSSProperties } from "react";
import { useFormats } from "../../../messages/formats.ts";
import { useThreadText } from "../messages.ts";
import type { Outline } from "../outline/outline.ts";
import { isMessage, stepKind } from "../outline/step-kind.ts";
import { useShareText } from "./duration-chip.tsx";
import styles from "./step-rows.module.css";

/** Space for a bar's label, in percent of the width of the chart. */
const labelWidth = 40;

/** Bar from the start of a step to its end. A mark shows the first token. */
export function TimeBar(props: {
  readonly outline: Outline;
  readonly step: number;
  readonly from: number;
  readonly to: number;
  /** Whether the step is on the critical path; null while the path is not highlighted. */
  readonly isCritical: boolean | null;
}) {
  const { outline, step, from, to } = props;
  const t = useThreadText();
  const formats = useFormats();
  const shareOf = useShareText(outline);
  const start = outline.fromOf(step);
  if (start === null) return <span className={styles.lane} />;
  const end = outline.toOf(step) ?? (isMessage(outline.typeOf(step)) ? start : outline.end);
  const span = to - from;
  const left = ((Math.max(start, from) - from) / span) * 100;
  const right = ((Math.min(end, to) - from) / span) * 100;
  const firstToken = outline.ttFirstTokenOf(step);
  const mark = firstToken === null ? null : ((start + firstToken - from) / span) * 100;
  const isSeen = start <= to && end >= from;
  const share = isSeen ? shareOf(step) : null;
  return (
    <span className={styles.lane}>
      {isSeen && (
        <span
          className={styles.bar}
          data-kind={stepKind(outline.typeOf(step))}
          data-failed={outline.hasError(step) || undefined}
          data-critical={props.isCritical ?? undefined}
          data-open={outline.isOpen(step) || undefined}
          style={{ left: `min(${left}%, calc(100% - 3px))`, width: `${Math.max(right - left, 0)}%` }}
        />
      )}
      {mark !== null && mark >= 0 && mark <= 100 && firstToken !== null && (
        <span
          className={styles.mark}
          style={{ left: `${mark}%` }}
          title={t("firstToken", { duration: formats.duration(firstToken / 1000) })}
        />
      )}
      {isSeen && (
        <span
          className={styles.time}
          style={besideBar(left, right)}
          data-within={(right > 100 - labelWidth && left <= labelWidth) || undefined}
        >
          {outline.isOpen(step) ? t(outline.openState) : formats.duration(Math.max(end - start, 0) / 1000)}
          {share && ` · ${share.text}`}
        </span>
      )}
    </span>
  );
}

/** Returns the position of a bar's label: after the bar if there is space, else before it, else inside it. */
function besideBar(left: number, right: number): CSSProperties {
  if (right <= 100 - labelWidth) return { left: `${right}%` };
  return left > labelWidth ? { right: `${100 - left}%` } : { right: `calc(${100 - right}% + 0.25rem)` };
}
