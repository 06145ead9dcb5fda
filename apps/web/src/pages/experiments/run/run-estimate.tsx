import type { ExperimentEstimateQuery } from "../../../generated/runs.ts";
import { useFormats } from "../../../messages/formats.ts";
import { LoadingText } from "../../../ui/page-state.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { useRunText } from "./messages.ts";
import styles from "./run.module.css";

export type Estimate = ExperimentEstimateQuery["experimentEstimate"];

export function sumEstimates(estimates: readonly Estimate[]): Estimate | null {
  const [first, ...others] = estimates;
  if (!first) return null;
  return others.reduce<Estimate>(
    (sum, each) => ({
      itemCount: sum.itemCount,
      experimentCount: sum.experimentCount + each.experimentCount,
      callCount: sum.callCount + each.callCount,
      judgeCallCount: sum.judgeCallCount + each.judgeCallCount,
      inputTokenCount: sum.inputTokenCount + each.inputTokenCount,
      outputTokenCount: sum.outputTokenCount + each.outputTokenCount,
      assumedOutputTokens:
        sum.assumedOutputTokens === null || each.assumedOutputTokens === null
          ? (sum.assumedOutputTokens ?? each.assumedOutputTokens)
          : Math.max(sum.assumedOutputTokens, each.assumedOutputTokens),
      cost: sum.cost === null || each.cost === null ? null : sum.cost + each.cost,
      // Several runs may use the same connections, and then share a budget. Adding the remaining budgets would count a
      // shared budget twice, so the smallest one is used.
      remainingBudget:
        sum.remainingBudget === null || each.remainingBudget === null
          ? (sum.remainingBudget ?? each.remainingBudget)
          : Math.min(sum.remainingBudget, each.remainingBudget),
      problems: [...new Set([...sum.problems, ...each.problems])],
    }),
    first,
  );
}

/** Shows the estimated calls, tokens and cost of experiments, and problems that would prevent or delay them. */
export function RunEstimate({
  estimate,
  isStale,
  isComplete,
  error,
  onRetry,
}: {
  /** Null while it is unknown. */
  readonly estimate: Estimate | null;
  readonly isStale: boolean;
  readonly isComplete: boolean;
  readonly error: Error | null;
  readonly onRetry: () => void;
}) {
  const t = useRunText();
  const formats = useFormats();
  if (!isComplete || estimate === null) {
    return (
      <section className={styles.estimate} aria-label={t("estimate")}>
        {isComplete ? (
          <LoadingText text={t("estimating")} error={error} onRetry={onRetry} />
        ) : (
          <p className={styles.muted} role="status">
            {t("incomplete")}
          </p>
        )}
      </section>
    );
  }
  const { itemCount, experimentCount, callCount, judgeCallCount, inputTokenCount, outputTokenCount, cost } = estimate;
  const { assumedOutputTokens: assumed } = estimate;
  const facts = [
    [
      "calls",
      t("callsOf", {
        calls: formats.number(callCount),
        items: formats.number(itemCount),
        count: experimentCount,
      }),
    ],
    ...(judgeCallCount > 0 ? [["judgeCalls", formats.number(judgeCallCount)] as const] : []),
    [
      "tokens",
      t(assumed === null ? "tokensOf" : "tokensAtMost", {
        input: formats.compact(inputTokenCount),
        output: formats.compact(outputTokenCount),
      }),
    ],
    ["cost", cost === null ? t("noPrice") : t(assumed === null ? "about" : "atMost", { cost: formats.cost(cost) })],
    ...(estimate.remainingBudget === null ? [] : [["budget", formats.cost(estimate.remainingBudget)] as const]),
  ] as const;
  return (
    <section
      className={styles.estimate}
      aria-label={t("estimate")}
      aria-busy={isStale}
      data-stale={isStale || undefined}
    >
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{t(name)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {assumed !== null && <p className={styles.muted}>{t("assumedOutput", { tokens: formats.number(assumed) })}</p>}
      {estimate.problems.length > 0 && (
        <div role="alert">
          <ul className={styles.problems}>
            {estimate.problems.map((problem) => (
              <li key={problem}>
                <VisibleText text={problem} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}
