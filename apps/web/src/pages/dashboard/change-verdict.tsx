import { ArrowDownRight, ArrowUpDown, ArrowUpRight, CircleHelp, Equal, TriangleAlert } from "lucide-react";
import { useFormats } from "../../messages/formats.ts";
import { visibleString } from "../../messages/hidden-characters.ts";
import { Badge } from "../../ui/badge.tsx";
import { changeTone } from "../../ui/change-tone.ts";
import { VisibleText } from "../../ui/visible-text.tsx";
import { useBeforeAfterText } from "./before-after-messages.ts";
import styles from "./before-after.module.css";
import { type JudgedChange, type Standing, standingOf } from "./judge-change.ts";
import type { RunChange } from "./use-run-changes.ts";
import { formatValue } from "./use-value-formats.ts";

const tones = { better: "success", worse: "danger", higher: "neutral", lower: "neutral" } as const;

/** Shows whether a figure changed significantly. The tooltip has the p-value. */
export function VerdictBadge({
  change: { verdict, pValue },
  comparisons,
}: {
  readonly change: JudgedChange;
  /** Number of figures that are compared. */
  readonly comparisons: number;
}) {
  const t = useBeforeAfterText();
  const formats = useFormats();
  const text = t(`verdict_${verdict}`);
  const p = formats.number(pValue === null ? null : Math.max(pValue, 0.0001));
  if (verdict === "same" || verdict === "unknown") {
    const tip =
      verdict === "same"
        ? t("sameTip", { p, count: comparisons })
        : pValue === null
          ? t("unknownTip")
          : t("contraryTip");
    return (
      <span className={styles.unclear} title={tip}>
        {text}
      </span>
    );
  }
  return (
    <Badge tone={tones[verdict]} title={t("clearAbout", { p, count: comparisons })}>
      {text}
    </Badge>
  );
}

/** Relative change from which a figure counts as much worse. */
const muchWorse = 0.5;

function isUnclear({ verdict }: JudgedChange): boolean {
  return verdict === "same" || verdict === "unknown";
}

/** Whether a figure looks much worse, although its change is not significant. */
function isMuchWorse({ change, before, after, direction }: RunChange): boolean {
  if (!change || !isUnclear(change) || before == null || after == null || before === 0) return false;
  const isLarge = Math.abs(after - before) >= muchWorse * Math.abs(before);
  return isLarge && changeTone(after - before, direction) === "worse";
}

const icons = { better: ArrowUpRight, worse: ArrowDownRight, mixed: ArrowUpDown, same: Equal, unknown: CircleHelp };

/**
 * Summarizes a comparison: which figures became better or worse, and which ones look much worse, although chance can
 * explain the difference.
 */
export function ChangeVerdict({ name, figures }: { readonly name: string; readonly figures: readonly RunChange[] }) {
  const t = useBeforeAfterText();
  const formats = useFormats();
  const isPending = figures.some(({ change }) => change === undefined);
  if (isPending) {
    return (
      <p role="status" className={styles.standing}>
        {t("comparing")}
      </p>
    );
  }
  const standing: Standing = standingOf(figures.flatMap(({ change }) => change?.verdict ?? []));
  const doubtful = standing === "unknown" ? [] : figures.filter(isMuchWorse);
  const namesOf = (verdict: "better" | "worse"): string =>
    figures
      .filter(({ change }) => change?.verdict === verdict)
      .map((figure) => figure.name)
      .join(", ");
  const Icon = icons[standing];
  const clear = figures.filter(({ change }) => change && !isUnclear(change));
  return (
    <p role="status" className={styles.standing} data-standing={standing}>
      <Icon size={18} aria-hidden />
      <strong>
        {visibleString(t(`standing_${standing}`, { name, better: namesOf("better"), worse: namesOf("worse") }))}
      </strong>
      {standing === "unknown" && <span>{t("unknownAbout")}</span>}
      {standing === "same" && clear.length === 0 && <span>{t("sameAbout")}</span>}
      {[...clear, ...doubtful].map(({ name: figure, kind, before, after, change }) => (
        <span key={figure} className={change && isUnclear(change) ? styles.doubtful : undefined}>
          {change && isUnclear(change) && <TriangleAlert size={14} aria-hidden />}
          <VisibleText
            text={t(change && isUnclear(change) ? "doubtful" : "changed", {
              figure,
              before: formatValue(formats, kind, before),
              after: formatValue(formats, kind, after),
            })}
          />
        </span>
      ))}
    </p>
  );
}
