import type { MutationCreateFeedbackTokenArgs } from "@threadline/schema/server";
import type { ScoreSchemaRecord } from "../store/score-schemas.ts";
import type { ScoreWrite } from "../store/scores.ts";
import { badInput } from "./errors.ts";
import { deriveId, readReference } from "./ids.ts";
import { recordLimits } from "./limits.ts";
import { readRequiredName, readText } from "./text.ts";

/** Content of a feedback token: the scores that it permits. */
export interface FeedbackPermit {
  readonly projectId: string;
  /** Id of the step to score; null if a thread is scored instead. */
  readonly stepId: string | null;
  readonly threadId: string | null;
  /** Names that the scores may have, at least one. */
  readonly scoreNames: readonly string[];
  /** Identifier of the end user; null if unknown. */
  readonly scorer: string | null;
  readonly id: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

const defaultSeconds = 86_400;
const maxSeconds = 90 * 86_400;

export function readFeedbackPermit(
  args: MutationCreateFeedbackTokenArgs,
  { projectId, id, now }: { readonly projectId: string; readonly id: string; readonly now: number },
): FeedbackPermit {
  const stepId = readReference("stepId", args.stepId) ?? null;
  const threadId = readReference("threadId", args.threadId) ?? null;
  if (stepId === null && threadId === null) throw badInput("stepId", "a feedback token needs a stepId or a threadId");
  if (stepId !== null && threadId !== null) throw badInput("threadId", "cannot be combined with stepId");
  const scorer = readReference("scorer", args.scorer) ?? null;
  const names = args.scoreNames ?? ["user-feedback"];
  const limit = recordLimits.feedbackNames;
  if (names.length === 0) throw badInput("scoreNames", "must not be empty");
  if (names.length > limit) throw badInput("scoreNames", `at most ${limit} are allowed`, limit);
  const scoreNames = names.map((name, index) => {
    const field = `scoreNames[${index}]`;
    readText(field, name, recordLimits.feedbackNameLength);
    return readRequiredName(field, name);
  });
  const seconds = args.expiresIn ?? defaultSeconds;
  if (seconds < 1 || seconds > maxSeconds) {
    throw badInput("expiresIn", `must be a number of seconds from 1 to ${maxSeconds}`, maxSeconds);
  }
  return { projectId, stepId, threadId, scoreNames, scorer, id, expiresAt: now + seconds * 1_000 };
}

export interface Feedback {
  readonly name: string;
  readonly value: number;
  readonly comment: string | null;
}

/** Reads the feedback in the body of a request. Other fields are ignored: the target and the user are in the token. */
export function readFeedback(
  body: Readonly<Record<string, unknown>>,
  { scoreNames }: Pick<FeedbackPermit, "scoreNames">,
): Feedback {
  const { name = scoreNames[0], value, comment = null } = body;
  if (typeof name !== "string" || !scoreNames.includes(name)) {
    throw badInput("name", "must be one of the score names that the token allows");
  }
  if (typeof value !== "number" || !Number.isFinite(value)) throw badInput("value", "must be a number");
  if (comment !== null && typeof comment !== "string") throw badInput("comment", "must be a string");
  return { name, value, comment: readText("comment", comment, recordLimits.feedbackCommentLength) ?? null };
}

/**
 * Returns the score of the feedback. The id of the score is derived from the user, or from the token if the user is
 * unknown. Later feedback of the same user therefore replaces earlier feedback. Throws if the score schema does not
 * allow the value.
 */
export function toFeedbackScore(
  { name, value, comment }: Feedback,
  { stepId, threadId, scorer, id }: FeedbackPermit,
  { schema, at }: { readonly schema: ScoreSchemaRecord | null; readonly at: number },
): ScoreWrite {
  const by = scorer === null ? ["token", id] : ["user", scorer];
  return {
    id: deriveId(["feedback", stepId, threadId, ...by, name]),
    at,
    name,
    type: "HUMAN",
    value,
    label: readLabel(value, schema),
    comment,
    scorer,
    stepId,
    threadId,
  };
}

/**
 * Returns the label that a feedback value has in the score schema; null if it has none. Throws if the schema does not
 * allow the value. Without a schema, the value must be from 0 to 1, because anyone can send feedback, and a single huge
 * value would distort an average.
 */
function readLabel(value: number, schema: ScoreSchemaRecord | null): string | null {
  if (schema?.categories) {
    const category = schema.categories.find((each) => each.value === value);
    if (category) return category.label;
    throw badInput("value", `must be one of ${schema.categories.map((each) => each.value).join(", ")}`);
  }
  const { minimum, maximum } = schema ?? { minimum: 0, maximum: 1 };
  if (minimum !== null && value < minimum) throw badInput("value", `must be at least ${minimum}`);
  if (maximum !== null && value > maximum) throw badInput("value", `must be at most ${maximum}`);
  return null;
}
