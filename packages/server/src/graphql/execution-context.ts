import type { Actor } from "../access/actor.ts";
import type { Answer } from "../answers/answers.ts";

export interface ExecutionContext {
  readonly actor: Actor;
  /** Aborts when the client disconnects before the response. Absent if the service was called in process. */
  readonly signal?: AbortSignal | undefined;
  /** Records the requested root fields, for traces. */
  readonly rootFields?: Set<string> | undefined;
  /** Counts the bytes read for the response and written to it. If absent, they are unlimited. */
  readonly answer?: Answer | undefined;
  /**
   * Errors of elements of `ingestSteps(steps)` that did not match their type, by index. The engine replaces these
   * elements with `{ id }` (with an empty id if it is not a string), so that each fails alone.
   */
  readonly badSteps?: ReadonlyMap<number, Error> | undefined;
}
