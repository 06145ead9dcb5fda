import type { Outline } from "./outline.ts";
import { stepKind } from "./step-kind.ts";

/** Records that contain what an assistant message answers. */
export interface AnswerSource {
  /** Id of the run that wrote the message; null if there is none. */
  readonly runId: string | null;
  /** Id of the user's message before it; null if there is none. */
  readonly questionId: string | null;
}

/**
 * Returns the source of an assistant message: a run, and the user's message before it. The run is the outermost one
 * around the message within its turn or, without one, the last run before the message in its turn. Null for any other
 * step. A run that contains several turns is no source, because its input and output belong to other messages.
 */
export function answerSource(outline: Outline, id: string): AnswerSource | null {
  const step = outline.indexOf(id);
  if (step === undefined || outline.typeOf(step) !== "assistant_message") return null;
  let run: number | null = null;
  let question: number | null = null;
  let outermost = step;
  let isInTurn = true;
  for (let at = step; at !== -1; at = outline.parents[at] ?? -1) {
    isInTurn &&= at === step || !hasTurns(outline, at);
    if (isInTurn) outermost = at;
    if (isInTurn && at !== step && stepKind(outline.typeOf(at)) === "run") run = at;
    question ??= stepsBefore(outline, at).find((each) => outline.typeOf(each) === "user_message") ?? null;
  }
  if (run === null) {
    for (const each of stepsBefore(outline, outermost)) {
      const type = outline.typeOf(each);
      if (type === "user_message") break;
      if (stepKind(type) !== "run") continue;
      run = each;
      break;
    }
  }
  const idOf = (found: number | null): string | null => (found === null ? null : outline.idOf(found));
  return { runId: idOf(run), questionId: idOf(question) };
}

/** Whether the descendants of a step contain several turns, so that a question follows an answer. */
function hasTurns(outline: Outline, step: number): boolean {
  let isAnswered = false;
  for (const each of outline.descendants(step)) {
    const type = outline.typeOf(each);
    if (type === "assistant_message") isAnswered = true;
    else if (isAnswered && type === "user_message") return true;
  }
  return false;
}

/** Returns the siblings before a step, nearest first. */
function stepsBefore(outline: Outline, step: number): readonly number[] {
  const siblings = outline.childrenOf(outline.parents[step] ?? -1);
  return siblings.slice(0, siblings.indexOf(step)).toReversed();
}
