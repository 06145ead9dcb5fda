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
   * Errors of the invalid steps in `ingestSteps(steps)`, by index in `steps`. Each invalid step is replaced with
   * `{ id }` in `steps`, so that the valid steps can be stored.
   */
  readonly badSteps?: ReadonlyMap<number, Error> | undefined;
}
