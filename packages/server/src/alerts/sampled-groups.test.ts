import { expect, test } from "vitest";
import type { AlertRecord } from "../store/alerts.ts";
import { hour, midnight, minute, project } from "./alert-fixture.ts";
import { evaluateGroups } from "./evaluate-groups.ts";
import { startGrouped } from "./grouped-fixture.ts";

test("a group that is missing in a sample keeps its state, until it has had no records for a period", async () => {
  const { store, record, evaluate, alert, groups } = await startGrouped();
  await record("firing", midnight, 3);
  await record("fine", midnight, 1);
  await evaluate(midnight + 2 * minute);
  expect(await groups()).toEqual({ firing: "FIRING", fine: "OK" });
  const emptySample = {
    ...store,
    analytics: {
      ...store.analytics,
      timeSeries: async (...given: Parameters<typeof store.analytics.timeSeries>) => ({
        ...(await store.analytics.timeSeries(...given)),
        lines: [],
        isEstimate: true,
      }),
    },
  };
  const before = (await alert()) as AlertRecord; // the alert exists
  const evaluateSample = (at: number) => evaluateGroups(emptySample, project, { alert: before, at, now: at });
  const sampled = await evaluateSample(midnight + 3 * minute);
  expect(sampled.notified).toEqual([]);
  expect(sampled.progress.state).toBe("FIRING");
  expect(sampled.progress.groupStates.toSorted((one, other) => one.group.localeCompare(other.group))).toEqual(
    before.groupStates.toSorted((one, other) => one.group.localeCompare(other.group)),
  );
  const later = await evaluateGroups(emptySample, project, {
    alert: { ...before, ...sampled.progress },
    at: midnight + 2 * hour,
    now: midnight + 2 * hour,
  });
  expect(later.notified).toMatchObject([{ groupValue: "firing", fromState: "FIRING", toState: "NO_DATA" }]);
  expect(later.progress.groupStates).toEqual([]);
});
