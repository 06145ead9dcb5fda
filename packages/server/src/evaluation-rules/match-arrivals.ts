import type { EvaluationArrival, EvaluationRuleRecord, NewJudgment } from "../store/evaluation-rules.ts";
import type { Store } from "../store/store.ts";
import { isSampled } from "../records/is-sampled.ts";
import { judgmentOf } from "./derive-judgment.ts";
import { type Arrivals, findTargets } from "./find-targets.ts";
import { filtersOf, listOfTarget, problemOf } from "../records/rule-filters.ts";

/** Maximum number of arrivals (ingested batches of steps) that are compared with the rules in one round. */
const maxArrivals = 200;
/** Maximum number of steps that are compared in one round, unless a single arrival has more. */
const maxSteps = 5_000;
type MatchStore = Pick<Store, "evaluationRules" | "steps" | "threads">;

export async function matchArrivals(
  store: MatchStore,
  projectId: string,
  { now, signal }: { readonly now: () => number; readonly signal: AbortSignal | undefined },
): Promise<void> {
  for (;;) {
    signal?.throwIfAborted();
    // oxlint-disable no-await-in-loop -- one batch after the other
    const arrivals = withinSteps(await store.evaluationRules.arrivals(projectId, maxArrivals));
    if (arrivals.length === 0) return;
    const judgments = await judgmentsOf(store, projectId, arrivals, now());
    const ids = arrivals.map(({ id }) => id);
    await store.evaluationRules.settleArrivals(projectId, ids, judgments);
    // oxlint-enable no-await-in-loop
  }
}

function withinSteps(arrivals: readonly EvaluationArrival[]): EvaluationArrival[] {
  let steps = 0;
  return arrivals.filter(({ stepIds }, index) => {
    steps += stepIds.length;
    return index === 0 || steps <= maxSteps;
  });
}

async function judgmentsOf(
  store: MatchStore,
  projectId: string,
  arrivals: readonly EvaluationArrival[],
  now: number,
): Promise<NewJudgment[]> {
  // Skips rules whose conditions cannot be read. Their `pauseReason` contains the reason.
  const rules = (await store.evaluationRules.all(projectId)).filter(
    (rule) => rule.mode !== "OFF" && problemOf(rule, now) === null,
  );
  const byTarget = Map.groupBy(rules, ({ target }) => target);
  const targets = await findTargets(store, projectId, { arrivals, kinds: new Set(byTarget.keys()) });
  const judgments = await Promise.all(
    [...byTarget].map(([target, own]) => matchRules(store, projectId, own, { targets: targets[target], now })),
  );
  return judgments.flat();
}

/**
 * Returns the judgments that result from comparing targets with rules. All rules must have the same kind of target, so
 * that each target is read only once.
 */
async function matchRules(
  store: MatchStore,
  projectId: string,
  rules: readonly EvaluationRuleRecord[],
  { targets, now }: { readonly targets: Arrivals; readonly now: number },
): Promise<NewJudgment[]> {
  const ids = [...targets.keys()];
  const sampled = rules.map((rule) => (rule.sampleRate >= 1 ? ids : ids.filter((id) => isSampled(rule, id))));
  const compared = rules.some(({ sampleRate }) => sampleRate >= 1) ? ids : [...new Set(sampled.flat())];
  if (compared.length === 0) return [];
  const matched = await idsMatching(store, projectId, compared, { rules, now });
  return rules.flatMap((rule, index) => {
    const matching = matched[index] ?? sampled[index] ?? [];
    return matching
      .filter((id) => isSampled(rule, id))
      .map((id) => judgmentOf(rule, id, { arrivedAt: targets.get(id) ?? now, now }));
  });
}

/**
 * Returns, for each rule, the ids of the targets that match its filters. The entry of a rule is null if its filters
 * cannot be evaluated.
 */
async function idsMatching(
  store: MatchStore,
  projectId: string,
  ids: readonly string[],
  { rules, now }: { readonly rules: readonly EvaluationRuleRecord[]; readonly now: number },
): Promise<(readonly string[] | null)[]> {
  const [first, ...others] = rules;
  if (first === undefined) return [];
  const filters = rules.map((rule) => filtersOf(rule, now));
  try {
    return await store[listOfTarget(first.target)].idsMatchingEach(projectId, ids, filters);
  } catch {
    // The filters of one rule may have made the combined read fail, so each rule is now read alone. If this fails, too,
    // the result for the rule is null. The judgments of such a rule fail later, and report the reason.
    if (others.length === 0) return [null];
    const each = await Promise.all(rules.map((rule) => idsMatching(store, projectId, ids, { rules: [rule], now })));
    return each.flat(1);
  }
}
