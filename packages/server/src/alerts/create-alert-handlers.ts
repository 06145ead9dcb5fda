import type { JobHandlers } from "../jobs/job-loop.ts";
import { alertJobs } from "../store/alerts.ts";
import type { Store } from "../store/store.ts";
import { deliver } from "./deliver.ts";
import { evaluateAlert } from "./evaluate-alert.ts";
import type { Notifier } from "./notifier.ts";

export function createAlertHandlers(parts: {
  readonly store: Store;
  readonly notifier: Notifier;
  /** Epoch milliseconds. */
  readonly now: () => number;
}): JobHandlers {
  const { store, now } = parts;
  return {
    [alertJobs.evaluation]: ({ projectId, job }) => evaluateAlert(store, projectId, { alertId: job.id, now: now() }),
    [alertJobs.delivery]: ({ projectId, job }, signal) => deliver(parts, projectId, { deliveryId: job.id, signal }),
  };
}
