import { Link } from "@tanstack/react-router";
import type { Formats } from "../../messages/formats.ts";
import { shownDifference } from "../../messages/format-number.ts";
import { Badge } from "../../ui/badge.tsx";
import { InlineDiff } from "../../ui/inline-diff.tsx";
import type { DirectionOf } from "../score-schemas/use-score-direction.ts";
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
import { ScoreBadge } from "./score-badge.tsx";
import { ValueText } from "./value-text.tsx";

export function RunCell({
  t,
  formats,
  projectId,
  cell,
  failures,
  base,
  display,
  label,
  directionOf,
}: {
  readonly t: ReturnType<typeof useExperimentsText>;
  readonly formats: Formats;
  readonly projectId: string;
  readonly cell: Cell | undefined;
  readonly failures: readonly Failure[];
  /** Undefined if this is the baseline. */
  readonly base: Cell | undefined;
  readonly display: Display;
  readonly label: string;
  readonly directionOf: DirectionOf;
}) {
  if (!cell && failures.length > 0) return <Failures failures={failures} />;
  if (!cell) return <span className={styles.muted}>{t("notTried")}</span>;
  const isFailed = cell.output === null && failures.length > 0;
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
        {[...cell.scores].map(([name, value]) => {
          const old = base?.scores.get(name);
          return (
            <ScoreBadge
              key={name}
              name={name}
              value={value}
              delta={old === undefined ? null : shownDifference(old, value)}
              formats={formats}
              directionOf={directionOf}
            />
          );
        })}
        {cell.trials > 1 && <Badge title={t("tried", { count: cell.trials })}>×{formats.number(cell.trials)}</Badge>}
        {cell.run !== null && (
          <Link className={styles.run} aria-label={label} {...stepTarget(cell.run, projectId)}>
            {t("run")}
          </Link>
        )}
        <FigureLine cell={cell} formats={formats} t={t} />
      </div>
      <ScoreReasons reasons={cell.reasons} isCompact={display === "compact"} />
      <Failures failures={failures} />
    </div>
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
