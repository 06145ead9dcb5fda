import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Formats } from "../../messages/formats.ts";
import { shownDifference } from "../../messages/format-number.ts";
import { visibleString } from "../../messages/hidden-characters.ts";
import { changeTone } from "../../ui/change-tone.ts";
import { Badge } from "../../ui/badge.tsx";
import { InlineDiff } from "../../ui/inline-diff.tsx";
import type { DirectionOf } from "../score-schemas/use-score-direction.ts";
import type { LabelOf } from "../score-schemas/use-score-labels.ts";
import { stepTarget } from "../logs/record-target.ts";
import { comparedTexts } from "./compared-texts.ts";
import type { Cell } from "./compared-row.ts";
import { ScoreReasons } from "./score-reasons.tsx";
import type { Display } from "./experiment-search.ts";
import styles from "./experiments-page.module.css";
import { formatFigure } from "./format-figure.ts";
import type { useExperimentsText } from "./messages.ts";
import { meanOf } from "./mean.ts";
import { figureNames } from "./compared-row.ts";
import { Failures } from "./run/failures.tsx";
import type { Failure } from "./run/use-failures.ts";
import { ScoreBadge, scoreText, tones } from "./score-badge.tsx";
import { changedLabel } from "./score-label.ts";
import { ValueText } from "./value-text.tsx";

export function RunCell({
  t,
  formats,
  projectId,
  cell,
  failures,
  base,
  display,
  order,
  maxScores,
  label,
  directionOf,
  labelOf,
  onMore,
}: {
  readonly t: ReturnType<typeof useExperimentsText>;
  readonly formats: Formats;
  readonly projectId: string;
  readonly cell: Cell | undefined;
  readonly failures: readonly Failure[];
  /** Undefined if this is the baseline. */
  readonly base: Cell | undefined;
  readonly display: Display;
  /** Names of the row's scores, in the order in which they are shown. */
  readonly order: readonly string[];
  /** Maximum number of scores. A button counts the others. */
  readonly maxScores: number;
  readonly label: string;
  readonly directionOf: DirectionOf;
  readonly labelOf: LabelOf;
  /** Shows all scores of the row. */
  readonly onMore: () => void;
}) {
  if (!cell && failures.length > 0) return <Failures failures={failures} />;
  if (!cell) return <span className={styles.muted}>{t("notTried")}</span>;
  const isFailed = cell.output === null && failures.length > 0;
  const isCompact = display === "compact";
  const scores = order.flatMap((name) => {
    const value = cell.scores.get(name);
    if (value === undefined) return [];
    const old = base?.scores.get(name);
    const reasons = cell.reasons.filter((reason) => reason.name === name).map((reason) => reason.text);
    const delta = old === undefined ? null : shownDifference(old, value);
    return [{ name, value, label: changedLabel(labelOf, { name, cell, base }), delta, reasons }];
  });
  const hidden = scores.slice(maxScores);
  const hiddenTones = hidden.map(({ name, delta }) => changeTone(delta ?? 0, directionOf(name)));
  const hiddenTone = (["worse", "better"] as const).find((tone) => hiddenTones.includes(tone));
  const [text = "", before] = comparedTexts(base ? [cell.output, base.output] : [cell.output]);
  return (
    <div className={styles.cell}>
      {display === "diff" && before !== undefined && !isFailed ? (
        before === text ? (
          <span className={styles.muted}>{t("same")}</span>
        ) : (
          <InlineDiff before={before} after={text} />
        )
      ) : (
        !isFailed && <ValueText value={cell.output} display={display} />
      )}
      <div className={styles.cellFoot}>
        {scores.slice(0, maxScores).map(({ name, value, label: valueLabel, delta, reasons }) => (
          <span
            key={name}
            className={styles.cellScore}
            data-compact={isCompact || undefined}
            data-changed={Boolean(delta)}
          >
            <ScoreBadge
              name={name}
              value={value}
              label={valueLabel}
              delta={delta}
              isNarrow={isCompact}
              title={isCompact && reasons.length > 0 ? reasons.join("\n") : undefined}
              formats={formats}
              directionOf={directionOf}
            />
          </span>
        ))}
        {hidden.length > 0 && (
          <MoreScores
            label={t("moreScores", {
              count: hidden.length,
              scores: hidden.map((each) => `${each.name} ${scoreText(formats, each)}`).join(", "),
            })}
            onClick={onMore}
          >
            <Badge tone={hiddenTone && tones[hiddenTone]}>{t("moreCount", { count: hidden.length })}</Badge>
          </MoreScores>
        )}
        {cell.trials > 1 && <Badge title={t("tried", { count: cell.trials })}>×{formats.number(cell.trials)}</Badge>}
        {cell.run !== null && (
          <Link className={styles.run} aria-label={label} {...stepTarget(cell.run, projectId)}>
            {t("run")}
          </Link>
        )}
        {!isCompact && <FigureLine cell={cell} formats={formats} t={t} />}
      </div>
      {!isCompact && <ScoreReasons reasons={cell.reasons} isCompact={false} />}
      <Failures failures={failures} />
    </div>
  );
}

function MoreScores({
  label,
  onClick,
  children,
}: {
  readonly label: string;
  readonly onClick: () => void;
  readonly children: ReactNode;
}) {
  return (
    <button
      type="button"
      className={styles.more}
      aria-label={visibleString(label)}
      title={visibleString(label)}
      onClick={onClick}
    >
      {children}
    </button>
  );
}

function FigureLine({
  cell: { figures, inputTokens, outputTokens },
  formats,
  t,
}: {
  readonly cell: Cell;
  readonly formats: Formats;
  readonly t: ReturnType<typeof useExperimentsText>;
}) {
  const known = figureNames.filter((name) => figures[name].length > 0);
  if (known.length === 0) return null;
  const parts = t("tokenParts", { input: formats.number(inputTokens), output: formats.number(outputTokens) });
  return (
    <span className={styles.figures}>
      {known.map((name) => (
        <span key={name} title={name === "tokens" ? parts : t(name)}>
          {formatFigure(formats, name, meanOf(figures[name]))}
          {name === "tokens" && ` ${t("tokensShort")}`}
        </span>
      ))}
    </span>
  );
}
