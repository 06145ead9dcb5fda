import { deriveId } from "../records/ids.ts";
import type { EvaluationRuleRecord, NewJudgment } from "../store/evaluation-rules.ts";

/** Whether a rule judges a target. It is the same on every server and for each repetition. */
export function isSampled(
  { id, sampleRate }: Pick<EvaluationRuleRecord, "id" | "sampleRate">,
  targetId: string,
): boolean {
  return sampleRate >= 1 || hashOf(`${id}\n${targetId}`) / 2 ** 32 < sampleRate;
}

/** FNV-1a with the finalizer of MurmurHash3, because a cryptographic hash per rule and step slows ingestion down. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** The same for each repetition, so that a rule has one judgment for each target. */
export function judgmentId(ruleId: string, targetId: string): string {
  return deriveId(["judgment", ruleId, targetId]);
}

/** Returns the judgment of a target for which nothing has arrived since a time. */
export function judgmentOf(
  { id: ruleId, target, quietSeconds }: Pick<EvaluationRuleRecord, "id" | "quietSeconds" | "target">,
  targetId: string,
  { arrivedAt, now }: { readonly arrivedAt: number; readonly now: number },
): NewJudgment {
  const id = judgmentId(ruleId, targetId);
  return { id, ruleId, target, targetId, createdAt: now, arrivedAt, dueAt: arrivedAt + quietSeconds * 1_000 };
}

/** Returns the judgment of a target that is not expected to continue. */
export function pastJudgmentOf(
  { id: ruleId, target }: Pick<EvaluationRuleRecord, "id" | "target">,
  targetId: string,
  now: number,
): NewJudgment {
  const id = judgmentId(ruleId, targetId);
  return { id, ruleId, target, targetId, createdAt: now, arrivedAt: 0, dueAt: now };
}
