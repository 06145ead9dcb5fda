import { scoreId } from "../resolvers/evaluate-target.ts";
import type { EvaluationRuleRecord } from "../store/evaluation-rules.ts";
import type { EvaluatorVersionRecord } from "../store/evaluators.ts";
import type { Store } from "../store/store.ts";
import { isSampled, judgmentOf } from "./derive-judgment.ts";
import { filtersWithin, listOfTarget, type Period } from "../records/rule-filters.ts";

const batchSize = 100;

/** Queues judgments for the targets of a period that have no score. It can be repeated. */
export async function backfillRule(
  store: Store,
  projectId: string,
  {
    rule,
    version,
    period,
    now,
    signal,
  }: {
    readonly rule: EvaluationRuleRecord;
    readonly version: EvaluatorVersionRecord;
    readonly period: Period;
    readonly now: () => number;
    readonly signal: AbortSignal | undefined;
  },
): Promise<void> {
  const filters = filtersWithin(rule, period, now());
  for (let after: string | undefined; ;) {
    signal?.throwIfAborted();
    // oxlint-disable no-await-in-loop -- one page after the other
    const page = await store[listOfTarget(rule.target)].list(projectId, { filters, first: batchSize, after });
    const ids = page.edges.map(({ node }) => node.id).filter((id) => isSampled(rule, id));
    const scores = await store.scores.getMany(
      projectId,
      ids.map((id) => scoreId(version, id)),
    );
    const judgments = ids
      .filter((_, index) => scores[index] === null)
      // These targets are not expected to continue.
      .map((id) => judgmentOf({ id: rule.id, quietSeconds: 0 }, id, { arrivedAt: now(), now: now() }));
    await store.evaluationRules.addBackfilled(projectId, judgments);
    // oxlint-enable no-await-in-loop
    after = page.edges.at(-1)?.cursor;
    if (!page.hasNextPage || after === undefined) return;
  }
}
