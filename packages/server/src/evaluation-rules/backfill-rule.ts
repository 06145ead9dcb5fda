import { filtersWithin, listOfTarget, type Period } from "../records/rule-filters.ts";
import { scoreId } from "../resolvers/evaluate-target.ts";
import type { WorkContext } from "../resolvers/context.ts";
import type { EvaluatorVersionRecord } from "../store/evaluators.ts";
import { isSampled } from "../records/is-sampled.ts";
import { pastJudgmentOf } from "./derive-judgment.ts";

const batchSize = 100;

/**
 * Queues the evaluation of older targets by a rule. Skips targets that the evaluator version has already scored. It can
 * be called again after a crash, because each target is queued only once.
 */
export async function backfillRule(
  { ruleId, period }: { readonly ruleId: string; readonly period: Period },
  { store, project, loaders, now, signal }: WorkContext,
): Promise<void> {
  for (let after: string | undefined; ;) {
    signal?.throwIfAborted();
    // oxlint-disable no-await-in-loop -- one page after the other
    // Reads the rule again before each page, because it may have been edited or turned off since the previous page.
    const rule = await store.evaluationRules.get(project.id, ruleId);
    const version: EvaluatorVersionRecord | null =
      rule && (await loaders.evaluatorVersions.load(rule.evaluatorVersionId));
    if (rule === null || version === null || rule.mode !== "ON") return;
    const filters = filtersWithin(rule, period, now());
    const page = await store[listOfTarget(rule.target)].list(project.id, { filters, first: batchSize, after });
    const ids = page.edges.map(({ node }) => node.id).filter((id) => isSampled(rule, id));
    const judgments = ids.map((id) => ({ ...pastJudgmentOf(rule, id, now()), scoreId: scoreId(version, id) }));
    await store.evaluationRules.addBackfilled(project.id, judgments);
    // oxlint-enable no-await-in-loop
    after = page.edges.at(-1)?.cursor;
    if (!page.hasNextPage || after === undefined) return;
  }
}
