import type { Actor } from "../access/actor.ts";
import type { Answer } from "../answers/answers.ts";

/** What the engine reads of the context of a request, which it passes on to the resolvers. */
export interface ExecutionContext {
  /** Who asks; root fields check what that one may do before they resolve. */
  readonly actor: Actor;
  /** Aborts when the client leaves before its answer; absent when the service was called in process. */
  readonly signal?: AbortSignal | undefined;
  /** Takes down the root fields that were asked for, where somebody traces them. */
  readonly rootFields?: Set<string> | undefined;
  /** Counts what is read for the answer and written of it; absent: anything goes. */
  readonly answer?: Answer | undefined;
  /**
   * The elements of `ingestSteps(steps)` that did not fit their type, by index. The engine leaves `{ id }` in their place
   * (`""` when it was no string), so that each fails alone.
   */
  readonly badSteps?: ReadonlyMap<number, Error> | undefined;
}
