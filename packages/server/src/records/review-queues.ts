import type { ReviewInput, ReviewQueueInput } from "@threadline/schema/server";
import type { JsonObject, JsonValue } from "../json/json-value.ts";
import type { CommentAuthorKind } from "../store/comments.ts";
import type {
  ReviewItemState,
  ReviewQueueRecord,
  ReviewScore,
  ReviewSource,
  ReviewState,
  ReviewTarget,
} from "../store/review-queues.ts";
import type { ScoreSchemaRecord } from "../store/score-schemas.ts";
import { badInput } from "./errors.ts";
import { readFilters } from "./filters.ts";
import { deriveId } from "./ids.ts";
import { isJsonObject } from "./json-values.ts";
import { recordLimits } from "./limits.ts";
import { readQuery } from "./query.ts";
import { type Given, readRequiredName, readText } from "./text.ts";
import { toStoredFilters } from "./views.ts";

type Content = Omit<ReviewQueueRecord, "createdAt" | "id" | "updatedAt">;

const defaultThreshold = 0.5;

export function readReviewQueue(input: ReviewQueueInput, now: number): Content {
  const { name, target, filters, query, reviewsPerItem, isBlind } = input;
  const source = input.source ?? "MANUAL";
  const list = listOfReviews(target);
  readFilters(list, filters);
  readQuery(list, query, now);
  const reviewerIds = readReviewers(input.reviewerIds);
  const most = recordLimits.reviewsPerItem;
  const reviews = reviewsPerItem ?? 1;
  if (!(reviews >= 1 && reviews <= most)) {
    const [limit, reason] = reviews > most ? ([most, "TOO_LARGE"] as const) : ([1, "TOO_SMALL"] as const);
    throw badInput("queue.reviewsPerItem", `must be from 1 to ${most}`, limit, reason);
  }
  if (reviewerIds.length > 0 && reviewerIds.length < reviews) {
    throw badInput(
      "queue.reviewsPerItem",
      `must be at most ${reviewerIds.length}, the number of reviewers of the queue`,
      reviewerIds.length,
      "MORE_THAN_REVIEWERS",
    );
  }
  return {
    name: readText("queue.name", readRequiredName("queue.name", name).trim(), recordLimits.idLength),
    instructions: readRemark("queue.instructions", input.instructions),
    target,
    criteria: readCriteria(input.criteria),
    source,
    filters: toStoredFilters(filters),
    query: query == null || query.trim() === "" ? null : query,
    sampleRate: readShare("queue.sampleRate", input.sampleRate ?? 1),
    judgeScore: source === "DISAGREEMENT" ? readScoreName("queue.judgeScore", input.judgeScore) : null,
    userScore: source === "DISAGREEMENT" ? readScoreName("queue.userScore", input.userScore) : null,
    threshold: input.threshold ?? defaultThreshold,
    reviewerIds,
    reviewsPerItem: reviews,
    isBlind: isBlind ?? false,
  };
}

export function listOfReviews(target: ReviewTarget): "steps" | "threads" {
  return target === "THREAD" ? "threads" : "steps";
}

/**
 * Returns the id of an item in a review queue. It is derived from the target, so that a queue contains each target only
 * once.
 */
export function reviewItemId(queueId: string, targetId: string): string {
  return deriveId(["review item", queueId, targetId]);
}

/** Reads the ids of steps or threads, without duplicates. */
export function readTargetIds(ids: readonly string[]): readonly string[] {
  const limit = recordLimits.addedReviewItems;
  if (ids.length > limit) throw badInput("targetIds", `at most ${limit} are allowed`, limit);
  return [...new Set(ids)];
}

/**
 * Reads the scores of a review. `schemas` contains the score schemas of the queue's criteria, without deleted schemas.
 * Throws if one of these schemas has no score.
 */
export function readReviewScores(
  reviewId: string,
  given: ReviewInput["scores"],
  schemas: readonly ScoreSchemaRecord[],
): ReviewScore[] {
  for (const [index, { scoreSchemaId }] of given.entries()) {
    const field = `review.scores[${index}].scoreSchemaId`;
    if (!schemas.some(({ id }) => id === scoreSchemaId))
      throw badInput(field, "must be the score schema of a criterion of the queue");
    if (given.findIndex((each) => each.scoreSchemaId === scoreSchemaId) < index) {
      throw badInput(field, "must be unique: each criterion has one score");
    }
  }
  return schemas.map((schema) => {
    const { id: scoreSchemaId, name } = schema;
    const index = given.findIndex((each) => each.scoreSchemaId === scoreSchemaId);
    const score = given[index];
    if (score === undefined) throw badInput("review.scores", `has no score for "${name}"`);
    const field = `review.scores[${index}]`;
    const id = deriveId(["review", reviewId, scoreSchemaId]);
    return { id, scoreSchemaId, name, ...readValue(field, score, schema) };
  });
}

