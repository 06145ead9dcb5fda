import type { ComparedScore } from "@threadline/evaluation/statistics";
import { Pin, X } from "lucide-react";
import type { Formats } from "../../messages/formats.ts";
import { visibleString } from "../../messages/hidden-characters.ts";
import { Badge } from "../../ui/badge.tsx";
import { IconButton } from "../../ui/button.tsx";
import type { DirectionOf } from "../score-schemas/use-score-direction.ts";
import type { summarize } from "./compare-runs.ts";
import type { ComparedRun } from "./compared-run.ts";
import styles from "./experiments-page.module.css";
import { FigureTable } from "./figure-table.tsx";
import { useExperimentsText } from "./messages.ts";
import { PromoteButton } from "./run/promote-button.tsx";
import { RunParams } from "./run-params.tsx";
import { ScoreBadge } from "./score-badge.tsx";
import { isClear } from "./score-verdict.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";

interface RunProps {
  readonly run: ComparedRun;
  readonly isBase: boolean;
  readonly summary: ReturnType<typeof summarize>;
}

/** Head of the column of an experiment, which stays visible: its name and how many rows are better or worse. */
export function RunHead({
  run,
  isBase,
  summary: { improved, regressed, comparedCount, isUnrelated },
  onBaseline,
  onLeaveOut,
}: RunProps & {
  readonly onBaseline: () => void;
  readonly onLeaveOut: () => void;
}) {
  const t = useExperimentsText();
  return (
    <div className={styles.head}>
      <strong className={styles.runName} title={visibleString(run.name)}>
        <VisibleText text={run.name} />
      </strong>
      <div className={styles.cellFoot}>
        {isBase && <Badge tone="accent">{t("baseline")}</Badge>}
        {isUnrelated && <Badge title={t("notComparedHint")}>{t("notCompared")}</Badge>}
        {comparedCount > 0 && (
          <>
            <Badge tone={improved > 0 ? "success" : "neutral"} title={t("improvedHint")}>
              {t("improved", { count: improved })}
            </Badge>
            <Badge tone={regressed > 0 ? "danger" : "neutral"} title={t("regressedHint")}>
              {t("regressed", { count: regressed })}
            </Badge>
          </>
        )}
        <span className={styles.headTools}>
          {!isBase && (
            <IconButton size="small" label={t("makeBaseline", { name: run.name })} onClick={onBaseline}>
              <Pin size={14} />
            </IconButton>
          )}
          <IconButton size="small" label={t("leaveOut", { name: run.name })} onClick={onLeaveOut}>
            <X size={14} />
          </IconButton>
        </span>
      </div>
    </div>
  );
}

/** Parameters, average scores and figures of an experiment, which scroll with the rows. */
export function RunSummary({
  run,
  formats,
  isDetailed,
  differing,
  comparison,
  clear,
  summary: { averages, figures },
  directionOf,
}: Omit<RunProps, "isBase"> & {
  readonly formats: Formats;
  readonly isDetailed: boolean;
  /** Names of the parameters whose values differ between the experiments. */
  readonly differing: readonly string[];
  /** Comparison with the baseline, by score name. */
  readonly comparison: ReadonlyMap<string, ComparedScore> | undefined;
  /** Names of the figures that clearly differ from the baseline. */
  readonly clear: ReadonlySet<string>;
  readonly directionOf: DirectionOf;
}) {
  const t = useExperimentsText();
  const isClearOf = (name: string): boolean => {
    const compared = comparison?.get(name);
    return compared !== undefined && isClear(compared);
  };
  const promptId = run.promptExperimentId ?? run.promptId;
  return (
    <div className={styles.head}>
      <RunParams run={run} differing={differing} isDetailed={isDetailed} />
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
        {averages.some(({ name, delta }) => delta !== null && delta !== 0 && !isClearOf(name)) && (
          <span className={styles.totals}>{t("grayDifferences")}</span>
        )}
      </span>
      <FigureTable figures={figures} clear={clear} isDetailed={isDetailed} formats={formats} />
      {promptId !== null && (
        <div className={styles.cellFoot}>
          <PromoteButton size="small" promptId={promptId} />
        </div>
      )}
    </div>
  );
}
