import type { BuiltInDefinition, EvaluationProblem, EvaluationScore, TargetView } from "@threadline/evaluation";
import type { CodeLimits } from "./code-limits.ts";

/** Task that the thread executes: an evaluator's code, or a built-in scorer. */
export type CodeTask =
  | { readonly kind: "code"; readonly source: string; readonly input: string; readonly limits: CodeLimits }
  | { readonly kind: "scorer"; readonly definition: BuiltInDefinition; readonly view: TargetView };

export type CodeAnswer =
  | { readonly score: EvaluationScore; readonly failure: null }
  | { readonly score: null; readonly failure: { readonly problem: EvaluationProblem; readonly message: string } };

/** Messages from the thread: `ready` when it can accept a task, then an `answer` for each task. */
export type ThreadMessage =
  | { readonly kind: "ready" }
  /** `isLast` means that the compiler in this thread no longer works, so the thread must be ended. */
  | { readonly kind: "answer"; readonly answer: CodeAnswer; readonly isLast: boolean };
