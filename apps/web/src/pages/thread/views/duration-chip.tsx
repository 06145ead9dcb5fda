import { useFormats } from "../../../messages/formats.ts";
import { visibleString } from "../../../messages/hidden-characters.ts";
import { useThreadText } from "../messages.ts";
import type { OpenState } from "../outline/open-state.ts";
import type { Outline } from "../outline/outline.ts";
import { shareText, timeShare } from "../outline/time-share.ts";
import styles from "./step-rows.module.css";

/** Duration of a step. The color ranges from green (short) to orange (half a minute or longer). */
export function DurationChip({
  seconds,
  openState = null,
  share,
}: {
  readonly seconds: number | null;
  /** State of a step that has not ended; null for other steps. */
  readonly openState?: OpenState | null | undefined;
  /** Note that compares the step's duration with that of its run or thread. */
  readonly share?: ShareText | null | undefined;
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
    <span
      className={styles.duration}
      style={{ "--heat": `${heatOf(seconds)}%` } as React.CSSProperties}
      title={share?.title}
    >
      {formats.duration(seconds)}
      {share && <span className={styles.quiet}> · {share.text}</span>}
    </span>
  );
}

export interface ShareText {
  readonly text: string;
  readonly title: string;
}

/** Returns a function that describes a step's share of the duration of its run or thread. */
export function useShareText(outline: Outline): (step: number) => ShareText | null {
  const t = useThreadText();
  const formats = useFormats();
  return (step) => {
    const found = timeShare(outline, step);
    if (found === null) return null;
    const { share, of } = found;
    const text = shareText(share, (fraction) => formats.percent(fraction));
    const name = of === null ? null : visibleString(outline.nameOf(of) ?? outline.typeOf(of));
    return { text, title: name === null ? t("shareOfThread", { share: text }) : t("shareOf", { share: text, name }) };
  };
}

/** Returns the position of a duration on a logarithmic scale, from 0 (a tenth of a second) to 100 (thirty seconds). */
function heatOf(seconds: number): number {
  const heat = Math.log10(Math.max(seconds, 0.1) / 0.1) / Math.log10(300);
  return Math.round(Math.min(heat, 1) * 100);
}
