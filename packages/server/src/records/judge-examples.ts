import type { EvaluatorExampleInput } from "@threadline/schema/server";
import type { JudgeExampleRecord, JudgeRecord } from "../store/evaluators.ts";
import { badInput } from "./errors.ts";
import { readId } from "./ids.ts";
import { readJson, readMetadata } from "./json-values.ts";
import { recordLimits } from "./limits.ts";
import { readRemark } from "./review-queues.ts";

type Answer = Pick<JudgeRecord, "labels" | "maximum" | "minimum">;

/** Reads the examples of a judge. Without examples, the definition has no such field. */
export function readExamples(
  given: readonly EvaluatorExampleInput[] | null | undefined,
  answer: Answer,
  field: string,
): Pick<JudgeRecord, "examples"> {
  if (given == null || given.length === 0) return {};
  return {
    examples: checkExamples(
      given.map((each, index) => readExample(each, answer, `${field}[${index}]`)),
      field,
    ),
  };
}

/** Returns the examples. Throws if they are too many or too large. */
export function checkExamples(examples: readonly JudgeExampleRecord[], field: string): readonly JudgeExampleRecord[] {
  const { judgeExamples, judgeExampleBytes } = recordLimits;
  if (examples.length > judgeExamples) throw badInput(field, `at most ${judgeExamples} are allowed`, judgeExamples);
  if (Buffer.byteLength(JSON.stringify(examples)) > judgeExampleBytes) {
    throw badInput(field, `at most ${judgeExampleBytes} bytes of JSON in total are allowed`, judgeExampleBytes);
  }
  return examples;
}

function readExample(
  { reviewId, stepId, threadId, values, comment, correction, ...given }: EvaluatorExampleInput,
  answer: Answer,
  field: string,
): JudgeExampleRecord {
  const idOf = (name: string, id: string | null | undefined) => (id == null ? null : readId(`${field}.${name}`, id));
  return {
    reviewId: idOf("reviewId", reviewId),
    stepId: idOf("stepId", stepId),
    threadId: idOf("threadId", threadId),
    values: readMetadata(`${field}.values`, values) ?? {},
    ...readAnswer(given, answer, field),
    comment: readRemark(`${field}.comment`, comment),
    correction: readJson(`${field}.correction`, correction ?? null, recordLimits.payloadBytes) ?? null,
  };
}

function readAnswer(
  { label, value }: Pick<EvaluatorExampleInput, "label" | "value">,
  answer: Answer,
  field: string,
): Pick<JudgeExampleRecord, "label" | "value"> {
  if (answer.labels !== null) {
    const found = answer.labels.find((each) => each.label === label);
    if (!found) throw badInput(`${field}.label`, "is not among the labels of the judge");
    return { label: found.label, value: found.value };
  }
  if (!isInRange(value, answer)) {
    throw badInput(`${field}.value`, `must be from ${answer.minimum} to ${answer.maximum}`);
  }
  return { label: null, value };
}

/** Returns the judge's answer that corresponds to a score; null if the judge cannot give such an answer. */
export function answerOfScore(
  { label, value }: { readonly label: string | null; readonly value: number },
  answer: Answer,
): Pick<JudgeExampleRecord, "label" | "value"> | null {
  if (answer.labels === null) return isInRange(value, answer) ? { label: null, value } : null;
  const { labels } = answer;
  return labels.find((each) => each.label === label) ?? labels.find((each) => each.value === value) ?? null;
}

function isInRange(value: number | null | undefined, { minimum, maximum }: Answer): value is number {
  return value != null && value >= (minimum ?? 0) && value <= (maximum ?? 1);
}
