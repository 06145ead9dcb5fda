import { EvaluationError, readPath, type TargetView } from "@threadline/evaluation";
import { readTargetView } from "../evaluators/read-target-view.ts";
import { badInput } from "../records/errors.ts";
import { answerOfScore, checkExamples } from "../records/judge-examples.ts";
import { recordLimits } from "../records/limits.ts";
import { ConflictError } from "../store/errors.ts";
import type { EvaluatorTarget, EvaluatorVersionRecord, JudgeExampleRecord, JudgeRecord } from "../store/evaluators.ts";
import type { ReviewItemRecord, ReviewRecord } from "../store/review-queues.ts";
import type { JsonObject } from "../json/json-value.ts";
import { creationIn } from "./creation.ts";
import type { RequestContext } from "./context.ts";
import type { MutationResolvers } from "./resolver-types.ts";
import { getSubmitted } from "./reviews.ts";
import { notFound } from "./root-fields.ts";

export const reviewExampleMutations: MutationResolvers = {
  addReviewToEvaluator: (_parent, { id, evaluatorId }, context) => addExample(id, evaluatorId, context),
};

/**
 * Adds a version of the judge with a review as an example. If another version was added concurrently, adds the example
 * to that version.
 */
async function addExample(
  reviewId: string,
  evaluatorId: string,
  context: RequestContext,
): Promise<EvaluatorVersionRecord> {
  const { store, project, loaders } = context;
  const evaluator = await store.evaluators.get(project.id, evaluatorId);
  const latest = evaluator && (await loaders.evaluatorVersions.load(evaluator.latestVersionId));
  if (latest === null) throw notFound("evaluatorId", "evaluator", evaluatorId);
  if (latest.kind !== "LLM") throw badInput("evaluatorId", "is not an evaluator of the kind LLM");
  const { review, item } = await getSubmitted(reviewId, context);
  const judge = latest.definition as JudgeRecord;
  const example = await toExample(review, item, { version: latest, judge }, context);
  const others = (judge.examples ?? []).filter((each) => each.reviewId !== reviewId);
  const examples = checkExamples([...others, example], "examples");
  const { kind, target, scoreName } = latest;
  const content = { kind, target, scoreName, description: null, definition: { ...judge, examples } };
  try {
    const created = await store.evaluators.addVersion(
      project.id,
      { ...creationIn(context), evaluatorId, ...content },
      recordLimits.evaluatorVersions,
      latest.id,
    );
    if (created === null) throw notFound("evaluatorId", "evaluator", evaluatorId);
    return created;
  } catch (error) {
    const current = error instanceof ConflictError ? await store.evaluators.get(project.id, evaluatorId) : null;
    if (current === null || current.latestVersionId === latest.id) throw error;
    return addExample(reviewId, evaluatorId, context);
  }
}

/**
 * Returns an example for a judge from a review. It contains copies of the values that the judge reads, so that it does
 * not change with the record.
 */
async function toExample(
  { id, scores, comment, correction }: ReviewRecord,
  { stepId, threadId }: ReviewItemRecord,
  { version, judge }: { readonly version: EvaluatorVersionRecord; readonly judge: JudgeRecord },
  context: RequestContext,
): Promise<JudgeExampleRecord> {
  const { target, scoreName } = version;
  const targetId = isOf(target, stepId) ? (stepId ?? threadId ?? "") : null;
  if (targetId === null) throw badInput("evaluatorId", `must have the target of the review, not the target ${target}`);
  const score = scores.find(({ name }) => name === scoreName);
  if (!score) throw badInput("id", `the review has no score "${scoreName}", which is the score of the evaluator`);
  const answer = answerOfScore(score, judge);
  if (!answer)
    throw badInput(
      "id",
      `the review has the score ${score.label ?? score.value} for "${scoreName}", which is not an answer of the judge`,
    );
  const view = await readView(target, targetId, context);
  const values: JsonObject = Object.fromEntries(
    judge.inputs.flatMap(({ name, path }) => {
      const value = readPath(view, path) ?? null;
      return value === null ? [] : [[name, value]];
    }),
  );
  const { label, value } = answer;
  return { reviewId: id, stepId, threadId, values, label, value, comment, correction };
}

/**
 * Whether an evaluator can score the record that a review is about. `target` is the kind of target that the evaluator
 * scores. `stepId` is null if the record is a thread.
 */
function isOf(target: EvaluatorTarget, stepId: string | null): boolean {
  return stepId === null ? target === "THREAD" : target === "STEP" || target === "RUN";
}

async function readView(kind: EvaluatorTarget, id: string, { store, project }: RequestContext): Promise<TargetView> {
  try {
    const view = await readTargetView(store, project.id, { kind, id });
    if (view !== null) return view;
  } catch (error) {
    throw error instanceof EvaluationError ? badInput("id", error.message) : error;
  }
  throw notFound("id", "record", id);
}
