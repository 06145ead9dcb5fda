import { decorate } from "../store/decorate.ts";
import type { Store } from "../store/store.ts";
import type { JobLoop } from "./job-loop.ts";

/**
 * Wraps a store, so that the loop takes jobs as soon as this process adds them, and aborts jobs that this process
 * cancels.
 */
export function wakeOnJobs(store: Store, loop: Pick<JobLoop, "abort" | "wake">): Store {
  const waking = async <Result>(writing: Promise<Result>): Promise<Result> => {
    const result = await writing;
    loop.wake();
    return result;
  };
  const { alerts, channels, prompts, jobs, experimentRuns, experiments, reviewQueues, evaluationRules: rules } = store;
  return decorate(store, {
    jobs: decorate(jobs, {
      add: (...values) => waking(jobs.add(...values)),
      retry: (...values) => waking(jobs.retry(...values)),
    }),
    alerts: decorate(alerts, {
      create: (...values) => waking(alerts.create(...values)),
      replace: (...values) => waking(alerts.replace(...values)),
    }),
    channels: decorate(channels, { resend: (...values) => waking(channels.resend(...values)) }),
    // The writes of prompts and review queues may add jobs that send notifications to channels.
    prompts: decorate(prompts, {
      promote: (...values) => waking(prompts.promote(...values)),
      setRollouts: (...values) => waking(prompts.setRollouts(...values)),
    }),
    reviewQueues: decorate(reviewQueues, { submit: (...values) => waking(reviewQueues.submit(...values)) }),
    experimentRuns: decorate(experimentRuns, {
      start: (...values) => waking(experimentRuns.start(...values)),
      retry: (...values) => waking(experimentRuns.retry(...values)),
      async cancel(projectId, id, now) {
        const run = await experimentRuns.cancel(projectId, id, now);
        if (run !== null) loop.abort(id);
        return run;
      },
    }),
    evaluationRules: decorate(rules, {
      settleArrivals: (...values) => waking(rules.settleArrivals(...values)),
      replace: (...values) => waking(rules.replace(...values)),
      settleSpending: (...values) => waking(rules.settleSpending(...values)),
      addBackfilled: (...values) => waking(rules.addBackfilled(...values)),
      repeatJob: (...values) => waking(rules.repeatJob(...values)),
      retry: (...values) => waking(rules.retry(...values)),
      async delete(projectId, id, now) {
        const rule = await rules.delete(projectId, id, now);
        if (rule !== null) loop.abort(id);
        return rule;
      },
    }),
    experiments: decorate(experiments, {
      async delete(projectId, id, deletedAt) {
        const experiment = await experiments.delete(projectId, id, deletedAt);
        if (experiment !== null) loop.abort(id);
        return experiment;
      },
    }),
  });
}
