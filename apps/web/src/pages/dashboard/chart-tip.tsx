import { useFormats } from "../../messages/formats.ts";
import { visibleString } from "../../messages/hidden-characters.ts";
import { VisibleText } from "../../ui/visible-text.tsx";
import styles from "./dashboard.module.css";
import type { DrawnLine } from "./series.ts";

/** Tooltip of a chart: the values at one time, largest first. The chart's table shows the same values as text. */
export function ChartTip({
  left,
  isAtEnd,
  head,
  lines,
  index,
  nameOf,
  formatValue,
}: {
  /** Position of the time in the plot, in pixels. */
  readonly left: number;
  /** Whether the tooltip is on the left of the time, because there is no space on the right. */
  readonly isAtEnd: boolean;
  readonly head: string;
  readonly lines: readonly DrawnLine[];
  readonly index: number;
  readonly nameOf: (line: DrawnLine) => string;
  readonly formatValue: (value: number | null | undefined) => string;
}) {
  const formats = useFormats();
  const valueOf = ({ values }: DrawnLine): number => values[index] ?? -Infinity;
  const known = lines.filter((line) => valueOf(line) > -Infinity);
  return (
    <div className={styles.tip} style={{ left }} data-at-end={isAtEnd || undefined} aria-hidden>
      <span>{visibleString(head)}</span>
      {known
        .toSorted((one, other) => valueOf(other) - valueOf(one))
        .map((line) => (
          <span key={nameOf(line)} className={styles.tipLine}>
            <span className={styles.swatch} style={{ background: `var(${line.color})` }} />
            <span className={styles.legendName}>
              <VisibleText text={nameOf(line)} />
            </span>
            <strong>
              {formatValue(line.values[index])}
              {line.counts?.[index] ? <small> × {formats.compact(line.counts[index])}</small> : null}
            </strong>
          </span>
        ))}
    </div>
  );
}
