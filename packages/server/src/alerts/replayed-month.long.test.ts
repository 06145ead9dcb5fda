import { expect, onTestFinished, test, vi } from "vitest";
import { JobLoop } from "../jobs/job-loop.ts";
import { createOutbound } from "../models/outbound.ts";
import type { AlertRecord } from "../store/alerts.ts";
import { noProgress } from "../store/resources/alerts.ts";
import { openSqliteStore } from "../store/sqlite/open-sqlite-store.ts";
import type { Store } from "../store/store.ts";
import { createAlertHandlers } from "./create-alert-handlers.ts";
import { createNotifier } from "./notifier.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** Time by which the test advances the clock, in milliseconds. It is a multiple of the interval between evaluations. */
const interval = hour;
const start = Date.UTC(2026, 2, 1);
const end = start + 30 * day;
const project = "p";

const pending = { state: "PENDING", first: 1, skip: 0 } as const;

const alert: AlertRecord = {
  ...noProgress,
  id: "a",
  createdAt: start,
  updatedAt: start,
  name: "errors",
  metric: "errorCount",
  perRecord: true,
  resource: null,
  filters: [],
  query: null,
  includesExperiments: false,
  groupBy: null,
  kind: "ABOVE",
  threshold: 0.3,
  recoverAt: 0.2,
  period: "DAY",
  forSeconds: 7_200,
  minimumCount: 5,
  requiresMeasuredJudge: false,
  warnsEarly: false,
  channelIds: ["mail"],
  isOn: true,
  silencedUntil: null,
  changeCount: 0,
};

/** A step of the month. It arrives up to three hours after its creation. */
interface Recorded {
  readonly id: string;
  readonly name: "first" | "second";
  readonly createdAt: number;
  readonly arrivesAt: number;
  readonly isError: boolean;
}

/** Steps with quiet days, bad days and late arrivals, drawn with a fixed seed. */
function month(): Recorded[] {
  let seed = 7;
  const random = (): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return seed / 2 ** 31;
  };
  const steps: Recorded[] = [];
  for (let time = start; time < end; time += 20 * minute) {
    const date = Math.floor((time - start) / day);
    // Every seventh day is quiet, and every fifth is bad.
    if (random() > (date % 7 === 3 ? 0.02 : 0.5)) continue;
    const createdAt = time + Math.floor(random() * 20 * minute);
    const arrivesAt = createdAt + (random() < 0.3 ? Math.floor(random() * 3 * hour) : 0);
    const isError = random() < (date % 5 === 2 ? 0.7 : 0.1);
    const name = random() < 0.7 ? "first" : "second";
    steps.push({ id: `s${steps.length}`, name, createdAt, arrivesAt, isError });
  }
  return steps.toSorted((one, other) => one.arrivesAt - other.arrivesAt);
}

interface Change {
  readonly at: number;
  readonly group: string | null;
  readonly fromState: string;
  readonly toState: string;
}

/** Evaluates the alert by counting all steps that have arrived, independently of the service. */
function bruteForce(steps: readonly Recorded[], group: string | null): Change[] {
  const changes: Change[] = [];
  let state = "OK";
  let since: number | null = null;
  for (let at = start; at < end; at += interval) {
    // The service evaluates a period at its end, so steps that arrive later do not count.
    const counted = steps.filter(
      ({ name, createdAt, arrivesAt }) =>
        (group === null || name === group) && createdAt >= at - day && createdAt < at && arrivesAt <= at,
    );
    const rate = counted.filter(({ isError }) => isError).length / counted.length;
    const isMet = counted.length >= 5 && rate > (state === "FIRING" ? 0.2 : 0.3);
    since = isMet ? (since ?? at) : null;
    const next =
      counted.length < 5
        ? "NO_DATA"
        : since === null
          ? "OK"
          : state === "FIRING" || at - since >= 2 * hour
            ? "FIRING"
            : "PENDING";
    if (next !== state) changes.push({ at, group, fromState: state, toState: next });
    state = next;
  }
  if (group === null) return changes;
  // Changes of a group between `OK` and `NO_DATA` are not stored.
  return changes.filter((change) => [change.fromState, change.toState].some((each) => /FIRING|PENDING/u.test(each)));
}

