import { useFormats } from "../../messages/formats.ts";
import { ErrorState } from "../../ui/page-state.tsx";
import { type ComparedFigure, ComparisonTable, ratioOf, scoreFigures } from "../dashboard/comparison-table.tsx";
import { useScoreDirection } from "../score-schemas/use-score-direction.ts";
import { generationsOf, withoutExperiments } from "./generations-of.ts";
import { usePromptsText } from "./messages.ts";
import { useGenerationFigures } from "./use-generation-figures.ts";
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
  if (error) return <ErrorState error={error} onRetry={refetch} />;
  const [before, after] = data.map(({ statistics }) => statistics);
  const [scoresBefore, scoresAfter] = data.map(({ scores }) => scores);
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
          figure(t("errorRate"), "rate", ({ errorCount, recordCount }) => ratioOf(errorCount, recordCount)),
          figure(t("latencyP50"), "seconds", ({ latencyP50 }) => latencyP50),
          figure(t("latencyP95"), "seconds", ({ latencyP95 }) => latencyP95),
          figure(t("firstToken"), "milliseconds", ({ ttFirstTokenP50 }) => ttFirstTokenP50),
          figure(t("tokensPerCall"), "number", ({ tokenCount, recordCount }) => ratioOf(tokenCount, recordCount)),
          figure(t("costPerCall"), "cost", ({ cost, recordCount }) => ratioOf(cost, recordCount)),
          ...scoreFigures({ before: scoresBefore, after: scoresAfter, directionOf }),
        ]}
      />
      <p className={styles.muted}>
        {t("figuresPeriod")}
        {data.some(({ scores }) => scores && scores.length > 0) &&
          ` ${t("scoresAbout", { number: formats.number(scoredGenerations) })}`}
      </p>
      {(before?.isEstimate || after?.isEstimate) && <p className={styles.muted}>{t("estimatedFigures")}</p>}
    </section>
  );
}
