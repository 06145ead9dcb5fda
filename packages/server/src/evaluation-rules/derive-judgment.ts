import { deriveId } from "../records/ids.ts";
import type { EvaluationRuleRecord, NewJudgment } from "../store/evaluation-rules.ts";

/**
 * Returns the id of a judgment, which is the evaluation of a target by a rule. If the rule judges the target again, the
 * new judgment has the same id.
 */
export function judgmentId(ruleId: string, targetId: string): string {
  return deriveId(["judgment", ruleId, targetId]);
}

/**
 * Returns a new judgment. `arrivedAt` is when the target's last record arrived. More records may follow, so the
 * judgment is due only `quietSeconds` later.
 */
export function judgmentOf(
  { id: ruleId, target, quietSeconds }: Pick<EvaluationRuleRecord, "id" | "quietSeconds" | "target">,
  targetId: string,
  { arrivedAt, now }: { readonly arrivedAt: number; readonly now: number },
): NewJudgment {
  const id = judgmentId(ruleId, targetId);
  return { id, ruleId, target, targetId, createdAt: now, arrivedAt, dueAt: arrivedAt + quietSeconds * 1_000 };
}

/** Returns a new judgment of an older target. It is due now, because no more records of the target are expected. */
export function pastJudgmentOf(
  { id: ruleId, target }: Pick<EvaluationRuleRecord, "id" | "target">,
  targetId: string,
  now: number,
): NewJudgment {
  const id = judgmentId(ruleId, targetId);
  return { id, ruleId, target, targetId, createdAt: now, arrivedAt: 0, dueAt: now };
}