function readValue(
  field: string,
  { value, label }: ReviewInput["scores"][number],
  { categories, minimum, maximum }: ScoreSchemaRecord,
): Pick<ReviewScore, "label" | "value"> {
  if (categories === null) {
    if ((minimum !== null && value < minimum) || (maximum !== null && value > maximum)) {
      throw badInput(`${field}.value`, `must be from ${minimum ?? "-∞"} to ${maximum ?? "∞"}`);
    }
    return { value, label: null };
  }
  const matching = categories.filter(
    (category) => category.value === value && (label ?? category.label) === category.label,
  );
  const [category] = matching;
  if (category === undefined) throw badInput(`${field}.value`, "is not a category of the score schema");
  if (matching.length > 1)
    throw badInput(`${field}.label`, "is required, because several categories of the score schema have this value");
  return { value, label: category.label };
}

export function readRemark(field: string, text: Given<string>): string | null {
  if (text == null || text.trim() === "") return null;
  return readText(field, text, recordLimits.reviewTextLength);
}

export function readFlagReason(reason: string): string {
  if (reason.trim() === "") throw badInput("reason", "must not be empty");
  return readText("reason", reason, recordLimits.flagReasonLength);
}

function readCriteria(criteria: ReviewQueueInput["criteria"]): Content["criteria"] {
  const limit = recordLimits.reviewCriteria;
  if (criteria.length === 0) throw badInput("queue.criteria", "must have at least one criterion");
  if (criteria.length > limit) throw badInput("queue.criteria", `at most ${limit} are allowed`, limit);
  return criteria.map(({ scoreSchemaId, help }, index) => {
    const field = `queue.criteria[${index}]`;
    if (criteria.findIndex((each) => each.scoreSchemaId === scoreSchemaId) < index) {
      throw badInput(`${field}.scoreSchemaId`, "must be unique, but another criterion uses this score schema");
    }
    return { scoreSchemaId, help: readRemark(`${field}.help`, help) };
  });
}

function readReviewers(ids: Given<readonly string[]>): readonly string[] {
  const limit = recordLimits.reviewers;
  if (ids && ids.length > limit) throw badInput("queue.reviewerIds", `at most ${limit} are allowed`, limit);
  return [...new Set(ids ?? [])];
}

function readScoreName(field: string, name: Given<string>): string {
  if (name == null) throw badInput(field, "is required for the source DISAGREEMENT", undefined, "EMPTY");
  return readRequiredName(field, name);
}

function readShare(field: string, value: number): number {
  if (value >= 0 && value <= 1) return value;
  throw badInput(field, "must be from 0 to 1", 1, "NOT_A_SHARE");
}

const targets: Readonly<Record<ReviewTarget, true>> = { STEP: true, THREAD: true };
const sources: Readonly<Record<ReviewSource, true>> = { MANUAL: true, FILTER: true, DISAGREEMENT: true };
const itemStates: Readonly<Record<ReviewItemState, true>> = { WAITING: true, DONE: true, SKIPPED: true, FLAGGED: true };
const reviewStates: Readonly<Record<ReviewState, true>> = { OPEN: true, DONE: true, SKIPPED: true };
const reviewerKinds: Readonly<Record<CommentAuthorKind, true>> = { account: true, key: true, noLogin: true };

/** Throws unless a review queue from an exported project is valid, including its filters. */
export function checkReviewQueue({ target, source, filters, query, sampleRate, criteria }: JsonObject): void {
  requireKey("reviewQueue.target", target, targets);
  requireKey("reviewQueue.source", source, sources);
  const list = target === "THREAD" ? "threads" : "steps";
  if (Array.isArray(filters)) readFilters(list, filters as never); // `readFilters` checks them
  if (typeof query === "string") readQuery(list, query, 0);
  if (typeof sampleRate === "number") readShare("reviewQueue.sampleRate", sampleRate);
  if (!Array.isArray(criteria) || !criteria.every(isCriterion)) {
    throw badInput("reviewQueue.criteria", 'must be a list of {"scoreSchemaId":"...","help":"..."}');
  }
}

export function checkReviewItem({ state, threadId, stepId }: JsonObject): void {
  requireKey("reviewItem.state", state, itemStates);
  const ids = [threadId, stepId];
  if (ids.filter((id) => typeof id === "string").length !== 1 || !ids.includes(null)) {
    throw badInput("reviewItem.threadId", "an item has either a threadId or a stepId");
  }
}

export function checkReview({ state, reviewerKind, scores }: JsonObject): void {
  requireKey("review.state", state, reviewStates);
  requireKey("review.reviewerKind", reviewerKind, reviewerKinds);
  if (!Array.isArray(scores) || !scores.every(isScore)) {
    throw badInput(
      "review.scores",
      'must be a list of {"id":"...","scoreSchemaId":"...","name":"...","value":1,"label":null}',
    );
  }
}

function requireKey(field: string, value: unknown, known: Readonly<Record<string, true>>): void {
  if (typeof value === "string" && Object.hasOwn(known, value)) return;
  throw badInput(field, `must be one of ${Object.keys(known).join(", ")}`);
}

function isCriterion(value: JsonValue): boolean {
  return isJsonObject(value) && typeof value["scoreSchemaId"] === "string";
}

function isScore(value: JsonValue): boolean {
  return (
    isJsonObject(value) &&
    ["id", "name", "scoreSchemaId"].every((key) => typeof value[key] === "string") &&
    typeof value["value"] === "number"
  );
}
