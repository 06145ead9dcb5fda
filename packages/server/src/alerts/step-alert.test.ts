import { expect, test } from "vitest";
import type { AlertProgress, AlertState } from "../store/alerts.ts";
import { noProgress } from "../store/resources/alerts.ts";
import { isNotified, stepAlert } from "./step-alert.ts";

type Rule = Parameters<typeof stepAlert>[0];

function statesOf(rule: Partial<Rule>, values: readonly (number | null)[]): AlertState[] {
  const whole: Rule = { kind: "ABOVE", threshold: 10, recoverAt: null, forSeconds: 0, period: "HOUR", ...rule };
  let progress: AlertProgress = noProgress;
  return values.map((value, index) => {
    progress = stepAlert(whole, progress, { value, problem: value === null ? "NO_VALUE" : null }, index * 60_000);
    return progress.state;
  });
}

test("an alert fires above its threshold, and ends at its recovery value", () => {
  expect(statesOf({}, [10, 11, 10])).toEqual(["OK", "FIRING", "OK"]);
  expect(statesOf({ recoverAt: 5 }, [11, 7, 6, 5, 7])).toEqual(["FIRING", "FIRING", "FIRING", "OK", "OK"]);
  expect(statesOf({ kind: "BELOW", recoverAt: 12 }, [10, 9, 11, 12])).toEqual(["OK", "FIRING", "FIRING", "OK"]);
});

test("an alert with a duration is pending until the condition has held for it", () => {
  expect(statesOf({ forSeconds: 120 }, [11, 12, 13, 9])).toEqual(["PENDING", "PENDING", "FIRING", "OK"]);
  expect(statesOf({ forSeconds: 120 }, [11, 9, 11, 11])).toEqual(["PENDING", "OK", "PENDING", "PENDING"]);
});

test("an alert without a value has no data", () => {
  expect(statesOf({}, [11, null, 11, 1])).toEqual(["FIRING", "NO_DATA", "FIRING", "OK"]);
});

test("changes are compared in percent, and absence means that there are no records", () => {
  expect(statesOf({ kind: "INCREASE", threshold: 50 }, [50, 51, -80])).toEqual(["OK", "FIRING", "OK"]);
  expect(statesOf({ kind: "DECREASE", threshold: 50 }, [-50, -51, 80])).toEqual(["OK", "FIRING", "OK"]);
  expect(statesOf({ kind: "ABSENCE", threshold: null }, [3, 0, 1])).toEqual(["OK", "FIRING", "OK"]);
});

test("channels are notified when an alert fires, and when it stops", () => {
  expect(isNotified("OK", "FIRING")).toBe(true);
  expect(isNotified("FIRING", "NO_DATA")).toBe(true);
  expect(isNotified("OK", "PENDING")).toBe(false);
  expect(isNotified("NO_DATA", "OK")).toBe(false);
});
