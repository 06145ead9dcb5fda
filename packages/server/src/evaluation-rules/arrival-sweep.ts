import { BackgroundWork } from "../store/background-work.ts";
import { ruleJobs } from "../store/evaluation-rules.ts";
import type { Store } from "../store/store.ts";

/** Interval between two checks for steps that no evaluation rule has seen yet, in milliseconds. */
const lookEvery = 1_000;
const retryTime = 5_000;

/**
 * Looks in the background for projects with new steps. For each of these projects, queues a job that compares the new
 * steps with the evaluation rules.
 */
export function createArrivalSweep(options: {
  readonly store: Pick<Store, "evaluationRules">;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly onError: (error: Error) => void;
}): BackgroundWork {
  const { store, now, onError } = options;
  const work = async (): Promise<number> => {
    const projects = await store.evaluationRules.projectsWithArrivals();
    for (const projectId of projects) {
      // oxlint-disable-next-line no-await-in-loop -- usually few projects
      await store.evaluationRules.repeatJob(projectId, { id: ruleJobs.match, kind: ruleJobs.match }, now());
    }
    return lookEvery;
  };
  const background = new BackgroundWork({ name: "rules", work, retryTime, onError });
  background.wake(lookEvery);
  return background;
}
