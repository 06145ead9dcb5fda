import type { EvaluationRuleFieldsFragment } from "../../generated/evaluation-rules.ts";

type Days = EvaluationRuleFieldsFragment["days"];

/** Returns the figures of the current day, in UTC. */
export function todayOf(days: Days): Days[number] | undefined {
  const today = new Date().toISOString().slice(0, 10);
  return days.find(({ day }) => day.startsWith(today));
}
