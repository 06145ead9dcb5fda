import type { JsonValue } from "../json/json-value.ts";
import { maxSupersededJudgments } from "../store/scores.ts";
import { isTime } from "./date-time.ts";
import { badInput } from "./errors.ts";
import { isJsonObject } from "./json-values.ts";

/**
 * Throws unless the replaced judgments of a score from an exported project are valid. They may be absent, because
 * earlier versions did not export them.
 */
export function checkSupersededJudgments(judgments: JsonValue | undefined): void {
  if (judgments == null) return;
  const field = "score.supersededJudgments";
  if (!Array.isArray(judgments) || !judgments.every(isJudgment)) {
    throw badInput(field, 'must be a list of {"value":1,"label":null,"comment":null,"createdAt":1735689600000}');
  }
  if (judgments.length > maxSupersededJudgments) {
    throw badInput(field, `at most ${maxSupersededJudgments} are allowed`, maxSupersededJudgments);
  }
}

function isJudgment(value: JsonValue): boolean {
  return (
    isJsonObject(value) &&
    Number.isFinite(value["value"]) &&
    isTextOrNull(value["label"]) &&
    isTextOrNull(value["comment"]) &&
    value["createdAt"] !== undefined &&
    isTime(value["createdAt"])
  );
}

function isTextOrNull(value: JsonValue | undefined): boolean {
  return value === null || typeof value === "string";
}
