import { useFormats } from "../../../messages/formats.ts";
import { useThreadText } from "../messages.ts";
import type { OpenState } from "../outline/open-state.ts";
import styles from "./step-rows.module.css";

/** Duration of a step. Its color ranges from green (short) to orange (half a minute or longer). */
export function DurationChip({
  seconds,
  openState = null,
}: {
  readonly seconds: number | null;
  /** State of a step that has not ended. */
  readonly openState?: OpenState | null | undefined;
}) {
  const t = useThreadText();
  const formats = useFormats();
  if (seconds === null)
    return (
      openState && (
        <span className={styles.running} data-state={openState} title={t(`${openState}Hint`)}>
          {t(openState)}
        </span>
      )
    );
  return (
    <span className={styles.duration} style={{ "--heat": `${heatOf(seconds)}%` } as React.CSSProperties}>
      {formats.duration(seconds)}
    </span>
  );
}

/** Returns the position on a logarithmic scale: 0 for a tenth of a second, 100 for thirty seconds. */
function heatOf(seconds: number): number {
  const heat = Math.log10(Math.max(seconds, 0.1) / 0.1) / Math.log10(300);
  return Math.round(Math.min(heat, 1) * 100);
}
