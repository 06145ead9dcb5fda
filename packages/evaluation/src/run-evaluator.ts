import type { JsonValue } from "@threadline/schema/sdk";
import { EvaluationError, type EvaluationProblem, ModelCallError } from "./evaluation-error.ts";
import type { EvaluationScore } from "./evaluation-score.ts";
import type { JsonObject } from "./json-object.ts";
import { judgeAnswerSchema, readJudgeAnswer } from "./judges/judge-answer.ts";
import type { JudgeDefinition } from "./judges/judge-definition.ts";
import { renderJudgeMessages } from "./judges/render-judge-messages.ts";
import { withExamples } from "./judges/with-examples.ts";
import { readPath } from "./read-path.ts";
import { runScorer } from "./scorers/built-in-scorers.ts";
import type { Embed } from "./scorers/scorer.ts";
import type { TargetView } from "./target-view.ts";

/** An evaluator whose code is a module with a default export, in TypeScript or JavaScript. */
export interface CodeDefinition {
  readonly kind: "code";
  readonly source: string;
}

export interface BuiltInDefinition {
  readonly kind: "builtIn";
  readonly scorer: string;
  readonly options: JsonObject;
}

export type EvaluatorDefinition = JudgeDefinition | CodeDefinition | BuiltInDefinition;

export interface JudgeCall {
  readonly messages: readonly JsonObject[];
  readonly responseSchema: JsonObject;
}

/** Response of the model that a judge calls. `failure` is set if the call failed. */
export interface JudgeReply {
  readonly text: string;
  readonly failure: { readonly problem: string; readonly message: string } | null;
}

export interface EvaluatorServices {
  readonly callModel?: ((call: JudgeCall, signal?: AbortSignal) => Promise<JudgeReply>) | undefined;
  /** Calls the embedding model of a scorer. Throws a `ModelCallError` if the call failed. */
  readonly embed?: Embed | undefined;
  /** Runs code in an isolate. Throws an `EvaluationError` if the code gives no score. */
  readonly runCode?: ((source: string, view: TargetView, signal?: AbortSignal) => Promise<EvaluationScore>) | undefined;
  /**
   * Runs scorers that do not call a model, within limits, for example in another thread. Default: in this thread,
   * without limits.
   */
  readonly runScorer?:
    | ((definition: BuiltInDefinition, view: TargetView, signal?: AbortSignal) => Promise<EvaluationScore>)
    | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface EvaluationFailure {
  readonly problem: EvaluationProblem;
  readonly message: string;
  /** Code of the failed model call, as in {@link ModelCallError}; undefined if `problem` is not `modelFailed`. */
  readonly modelProblem?: string | undefined;
}

export type EvaluationOutcome =
  | { readonly score: EvaluationScore; readonly failure: null }
  | { readonly score: null; readonly failure: EvaluationFailure };

/**
 * Scores a target with an evaluator. A failed evaluation resolves to a failure. Rejects only on unexpected errors, such
 * as an exception in `services`.
 */
export async function runEvaluator(
  definition: EvaluatorDefinition,
  view: TargetView,
  services: EvaluatorServices = {},
): Promise<EvaluationOutcome> {
  try {
    services.signal?.throwIfAborted();
    const score = await scoreOf(definition, view, services);
    if (Number.isFinite(score.value)) return { score, failure: null };
    throw new EvaluationError("resultInvalid", `The evaluator's score must be a finite number, not ${score.value}`);
  } catch (error) {
    if (services.signal?.aborted) {
      return { score: null, failure: { problem: "canceled", message: "The evaluation was canceled" } };
    }
    if (!(error instanceof EvaluationError)) throw error;
    const { problem, message } = error;
    return {
      score: null,
      failure: { problem, message, ...(error instanceof ModelCallError && { modelProblem: error.modelProblem }) },
    };
  }
}

async function scoreOf(
  definition: EvaluatorDefinition,
  view: TargetView,
  { callModel, embed, runCode, runScorer: runBounded, signal }: EvaluatorServices,
): Promise<EvaluationScore> {
  switch (definition.kind) {
    case "builtIn":
      return runBounded && definition.scorer !== "embeddingSimilarity"
        ? runBounded(definition, view, signal)
        : runScorer(definition, view, { embed, signal });
    case "code":
      if (!runCode)
        throw new EvaluationError("definitionInvalid", "Code evaluators need a sandbox, which is not available");
      return runCode(definition.source, view, signal);
    case "llm": {
      if (!callModel) throw new EvaluationError("definitionInvalid", "The evaluator is a judge, which needs a model");
      const { messages, inputs, answer } = definition;
      const call = {
        messages: withExamples(renderJudgeMessages(messages, readInputs(inputs, view)), definition),
        responseSchema: judgeAnswerSchema(answer),
      };
      const { text, failure } = await callModel(call, signal);
      if (failure) throw new ModelCallError(failure);
      return readJudgeAnswer(text, answer);
    }
  }
}

function readInputs(inputs: Readonly<Record<string, string>>, view: TargetView): Record<string, JsonValue> {
  return Object.fromEntries(
    Object.entries(inputs).map(([name, path]) => {
      const value = readPath(view, path);
      if (value !== undefined && value !== null) return [name, value];
      throw new EvaluationError(
        "inputInvalid",
        `The target has no value at \`${path}\`, which the prompt variable \`${name}\` needs`,
      );
    }),
  );
}
