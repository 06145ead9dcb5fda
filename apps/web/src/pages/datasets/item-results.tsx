import { Link } from "@tanstack/react-router";
import { useProjectId } from "../../api/project-id.ts";
import { useFormats } from "../../messages/formats.ts";
import { InlineError, LoadingState } from "../../ui/page-state.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { stepTarget } from "../logs/record-target.ts";
import { ScoreValueBadge } from "../score-schemas/score-value-badge.tsx";
import { useScoreLabels } from "../score-schemas/use-score-labels.ts";
import { Fields } from "../thread/content/fields.tsx";
import { Section } from "../thread/inspector/section.tsx";
import styles from "./datasets-page.module.css";
import { useDatasetsText } from "./messages.ts";
import { useItemResults } from "./use-item-results.ts";
import type { Named } from "./use-item-scores.ts";

/** Outputs and scores of an item in the newest experiments on its dataset, with a link that compares them. */
export function ItemResults({
  experiments,
  itemId,
}: {
  /** Newest first. */
  readonly experiments: readonly Named[];
  readonly itemId: string;
}) {
  const t = useDatasetsText();
  const formats = useFormats();
  const labelOf = useScoreLabels();
  const projectId = useProjectId() ?? "";
  const { results, error, refetch } = useItemResults(experiments, itemId);
  if (results.length === 0) return error && <InlineError error={error} onRetry={refetch} />;
  const ids = results.map(({ experiment }) => experiment.id);
  const compare = "/projects/$projectId/experiments/compare" as const;
  return (
    <Section
      title={t("results")}
      tools={
        <Link
          to={compare}
          params={{ projectId }}
          // The first id is the baseline, so the oldest experiment comes first.
          search={{ ids: ids.toReversed().join(","), row: itemId }}
        >
          {t("resultsIn", { count: ids.length })}
        </Link>
      }
    >
      {error && <InlineError error={error} onRetry={refetch} />}
      <ul className={styles.results}>
        {results.map(({ experiment, result }) => {
          const run = result?.experimentRun ?? null;
          return (
            <li key={experiment.id}>
              <h3>
                <Link to={compare} params={{ projectId }} search={{ ids: experiment.id, row: itemId }}>
                  <VisibleText text={experiment.name} />
                </Link>
                {[...(result?.scores ?? []), ...(run?.scores ?? [])].map(({ id, name, value }) => (
                  <ScoreValueBadge key={id} isNamed name={name} value={value}>
                    <VisibleText text={labelOf(name, value) ?? formats.number(value)} />
                  </ScoreValueBadge>
                ))}
                {run && <Link {...stepTarget(run, projectId)}>{t("run")}</Link>}
              </h3>
              {!result && !error && <LoadingState />}
              {run?.error != null && (
                <p className={styles.problem}>
                  <VisibleText text={run.error} />
                </p>
              )}
              {result && result.output !== null && (
                <div className={styles.result}>
                  <Fields value={result.output} />
                </div>
              )}
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
