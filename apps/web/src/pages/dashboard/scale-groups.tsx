import { type ReactNode, useMemo } from "react";
import { useOperation } from "../../api/use-request.ts";
import { scoreSchemaList } from "../../generated/score-schemas.ts";
import { LoadingState } from "../../ui/page-state.tsx";
import { useDashboardText } from "./messages.ts";
import { withScoreColors } from "./score-colors.ts";
import { groupByScale, type ScaledLines } from "./score-scales.ts";
import styles from "./score-scales.module.css";
import type { DrawnLine } from "./series.ts";
import { useScaleText } from "./use-scale-text.ts";

const noSchemas: readonly [] = [];

/**
 * Splits lines of scores into one chart per scale, each with the scale as its heading. A single line keeps its color,
 * because the chart has no other score to distinguish it from.
 */
export function ScaleGroups({
  lines,
  fills = false,
  children,
}: {
  readonly lines: readonly DrawnLine[];
  /** Whether the charts divide the height of their parent among themselves. */
  readonly fills?: boolean | undefined;
  readonly children: (group: ScaledLines, isSmall: boolean) => ReactNode;
}) {
  const t = useDashboardText();
  const scaleText = useScaleText();
  const { data, error } = useOperation(scoreSchemaList, {});
  const schemas = data?.scoreSchemas ?? noSchemas;
  const groups = useMemo(
    () => groupByScale(lines.length > 1 ? withScoreColors(lines, schemas) : lines, schemas),
    [lines, schemas],
  );
  if (!data && !error) return <LoadingState shape="chart" />;
  const [first, ...others] = groups;
  if (!first || (others.length === 0 && first.scale.kind === "number")) {
    return children(first ?? { scale: { key: "", kind: "number", bounds: null }, lines }, false);
  }
  return (
    <div className={styles.scales} role="region" aria-label={t("scales")} tabIndex={0} data-fills={fills || undefined}>
      {groups.map((group) => {
        const label = scaleText(group.scale);
        return (
          <figure key={group.scale.key} className={styles.scale} aria-label={label}>
            <p className={styles.scaleName}>{label}</p>
            {children(group, others.length > 0)}
          </figure>
        );
      })}
    </div>
  );
}