async function openStore(groupBy: AlertRecord["groupBy"], now: () => number): Promise<Store> {
  const store = await openSqliteStore({ path: ":memory:", now, retentionDays: null });
  onTestFinished(() => store.close());
  await store.projects.create({ id: project, name: project, createdAt: start });
  const channel = { id: "mail", createdAt: start, updatedAt: start, name: "mail", kind: "EMAIL" } as const;
  await store.channels.create(project, { ...channel, address: "ops@example.com", events: [], sealedSecrets: null }, 9);
  await store.alerts.create(project, { ...alert, groupBy }, 9);
  return store;
}

test.for([
  ["all steps", null],
  ["each name", "name"],
] as const)(
  "two job loops that evaluate a month of %s notify once of each change, as a count of the steps does",
  { timeout: 120_000 },
  async ([, groupBy]) => {
    let clock = start;
    const now = (): number => clock;
    const store = await openStore(groupBy, now);
    const mails: string[] = [];
    const notifier = createNotifier({
      outbound: createOutbound({ hosts: [], allowsLoopback: false }),
      sendMail: async ({ subject }) => {
        mails.push(subject);
        return null;
      },
      baseUrl: null,
      now,
    });
    const log = { error: vi.fn(), warn: vi.fn() };
    const options = { jobs: store.jobs, now, log, isAlone: false, pollMs: 2 };
    let loops: JobLoop[] = [];
    const restart = async (): Promise<void> => {
      await Promise.all(loops.map((loop) => loop.close()));
      loops = [new JobLoop(options), new JobLoop(options)];
      await Promise.all(loops.map((loop) => loop.start(createAlertHandlers({ store, notifier, now }))));
    };
    await restart();
    onTestFinished(async () => {
      await Promise.all(loops.map((loop) => loop.close()));
    });

    const steps = month();
    let arrived = 0;
    for (let at = start; at < end; at += interval) {
      const batch: Recorded[] = [];
      while (arrived < steps.length && (steps[arrived]?.arrivesAt ?? end) <= at)
        batch.push(steps[arrived++] as Recorded);
      // oxlint-disable no-await-in-loop -- in the order of time
      if (batch.length > 0) {
        await store.steps.ingest(
          project,
          batch.map(({ id, name, createdAt, isError }) => ({ id, name, createdAt, error: isError ? "broken" : null })),
        );
      }
      clock = at;
      if ((at - start) % (2 * day) === 0) await restart();
      await vi.waitUntil(async () => (await store.alerts.get(project, alert.id))?.evaluatedAt === at, {
        interval: 1,
        timeout: 20_000,
      });
      // Waits until all notifications are sent. Otherwise, the next advance of the clock would end the lease of a
      // delivery.
      await vi.waitUntil(async () => (await store.channels.deliveries(project, "mail", pending)).length === 0, {
        interval: 1,
        timeout: 20_000,
      });
      // oxlint-enable no-await-in-loop
    }
    const groups = groupBy === null ? [null] : ["first", "second"];
    const inOrder = (one: Change, other: Change): number =>
      one.at - other.at || String(one.group).localeCompare(String(other.group));
    const expected = groups.flatMap((group) => bruteForce(steps, group)).toSorted(inOrder);
    const changes = await store.alerts.history(project, alert.id, { first: 1_000, skip: 0 });
    expect(
      changes
        .map(({ createdAt, groupValue, fromState, toState }) => ({
          at: createdAt,
          group: groupValue,
          fromState,
          toState,
        }))
        .toSorted(inOrder),
    ).toEqual(expected);
    expect(changes.map(({ number }) => number).toReversed()).toEqual(expected.map((_, index) => index + 1));
    const notified = expected.flatMap(({ group, fromState, toState }) => {
      const name = group === null ? "errors" : `errors (${group})`;
      if (toState === "FIRING") return [`Alert firing: ${name}`];
      if (fromState !== "FIRING") return [];
      return [`${toState === "NO_DATA" ? "Alert without data" : "Alert resolved"}: ${name}`];
    });
    expect(notified.length).toBeGreaterThan(4);
    await vi.waitUntil(() => mails.length >= notified.length);
    expect(mails.toSorted()).toEqual(notified.toSorted());
    expect(log.error).not.toHaveBeenCalled();
  },
);
