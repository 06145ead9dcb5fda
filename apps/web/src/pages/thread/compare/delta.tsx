import { shownDifference } from "../../../messages/format-number.ts";
import { useFormats } from "../../../messages/formats.ts";
import { changeTone, type ChangeTone } from "../../../ui/change-tone.ts";
import { useScoreDirection } from "../../score-schemas/use-score-direction.ts";
import styles from "./compare.module.css";

export const figureNames = ["stepCount", "duration", "tokens", "cost", "errors"] as const;
export type FigureName = (typeof figureNames)[number];
/** Figures for which a difference in percent is more useful than the difference itself. */
const relative: readonly FigureName[] = ["duration", "tokens", "cost"];

/** Returns a function that formats figures of threads and steps. */
export function useFigure(): (name: FigureName, value: number | null) => string {
  const formats = useFormats();
  return (name, value) => {
    if (name === "duration") return formats.duration(value);
    if (name === "cost") return formats.cost(value);
    return name === "tokens" ? formats.compact(value) : formats.number(value);
  };
}

/** Signed difference of a figure between two threads or steps. Renders nothing if it is 0 or unknown. */
export function Delta({
  name,
  before,
  after,
  isNeutral,
  share = "none",
}: {
  readonly name: FigureName;
  readonly before: number | null;
  readonly after: number | null;
  /** Whether a difference is neither better nor worse. */
  readonly isNeutral: boolean;
  /** Whether to add the relative difference of figures that have one, or to show only this. Default: `none`. */
  readonly share?: "added" | "none" | "only" | undefined;
}) {
  const figure = useFigure();
  const formats = useFormats();
  const by = differenceOf(before, after);
  // More steps are neither better nor worse.
  const direction = isNeutral || name === "stepCount" ? "NEUTRAL" : "LOWER_IS_BETTER";
  const percent = share !== "none" && before && relative.includes(name) ? formats.percent(Math.abs(by / before)) : null;
  const formatted = figure(name, Math.abs(by));
  const shown = percent === null ? formatted : share === "only" ? percent : `${formatted} (${percent})`;
  return <Change by={by} tone={changeTone(by, direction)} formatted={shown} />;
}

/** Difference of the averages of a score. */
export function ScoreDelta({
  name,
  before,
  after,
}: {
  readonly name: string;
  readonly before: number | null;
  readonly after: number | null;
}) {
  const formats = useFormats();
  const directionOf = useScoreDirection();
  const by = before === null || after === null ? 0 : shownDifference(before, after);
  return <Change by={by} tone={changeTone(by, directionOf(name))} formatted={formats.number(Math.abs(by))} />;
}

function differenceOf(before: number | null, after: number | null): number {
  // Sums have rounding errors, which must not be shown as differences.
  return before === null || after === null ? 0 : Number((after - before).toPrecision(9));
}

function Change({
  by,
  tone,
  formatted,
}: {
  readonly by: number;
  readonly tone: ChangeTone | undefined;
  readonly formatted: string;
}) {
  if (by === 0) return null;
  return (
    <span className={styles.delta} data-tone={tone}>
      {by > 0 ? "+" : "−"}
      {formatted}
    </span>
  );
}
