import type { JsonValue } from "@threadline/schema/sdk";
import { EvaluationError } from "../evaluation-error.ts";
import type { EvaluationScore } from "../evaluation-score.ts";
import { isJsonObject, type JsonObject } from "../json-object.ts";
import type { JudgeAnswer } from "./judge-definition.ts";

/** JSON schema of a judge's answer. The reasoning comes first, so that the model reasons before it decides. */
export function judgeAnswerSchema(answer: JudgeAnswer): JsonObject {
  const decision: JsonObject =
    answer.kind === "label"
      ? { label: { type: "string", enum: answer.labels.map(({ label }) => label) } }
      : { value: { type: "number", description: `From ${answer.minimum} to ${answer.maximum}.` } };
  return {
    type: "object",
    properties: { reasoning: { type: "string", description: "Short reasoning, before the decision." }, ...decision },
    required: ["reasoning", ...Object.keys(decision)],
    additionalProperties: false,
  };
}

/**
 * Reads the text of a judge's answer. Throws an {@link EvaluationError} unless the text is JSON that matches the schema
 * exactly.
 */
export function readJudgeAnswer(text: string, answer: JudgeAnswer): EvaluationScore {
  const parsed = parseAnswer(text);
  const { reasoning, label, value, ...others } = parsed;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw invalid(`has the unknown field \`${unknown.slice(0, 80)}\``);
  if (typeof reasoning !== "string") throw invalid("must have the text field `reasoning`");
  if (answer.kind === "label") {
    if (value !== undefined) throw invalid("has the unknown field `value`");
    const found = answer.labels.find((each) => each.label === label);
    if (!found) throw invalid(`has ${quote(label)} as \`label\`, which is not a label of the judge`);
    return { value: found.value, label: found.label, comment: reasoning };
  }
  if (label !== undefined) throw invalid("has the unknown field `label`");
  if (typeof value !== "number" || value < answer.minimum || value > answer.maximum) {
    throw invalid(
      `has ${quote(value)} as \`value\`, but must have a number from ${answer.minimum} to ${answer.maximum}`,
    );
  }
  return { value, comment: reasoning };
}

function parseAnswer(text: string): JsonObject {
  let parsed: JsonValue;
  try {
    parsed = JSON.parse(text) as JsonValue;
  } catch {
    throw invalid(text.trim() === "" ? "is empty" : `is not JSON: ${quote(text)}`);
  }
  if (!isJsonObject(parsed)) throw invalid("is not a JSON object");
  return parsed;
}

function quote(value: JsonValue | undefined): string {
  const text = value === undefined ? "nothing" : JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

function invalid(reason: string): EvaluationError {
  return new EvaluationError("resultInvalid", `The model's answer ${reason}`);
}
