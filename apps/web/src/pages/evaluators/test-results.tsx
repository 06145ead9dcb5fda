import { Link, useParams } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import type { EvaluationFieldsFragment } from "../../generated/evaluators.ts";
import { useFormats } from "../../messages/formats.ts";
import { visibleString } from "../../messages/hidden-characters.ts";
import { Badge } from "../../ui/badge.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { EvaluatedRecordLink } from "./evaluated-record-link.tsx";
import evaluatorStyles from "./evaluators-page.module.css";
import { useEvaluatorsText } from "./messages.ts";
import { sumOf } from "../experiments/mean.ts";
import { ScoreValueBadge } from "../score-schemas/score-value-badge.tsx";
import { ScoreValue } from "./score-value.tsx";
import styles from "./test-results.module.css";
import { useEvaluatedRecord } from "./use-evaluated-record.ts";

/** Number of records for which the cost is estimated. */
const estimatedRecords = 1_000;

/** Results of a test, scrolled into view when they arrive. */
export function TestResults({
  results,
  scoreName,
}: {
  readonly results: readonly EvaluationFieldsFragment[];
  readonly scoreName: string;
}) {
  const t = useEvaluatorsText();
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    // In some browsers, `scrollIntoView` returns a promise. An effect must not return it, so the function has braces.
    section.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <section ref={section} aria-label={t("results")}>
      <Summary results={results} />
      <ul className={styles.results}>
        {results.map((result) => (
          <li key={result.targetId} className={styles.result}>
            <Result result={result} scoreName={scoreName} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Average score and cost of a test, and what the evaluator would cost for many records. */
function Summary({ results }: { readonly results: readonly EvaluationFieldsFragment[] }) {
  const t = useEvaluatorsText();
  const formats = useFormats();
  const values = results.flatMap(({ value }) => value ?? []);
  const costs = results.flatMap(({ cost }) => cost ?? []);
  const failedCount = results.filter(({ problem }) => problem !== null).length;
  const spent = sumOf(costs);
  return (
    <p className={styles.summary}>
      {values.length > 0 && (
        <span>{t("averageOf", { average: formats.number(sumOf(values) / values.length), count: values.length })}</span>
      )}
      {failedCount > 0 && <Badge tone="danger">{t("failedTests", { count: failedCount })}</Badge>}
      {spent > 0 && (
        <span>
          {t("estimatedCost", {
            spent: formats.cost(spent),
            records: formats.number(estimatedRecords),
            cost: formats.cost((spent / costs.length) * estimatedRecords),
          })}
        </span>
      )}
    </p>
  );
}

function Result({ result, scoreName }: { readonly result: EvaluationFieldsFragment; readonly scoreName: string }) {
  const t = useEvaluatorsText();
  const formats = useFormats();
  const recordOf = useEvaluatedRecord();
  const { problem, comment, message, inputTokenCount, outputTokenCount, cost, durationMs, stepId, target } = result;
  const tokens = (inputTokenCount ?? 0) + (outputTokenCount ?? 0);
  return (
    <>
      <div>
        {problem === null ? (
          <Value score={result} name={scoreName} />
        ) : (
          <Badge tone="danger">{t(`problem_${problem}`)}</Badge>
        )}
      </div>
      {problem === null
        ? comment !== null && (
            <p>
              <VisibleText text={comment} />
            </p>
          )
        : message !== null && (
            <p className={evaluatorStyles.failed}>
              <VisibleText text={message} />
            </p>
          )}
      <div>
        <EvaluatedRecordLink target={target} />
      </div>
      <p className={styles.figures}>
        {(inputTokenCount !== null || outputTokenCount !== null) && (
          <span>{t("tokenCount", { count: tokens, formatted: formats.number(tokens) })}</span>
        )}
        {cost !== null && <span>{formats.cost(cost)}</span>}
        <span>{formats.duration(durationMs / 1_000)}</span>
        {stepId !== null && <CallLink stepId={stepId} name={recordOf(target).name} />}
      </p>
    </>
  );
}

/** Value of a result, in the color that scores with the name have elsewhere. */
function Value({
  score,
  name,
}: {
  readonly score: Pick<EvaluationFieldsFragment, "value" | "label">;
  readonly name: string;
}) {
  const text = <ScoreValue score={score} />;
  if (score.value === null) return <Badge>{text}</Badge>;
  return (
    <ScoreValueBadge name={name} value={score.value}>
      {text}
    </ScoreValueBadge>
  );
}

function CallLink({ stepId, name }: { readonly stepId: string; readonly name: string }) {
  const t = useEvaluatorsText();
  const { projectId = "" } = useParams({ strict: false });
  return (
    <Link
      to="/projects/$projectId/logs/steps/$stepId"
      params={{ projectId, stepId }}
      search={{ currentStepId: stepId }}
      aria-label={visibleString(t("showCall", { name }))}
    >
      {t("call")}
    </Link>
  );
}
