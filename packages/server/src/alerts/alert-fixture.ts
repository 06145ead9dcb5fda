import { expect, onTestFinished } from "vitest";
import { alertJobs, type AlertContent, type AlertRecord } from "../store/alerts.ts";
import { noProgress } from "../store/resources/alerts.ts";
import { openSqliteStore } from "../store/sqlite/open-sqlite-store.ts";
import type { Store } from "../store/store.ts";
import { evaluateAlert } from "./evaluate-alert.ts";

export const minute = 60_000;
export const hour: number = 60 * minute;
export const day: number = 24 * hour;
export const midnight: number = Date.UTC(2026, 2, 10);
export const project = "p";

export const content: AlertContent = {
  name: "steps",
  metric: "stepCount",
  perRecord: false,
  resource: null,
  filters: [],
  query: null,
  includesExperiments: false,
  groupBy: null,
  kind: "ABOVE",
  threshold: 0,
  recoverAt: null,
  period: "HOUR",
  forSeconds: 0,
  minimumCount: 0,
  requiresMeasuredJudge: false,
  warnsEarly: false,
  channelIds: ["mail"],
  isOn: true,
};
const started = { ...noProgress, silencedUntil: null, changeCount: 0 };

export interface EvaluatedAlert {
  readonly store: Store;
  /** Stores `count` steps that were created at `createdAt`. Each id consists of `createdAt` and the step's index. */
  ingest(createdAt: number, count?: number): Promise<void>;
  evaluate(now: number): Promise<void>;
  /** States of the notifications, oldest first. */
  notified(): Promise<unknown[]>;
  /** Levels of the notifications, oldest first. */
  levels(): Promise<unknown[]>;
}

/** Opens a store with an alert and its channel. The store's clock shows the time of the last evaluation. */
export async function start(given: Partial<AlertContent>): Promise<EvaluatedAlert> {
  let clock = midnight - day;
  const store = await openSqliteStore({ path: ":memory:", now: () => clock, retentionDays: null });
  onTestFinished(() => store.close());
  await store.projects.create({ id: project, name: project, createdAt: clock });
  const about = { id: "mail", createdAt: clock, updatedAt: clock, name: "mail", kind: "EMAIL" } as const;
  await store.channels.create(project, { ...about, address: "ops@example.com", events: [], sealedSecrets: null }, 9);
  const alert: AlertRecord = { ...started, id: "a", createdAt: clock, updatedAt: clock, ...content, ...given };
  await store.alerts.create(project, alert, 9);

  const ingest = async (createdAt: number, count = 1): Promise<void> => {
    const steps = Array.from({ length: count }, (_, index) => ({ id: `${createdAt}-${index}`, createdAt }));
    clock = Math.max(clock, createdAt);
    await store.steps.ingest(project, steps);
  };
  const evaluate = async (now: number): Promise<void> => {
    clock = now;
    const query = { kinds: [alertJobs.evaluation], leaseMs: minute, limit: 1, perProject: 1, running: {}, after: 0 };
    const [taken] = (await store.jobs.take({ ...query, now, token: `t${now}` })).jobs;
    if (taken === undefined) throw new Error("No evaluation is due");
    const result = await evaluateAlert(store, project, { alertId: "a", now });
    expect(await store.jobs.finish(project, taken.job, { ...result, now })).toBe(true);
  };
  const sent = async (field: string): Promise<unknown[]> => {
    const deliveries = await store.channels.deliveries(project, "mail", { state: null, first: 9, skip: 0 });
    return deliveries.toReversed().map(({ data }) => data[field]);
  };
  return { store, ingest, evaluate, notified: () => sent("state"), levels: () => sent("level") };
}
