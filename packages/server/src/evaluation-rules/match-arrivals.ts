import type { EvaluationArrival, EvaluationRuleRecord, NewJudgment, StepPlace } from "../store/evaluation-rules.ts";
import type { EvaluatorTarget } from "../store/evaluators.ts";
import { ownEnvironment } from "../store/resources/note-arrival.ts";
import type { Store } from "../store/store.ts";
import { isSampled, judgmentOf } from "./derive-judgment.ts";
import { filtersOf, listOfTarget, problemOf } from "../records/rule-filters.ts";

/** Arrivals that are matched together. */
const maxArrivals = 200;
/** Steps above which no further arrivals are read together. */
const maxSteps = 5_000;
/** Levels of parents that are followed to the root of a step. */
const maxDepth = 100;

type MatchStore = Pick<Store, "evaluationRules" | "steps" | "threads">;

/** Times of the last arrival, by id of the target. */
type Arrivals = ReadonlyMap<string, number>;

/** Queues judgments for arrived steps until none are left. */
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
  // A rule whose conditions cannot be read shows the reason, and does not stop the others.
  const rules = (await store.evaluationRules.all(projectId)).filter(
    (rule) => rule.mode !== "OFF" && problemOf(rule, now) === null,
  );
  if (rules.length === 0) return [];
  const arrived = new Map<string, number>();
  for (const { createdAt, stepIds } of arrivals) for (const id of stepIds) note(arrived, id, createdAt);
  const places = (await store.evaluationRules.placesOf(projectId, [...arrived.keys()])).filter(
    ({ environment }) => environment !== ownEnvironment,
  );
  const kinds = new Set(rules.map(({ target }) => target));
  const targets: Record<EvaluatorTarget, Arrivals> = {
    STEP: new Map(places.map(({ id }) => [id, arrived.get(id) ?? now])),
    RUN: kinds.has("RUN") ? await rootsOf(store, projectId, places, arrived) : new Map(),
    THREAD: threadsOf(places, arrived),
    EXPERIMENT_ITEM: new Map(),
  };
  const matched = await Promise.all(
    rules.map((rule) => matchRule(store, projectId, rule, { targets: targets[rule.target], now })),
  );
  return rules.flatMap((rule, index) =>
    (matched[index] ?? []).map((id) => judgmentOf(rule, id, { arrivedAt: targets[rule.target].get(id) ?? now, now })),
  );
}

async function matchRule(
  store: MatchStore,
  projectId: string,
  rule: EvaluationRuleRecord,
  { targets, now }: { readonly targets: Arrivals; readonly now: number },
): Promise<string[]> {
  const sampled = [...targets.keys()].filter((id) => isSampled(rule, id));
  if (sampled.length === 0) return [];
  // The environment and the parent are known here; a thread's environment is tested before it is judged.
  if (rule.filters.length === 0 && rule.query === null) return sampled;
  try {
    return await store[listOfTarget(rule.target)].matchingIds(projectId, sampled, filtersOf(rule, now));
  } catch {
    // One rule must not stop the others. Each judgment is compared again, and fails with its reason if that fails.
    return sampled;
  }
}

function threadsOf(places: readonly StepPlace[], arrived: Arrivals): Arrivals {
  const threads = new Map<string, number>();
  for (const { id, threadId } of places) if (threadId !== null) note(threads, threadId, arrived.get(id) ?? 0);
  return threads;
}

/** Follows the parents of steps. A step whose parent is missing has no root yet. */
async function rootsOf(
  store: MatchStore,
  projectId: string,
  places: readonly StepPlace[],
  arrived: Arrivals,
): Promise<Arrivals> {
  const roots = new Map<string, number>();
  const known = new Map(places.map((place) => [place.id, place]));
  /** Ids of the ancestors that are reached, with the last arrival below them. */
  let open = new Map(places.map(({ id }) => [id, arrived.get(id) ?? 0]));
  for (let depth = 0; open.size > 0 && depth < maxDepth; depth += 1) {
    const missing = [...open.keys()].filter((id) => !known.has(id));
    // oxlint-disable-next-line no-await-in-loop -- one level after the other
    const read = missing.length === 0 ? [] : await store.evaluationRules.placesOf(projectId, missing);
    for (const place of read) known.set(place.id, place);
    const above = new Map<string, number>();
    for (const [id, at] of open) {
      const place = known.get(id);
      if (place === undefined || place.environment === ownEnvironment) continue;
      note(place.parentId === null ? roots : above, place.parentId ?? id, at);
    }
    open = above;
  }
  return roots;
}

function note(times: Map<string, number>, id: string, at: number): void {
  times.set(id, Math.max(times.get(id) ?? 0, at));
}
