import { useFormats } from "../../messages/formats.ts";
import { ErrorState } from "../../ui/page-state.tsx";
import { type ComparedFigure, ComparisonTable, ratioOf, scoreFigures } from "../dashboard/comparison-table.tsx";
import { useScoreDirection } from "../score-schemas/use-score-direction.ts";
import { VerdictBadge } from "../dashboard/change-verdict.tsx";
import { generationsOf, withoutExperiments } from "./generations-of.ts";
import { figureCount, isClear, judgeVersion } from "./judge-version.ts";
import { usePromptsText } from "./messages.ts";
import { useGenerationFigures } from "./use-generation-figures.ts";
import { sampledCount, useGenerationValues } from "./use-generation-values.ts";
import { scoredGenerations } from "./use-generation-scores.ts";
import styles from "./prompts-page.module.css";

export function VersionFigures({
  name,
  from,
  to,
}: {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}) {
  const t = usePromptsText();
  const formats = useFormats();
  const directionOf = useScoreDirection();
  const filters = [from, to].map((version) => [...generationsOf(name, version), withoutExperiments]);
  const { data, error, refetch } = useGenerationFigures(filters);
  const values = useGenerationValues(filters);
  if (error || values.error) {
    const retry = (): void => [{ refetch }, values].forEach((each) => each.refetch());
    return <ErrorState error={error ?? values.error} onRetry={retry} />;
  }
  const [before, after] = data.map(({ statistics }) => statistics);
  const [scoresBefore, scoresAfter] = data.map(({ scores }) => scores);
  const [old, now] = data.map(({ statistics }, side) => ({ statistics, values: values.data[side] }));
  const scoreChanges = scoreFigures({ before: scoresBefore, after: scoresAfter, directionOf });
  const comparisons = figureCount + scoreChanges.length;
  const judged = (of: Parameters<typeof judgeVersion>[0], figure: ComparedFigure): ComparedFigure => {
    const { direction } = figure;
    const shown = [figure.before, figure.after] as const;
    const change = judgeVersion(of, { before: old, after: now, shown, direction, comparisons });
    return {
      ...figure,
      // A change that may be chance has no color.
      direction: isClear(change) ? direction : "NEUTRAL",
      verdict: change && <VerdictBadge change={change} comparisons={comparisons} />,
    };
  };
  const figure = (
    label: string,
    kind: ComparedFigure["kind"],
    valueOf: (statistics: NonNullable<typeof before>) => number | null,
    direction: ComparedFigure["direction"] = "LOWER_IS_BETTER",
  ): ComparedFigure => ({
    name: label,
    kind,
    before: before && valueOf(before),
    after: after && valueOf(after),
    direction,
  });
  return (
    <section className={styles.figures}>
      <ComparisonTable
        label={t("figuresOf", { from, to })}
        before={t("versionShort", { version: from })}
        after={t("versionShort", { version: to })}
        figures={[
          figure(t("count"), "number", ({ recordCount }) => recordCount, "NEUTRAL"),
          judged(
            "errorRate",
            figure(t("errorRate"), "rate", ({ errorCount, recordCount }) => ratioOf(errorCount, recordCount)),
          ),
          judged(
            "latencyP50",
            figure(t("latencyP50"), "seconds", ({ latencyP50 }) => latencyP50),
          ),
          judged(
            "latencyP95",
            figure(t("latencyP95"), "seconds", ({ latencyP95 }) => latencyP95),
          ),
          judged(
            "firstToken",
            figure(t("firstToken"), "milliseconds", ({ ttFirstTokenP50 }) => ttFirstTokenP50),
          ),
          judged(
            "tokens",
            figure(t("tokensPerCall"), "number", ({ tokenCount, recordCount }) =>
              recordCount === 0 ? null : Math.round(tokenCount / recordCount),
            ),
          ),
          judged(
            "cost",
            figure(t("costPerCall"), "cost", ({ cost, recordCount }) => ratioOf(cost, recordCount)),
          ),
          ...scoreChanges.map((score) => judged({ score: score.name }, score)),
        ]}
      />
      <p className={styles.muted}>
        {t("figuresPeriod")} {t("sampledVerdicts", { number: formats.number(sampledCount) })}
        {data.some(({ scores }) => scores && scores.length > 0) &&
          ` ${t("scoresAbout", { number: formats.number(scoredGenerations) })}`}
      </p>
      {(before?.isEstimate || after?.isEstimate) && <p className={styles.muted}>{t("estimatedFigures")}</p>}
    </section>
  );
}
