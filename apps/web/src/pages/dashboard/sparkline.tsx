import styles from "./dashboard.module.css";

const width = 100;
const height = 24;

export function Sparkline({ values }: { readonly values: readonly (number | null)[] }) {
  const most = Math.max(...values.map((value) => value ?? 0));
  if (values.length < 2 || most <= 0) return null;
  const points = values.flatMap((value, index) =>
    value === null ? [] : [`${(index / (values.length - 1)) * width},${height - 1 - (value / most) * (height - 2)}`],
  );
  return (
    <svg className={styles.sparkline} viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden>
      <polyline points={points.join(" ")} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
