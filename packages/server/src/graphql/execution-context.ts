import type { Actor } from "../access/actor.ts";
import type { Answer } from "../answers/answers.ts";

/** Fields of the request context used by the engine, which passes it on to resolvers. */
export interface ExecutionContext {
  /** The caller; root fields check its permissions before they resolve. */
  readonly actor: Actor;
  /** Aborts when the client leaves before its answer; absent when the service was called in process. */
  readonly signal?: AbortSignal | undefined;
  /** Records the requested root fields, for traces. */
  readonly rootFields?: Set<string> | undefined;
  /** Counts bytes read for and written to the response; absent: unlimited. */
  readonly answer?: Answer | undefined;
  /**
   * The elements of `ingestSteps(steps)` that did not fit their type, by index. The engine leaves `{ id }` in their place
   * (`""` when it was no string), so that each fails alone.
   */
  readonly badSteps?: ReadonlyMap<number, Error> | undefined;
}
