import { isCalendar } from "../records/alerts.ts";
import type { AlertCondition, AlertContent, AlertProgress, AlertState } from "../store/alerts.ts";
import { calendarStart } from "./alert-period.ts";
import type { Measurement } from "./measure-alert.ts";

type Rule = Pick<AlertCondition, "forSeconds" | "kind" | "period" | "recoverAt" | "threshold">;

/** Returns the state of an alert after a new measurement. */
export function stepAlert(rule: Rule, last: AlertProgress, measurement: Measurement, at: number): AlertProgress {
  const { value, problem, isUnknown = false } = measurement;
  const isNew = isOtherPeriod(rule, last, at);
  const before = isNew && (last.state === "FIRING" || last.state === "PENDING") ? { ...last, ...restarted } : last;
  const isMet = value !== null && isConditionMet(rule, value, before.state === "FIRING");
  const pendingSince = isMet ? (before.pendingSince ?? at) : null;
  const state = stateAfter(rule, before.state, { isMet, value, pendingSince, at });
  const stateSince = state === before.state && before.stateSince !== null ? before.stateSince : at;
  const { silencedFrom } = last;
  if (isUnknown && !isNew && last.stateSince !== null) {
    const { state: same, stateSince: since, pendingSince: pending, level } = last;
    const kept = { state: same, stateSince: since, pendingSince: pending, value: last.value, problem: last.problem };
    return { ...kept, evaluatedAt: at, level, silencedFrom };
  }
  return {
    state,
    stateSince,
    pendingSince,
    value,
    problem,
    evaluatedAt: at,
    level: isNew ? 0 : last.level,
    silencedFrom,
  };
}

const restarted = { state: "OK", stateSince: null, pendingSince: null } as const;

/** Whether a new calendar period, whose sum starts from zero, began between the last evaluation and `at`. */
function isOtherPeriod({ period }: Rule, { evaluatedAt }: AlertProgress, at: number): boolean {
  if (!isCalendar(period) || evaluatedAt === null) return false;
  return calendarStart(period, evaluatedAt - 1) !== calendarStart(period, at - 1);
}

export function hasFired(before: AlertProgress, after: AlertProgress): boolean {
  return after.state === "FIRING" && (before.state !== "FIRING" || before.stateSince !== after.stateSince);
}

function stateAfter(
  { forSeconds }: Rule,
  before: AlertState,
  {
    isMet,
    value,
    pendingSince,
    at,
  }: {
    readonly isMet: boolean;
    readonly value: number | null;
    readonly pendingSince: number | null;
    readonly at: number;
  },
): AlertState {
  if (value === null) return "NO_DATA";
  if (!isMet) return "OK";
  if (before === "FIRING") return "FIRING";
  return at - (pendingSince ?? at) >= forSeconds * 1_000 ? "FIRING" : "PENDING";
}

/**
 * Whether the value meets the condition. If the alert is firing and has a `recoverAt`, the value is compared with
 * `recoverAt` instead of the threshold.
 */
function isConditionMet({ kind, threshold, recoverAt }: Rule, value: number, isFiring: boolean): boolean {
  if (kind === "ABSENCE") return value === 0;
  const limit = (isFiring ? recoverAt : null) ?? threshold ?? 0;
  switch (kind) {
    case "ABOVE":
    case "INCREASE":
      return value > limit;
    case "BELOW":
      return value < limit;
    case "DECREASE":
      return -value > limit;
  }
}

export function isNotified(from: AlertState, to: AlertState): boolean {
  return from !== to && (from === "FIRING" || to === "FIRING");
}

const earlyLevels = [80, 50];

/**
 * Returns the highest early level (80 or 50 percent of a budget) that the value exceeds. Null if the value exceeds no
 * early level, or if channels were already notified of this level or a higher one.
 */
export function reachedLevel(
  { warnsEarly, threshold }: Pick<AlertContent, "threshold" | "warnsEarly">,
  { state, value, level }: AlertProgress,
): number | null {
  if (!warnsEarly || threshold === null || value === null || state === "FIRING") return null;
  return earlyLevels.find((each) => each > level && value > (threshold * each) / 100) ?? null;
}
