import type { ComparedScore } from "@threadline/evaluation/statistics";
import { Pin, X } from "lucide-react";
import { pairsLine } from "../../json/json-text.ts";
import type { Formats } from "../../messages/formats.ts";
import { Badge } from "../../ui/badge.tsx";
import { IconButton } from "../../ui/button.tsx";
import type { DirectionOf } from "../score-schemas/use-score-direction.ts";
import type { summarize } from "./compare-runs.ts";
import type { ComparedRun } from "./compared-run.ts";
import styles from "./experiments-page.module.css";
import { FigureTable } from "./figure-table.tsx";
import { useExperimentsText } from "./messages.ts";
import { PromoteButton } from "./run/promote-button.tsx";
import { ScoreBadge } from "./score-badge.tsx";
import { isClear } from "./score-verdict.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";

export function RunHead({
  run,
  formats,
  isDetailed,
  isBase,
  comparison,
  summary: { improved, regressed, averages, figures },
  directionOf,
  onBaseline,
  onLeaveOut,
}: {
  readonly run: ComparedRun;
  readonly formats: Formats;
  readonly isDetailed: boolean;
  readonly isBase: boolean;
  /** Comparison with the baseline, by score name. */
  readonly comparison: ReadonlyMap<string, ComparedScore> | undefined;
  readonly summary: ReturnType<typeof summarize>;
  readonly directionOf: DirectionOf;
  readonly onBaseline: () => void;
  readonly onLeaveOut: () => void;
}) {
  const t = useExperimentsText();
  const isClearOf = (name: string): boolean => {
    const compared = comparison?.get(name);
    return compared !== undefined && isClear(compared);
  };
  const promptId = run.promptExperimentId ?? run.promptId;
  return (
    <div className={styles.head}>
      <div className={styles.headLine}>
        <strong>
          <VisibleText text={run.name} />
        </strong>
        {isBase ? (
          <Badge tone="accent">{t("baseline")}</Badge>
        ) : (
          <IconButton size="small" label={t("makeBaseline", { name: run.name })} onClick={onBaseline}>
            <Pin size={14} />
          </IconButton>
        )}
        <IconButton size="small" label={t("leaveOut", { name: run.name })} onClick={onLeaveOut}>
          <X size={14} />
        </IconButton>
      </div>
      {isDetailed && run.params !== null && (
        <span className={styles.params}>
          <VisibleText text={pairsLine(run.params, 120)} />
        </span>
      )}
      <span className={styles.scores}>
        {averages.length > 0 && <span className={styles.totals}>{t("averages")}</span>}
        {averages.map(({ name, average, delta }) => (
          <ScoreBadge
            key={name}
            name={name}
            value={average}
            delta={delta}
            isClear={isClearOf(name)}
            title={delta !== null && delta !== 0 && !isClearOf(name) ? t("mayBeChance") : undefined}
            formats={formats}
            directionOf={directionOf}
          />
        ))}
      </span>
      <FigureTable figures={figures} isDetailed={isDetailed} formats={formats} />
      <div className={styles.cellFoot}>
        {promptId !== null && <PromoteButton size="small" promptId={promptId} />}
        {!isBase && (
          <>
            <Badge tone={improved > 0 ? "success" : "neutral"} title={t("improvedHint")}>
              {t("improved", { count: improved })}
            </Badge>
            <Badge tone={regressed > 0 ? "danger" : "neutral"} title={t("regressedHint")}>
              {t("regressed", { count: regressed })}
            </Badge>
          </>
        )}
      </div>
    </div>
  );
}
