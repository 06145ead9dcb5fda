import { useFormats } from "../../../messages/formats.ts";
import { changeTone } from "../../../ui/change-tone.ts";
import styles from "./compare.module.css";

export const figureNames = ["stepCount", "duration", "tokens", "cost", "errors"] as const;
export type FigureName = (typeof figureNames)[number];

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
}: {
  readonly name: FigureName;
  readonly before: number | null;
  readonly after: number | null;
  /** Whether a difference is neither better nor worse. */
  readonly isNeutral: boolean;
}) {
  const figure = useFigure();
  // Sums have rounding errors, which are no differences.
  const by = before === null || after === null ? 0 : Number((after - before).toPrecision(9));
  if (by === 0) return null;
  // More steps are neither better nor worse.
  const direction = isNeutral || name === "stepCount" ? "NEUTRAL" : "LOWER_IS_BETTER";
  return (
    <span className={styles.delta} data-tone={changeTone(by, direction)}>
      {by > 0 ? "+" : "−"}
      {figure(name, Math.abs(by))}
    </span>
  );
}
