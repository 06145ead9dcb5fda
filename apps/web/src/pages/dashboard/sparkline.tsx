import styles from "./dashboard.module.css";

const width = 100;
const height = 24;

export function Sparkline({
  values,
  threshold = null,
  range,
}: {
  readonly values: readonly (number | null)[];
  /** Values at the bottom and at the top. Default: 0, and the maximum of the values and the threshold. */
  readonly range?: readonly [low: number, high: number] | undefined;
  /** Value at which a dashed line is drawn; null for none. */
  readonly threshold?: number | null;
}) {
  const [low, high] = range ?? [0, Math.max(threshold ?? 0, ...values.map((value) => value ?? 0))];
  if (values.length < 2 || high <= low) return null;
  const heightOf = (value: number): number => height - 1 - ((value - low) / (high - low)) * (height - 2);
  const points = values.flatMap((value, index) =>
    value === null ? [] : [`${(index / (values.length - 1)) * width},${heightOf(value)}`],
  );
  return (
    <svg className={styles.sparkline} viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden>
      {/* Shows the whole period, because the values may start later. */}
      {range === undefined && <line data-base x1={0} x2={width} y1={height - 1} y2={height - 1} />}
      <polyline points={points.join(" ")} vectorEffect="non-scaling-stroke" />
      {threshold !== null && threshold >= 0 && (
        <line x1={0} x2={width} y1={heightOf(threshold)} y2={heightOf(threshold)} vectorEffect="non-scaling-stroke" />
      )}
    </svg>
  );
}
