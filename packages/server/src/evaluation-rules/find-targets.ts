import type { EvaluationArrival, StepPlace } from "../store/evaluation-rules.ts";
import type { EvaluatorTarget } from "../store/evaluators.ts";
import { ownEnvironment } from "../store/resources/note-arrival.ts";
import type { Store } from "../store/store.ts";

const maxDepth = 100;

/** Time at which the last step arrived, by target id. */
export type Arrivals = ReadonlyMap<string, number>;

type PlaceStore = Pick<Store, "evaluationRules">;

/**
 * Returns the targets that new steps belong to: the steps themselves, their runs and their threads, each with the time
 * at which its latest new step arrived. `kinds` are the kinds of targets that the caller needs; others may be missing.
 * Does not apply the filters of rules, such as environments.
 */
export async function findTargets(
  store: PlaceStore,
  projectId: string,
  {
    arrivals,
    kinds,
  }: { readonly arrivals: readonly EvaluationArrival[]; readonly kinds: ReadonlySet<EvaluatorTarget> },
): Promise<Readonly<Record<EvaluatorTarget, Arrivals>>> {
  const arrived = new Map<string, number>();
  for (const { createdAt, stepIds } of arrivals) for (const id of stepIds) note(arrived, id, createdAt);
  const none: Arrivals = new Map();
  const targets = { STEP: arrived, RUN: none, THREAD: none, EXPERIMENT_ITEM: none };
  if (!kinds.has("RUN") && !kinds.has("THREAD")) return targets;
  const places = (await store.evaluationRules.placesOf(projectId, [...arrived.keys()])).filter(
    ({ environment }) => environment !== ownEnvironment,
  );
  return {
    ...targets,
    RUN: kinds.has("RUN") ? await rootsOf(store, projectId, places, arrived) : none,
    THREAD: threadsOf(places, arrived),
  };
}

function threadsOf(places: readonly StepPlace[], arrived: Arrivals): Arrivals {
  const threads = new Map<string, number>();
  for (const { id, threadId } of places) if (threadId !== null) note(threads, threadId, arrived.get(id) ?? 0);
  return threads;
}

/**
 * Returns the root runs of steps, with the time of the latest new step in each. A step whose parent has not arrived yet
 * has no root.
 */
async function rootsOf(
  store: PlaceStore,
  projectId: string,
  places: readonly StepPlace[],
  arrived: Arrivals,
): Promise<Arrivals> {
  const roots = new Map<string, number>();
  const known = new Map(places.map((place) => [place.id, place]));
  /**
   * Steps from which the search for root runs goes one level up next. Each has the time at which the latest new step
   * arrived in its subtree, which includes the step itself.
   */
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
