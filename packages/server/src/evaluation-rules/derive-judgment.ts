import { createHash } from "node:crypto";
import { deriveId } from "../records/ids.ts";
import type { EvaluationRuleRecord, NewJudgment } from "../store/evaluation-rules.ts";

/** Whether a rule judges a target. It is the same on every server and for each repetition. */
export function isSampled(
  { id, sampleRate }: Pick<EvaluationRuleRecord, "id" | "sampleRate">,
  targetId: string,
): boolean {
  if (sampleRate >= 1) return true;
  const hash = createHash("sha256").update(`${id}\n${targetId}`).digest();
  return hash.readUIntBE(0, 6) / 2 ** 48 < sampleRate;
}

/** Returns the judgment of a target for which nothing has arrived since a time. */
export function judgmentOf(
  { id: ruleId, quietSeconds }: Pick<EvaluationRuleRecord, "id" | "quietSeconds">,
  targetId: string,
  { arrivedAt, now }: { readonly arrivedAt: number; readonly now: number },
): NewJudgment {
  const id = deriveId(["judgment", ruleId, targetId]);
  return { id, ruleId, targetId, createdAt: now, dueAt: arrivedAt + quietSeconds * 1_000 };
}
