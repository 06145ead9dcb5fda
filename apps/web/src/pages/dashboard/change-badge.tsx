import { ArrowDownRight, ArrowUpRight, Minus } from "lucide-react";
import { type Formats, useFormats } from "../../messages/formats.ts";
import { changeTone, type Direction, minShare } from "../../ui/change-tone.ts";
import styles from "./dashboard.module.css";
import { useDashboardText } from "./messages.ts";
import { type Change, changeOf } from "./series.ts";

/**
 * Badge with the relative change of a figure, compared with the previous period or with the other column of a {@link
 * ComparisonTable}.
 */
export function ChangeBadge({
  value,
  before,
  direction,
  isInTable = false,
  isExplained = false,
}: {
  readonly value: number | null;
  readonly before: number | null;
  readonly direction: Direction;
  readonly isInTable?: boolean;
  /** Whether to show what the figure is compared with. Default: only in a tooltip. */
  readonly isExplained?: boolean;
}) {
  const t = useDashboardText();
  const formats = useFormats();
  const change = changeOf(value, before);
  const sign = signOf(change);
  const text = change === null ? null : change.kind === "new" ? t("isNew") : textOf(change, formats);
  const title =
    text === null ? t("noBefore") : change?.kind === "new" ? t("nothingBefore") : t("before", { change: text });
  return (
    <span
      className={styles.change}
      data-tone={changeTone(sign, direction)}
      title={isInTable || isExplained ? undefined : title}
    >
      {(text !== null || !isInTable) && <ChangeIcon sign={sign} />}
      {isExplained ? title : (text ?? (isInTable ? "–" : <span className="visually-hidden">{t("noBefore")}</span>))}
    </span>
  );
}

function textOf(change: Exclude<Change, { readonly kind: "new" }>, formats: Formats): string {
  if (change.kind === "multiple") return `${formats.number(change.factor)}×`;
  return `${change.share > 0 ? "+" : ""}${formats.percent(change.share)}`;
}

/** Returns the sign of a change. A change of at most {@link minShare} has the sign 0. */
function signOf(change: Change | null): number {
  if (change === null) return 0;
  if (change.kind !== "share") return 1;
  return Math.abs(change.share) > minShare ? Math.sign(change.share) : 0;
}

function ChangeIcon({ sign }: { readonly sign: number }) {
  if (sign === 0) return <Minus size={12} aria-hidden />;
  return sign < 0 ? <ArrowDownRight size={12} aria-hidden /> : <ArrowUpRight size={12} aria-hidden />;
}
