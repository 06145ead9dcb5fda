import type { EvaluationRuleFieldsFragment } from "../../generated/evaluation-rules.ts";

type Days = EvaluationRuleFieldsFragment["days"];

/** Returns the figures of the current day, in UTC. */
export function todayOf(days: Days): Days[number] | undefined {
  const today = new Date().toISOString().slice(0, 10);
  return days.find(({ day }) => day.startsWith(today));
}

/** Returns the number of judgments on all the given days, including judgments that replaced older ones. */
export function judgedCountOf(days: Days): number {
  return days.reduce((sum, { judged, superseded }) => sum + judged + superseded, 0);
}

/** Returns the average cost of a judgment on the given days, in US dollars; null if no cost was recorded. */
export function costPerJudgmentOf(days: Days): number | null {
  const spent = days.reduce((sum, day) => sum + day.spent, 0);
  const count = judgedCountOf(days);
  return spent === 0 || count === 0 ? null : spent / count;
}

export const modeTones = { ON: "success", DRY_RUN: "accent", OFF: "neutral" } as const;
