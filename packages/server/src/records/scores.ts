import type { MutationCreateScoreArgs, MutationUpdateScoreArgs, ScorePayloadInput } from "@threadline/schema/server";
import type { ScoreWrite } from "../store/scores.ts";
import { badInput } from "./errors.ts";
import { deriveId, readId, readReference } from "./ids.ts";
import { recordLimits } from "./limits.ts";
import { readName, readRequiredName, readTags, readText } from "./text.ts";
import type { Given } from "./text.ts";

/** Reads the names that select scores or judges. Null and undefined are returned unchanged. */
export function readScoreNames(field: string, names: Given<readonly string[]>): Given<readonly string[]> {
  const limit = recordLimits.scoreNames;
  if (names && names.length > limit) throw badInput(field, `at most ${limit} are allowed`, limit);
  return names?.map((name, index) => readText(`${field}[${index}]`, name, recordLimits.nameLength));
}

/** Reads the score of `createScore`. Its target is required, but need not exist yet. */
export function readScore(args: MutationCreateScoreArgs, { id, at }: { id: string; at: number }): ScoreWrite {
  const score = {
    id: args.id == null ? id : readId("id", args.id),
    at,
    createdAt: args.createdAt,
    name: readRequiredName("name", args.name),
    type: args.type,
    value: args.value,
    ...readRemarks("", args),
    stepId: readReference("stepId", args.stepId),
    generationId: readReference("generationId", args.generationId),
    threadId: readReference("threadId", args.threadId),
    datasetExperimentItemId: readReference("datasetExperimentItemId", args.datasetExperimentItemId),
  };
  if (!score.stepId && !score.generationId && !score.threadId && !score.datasetExperimentItemId) {
    throw badInput("stepId", "a score needs a stepId, a threadId, a generationId or a datasetExperimentItemId");
  }
  if (score.threadId && (score.stepId || score.generationId || score.datasetExperimentItemId)) {
    throw badInput("threadId", "cannot be combined with stepId, generationId or datasetExperimentItemId");
  }
  return score;
}

/**
 * Reads the scores of a step. A score without an id gets an id derived from the step, its name, its type and its
 * position among equal scores. Therefore, sending the step again does not add it twice.
 */
export function readStepScores(
  stepId: string,
  inputs: Given<readonly ScorePayloadInput[]>,
  at: number,
): ScoreWrite[] | undefined {
  if (inputs == null) return undefined;
  if (inputs.length > recordLimits.scoresPerStep) {
    throw badInput("scores", `at most ${recordLimits.scoresPerStep} are allowed`, recordLimits.scoresPerStep);
  }
  const occurrences = new Map<string, number>();
  return inputs.map((input, index) => {
    const field = `scores[${index}].`;
    const name = input.name ?? "user-feedback";
    const type = input.type ?? "HUMAN";
    const { value } = input;
    if (value == null) throw badInput(`${field}value`, "is required");
    const kind = `${type} ${name}`;
    const occurrence = occurrences.get(kind) ?? 0;
    occurrences.set(kind, occurrence + 1);
    return {
      id: input.id ? readId(`${field}id`, input.id) : deriveId(["score", stepId, name, type, occurrence]),
      at,
      createdAt: input.createdAt,
      name: readRequiredName(`${field}name`, name),
      type,
      value,
      ...readRemarks(field, input),
      stepId,
      // A score that is sent with a step is never a person's label. If it replaces such a label, null removes the
      // person who created the label.
      labeledBy: null,
    };
  });
}

export interface ScoreChange {
  readonly value: number;
  readonly comment: Given<string>;
  readonly updatedAt: number;
}

/** Reads the changes of `updateScore`. An absent comment stays unchanged. */
export function readScoreChange(args: MutationUpdateScoreArgs, updatedAt: number): ScoreChange {
  return { value: args.value, comment: readText("comment", args.comment, recordLimits.textLength), updatedAt };
}

function readRemarks(
  field: string,
  input: Pick<ScorePayloadInput, "label" | "scorer" | "comment" | "tags">,
): Pick<ScoreWrite, "label" | "scorer" | "comment" | "tags"> {
  return {
    label: readName(`${field}label`, input.label),
    scorer: readName(`${field}scorer`, input.scorer),
    comment: readText(`${field}comment`, input.comment, recordLimits.textLength),
    tags: readTags(`${field}tags`, input.tags),
  };
}
