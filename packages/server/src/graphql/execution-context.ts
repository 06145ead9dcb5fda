import type { Actor } from "../access/actor.ts";
import type { Answer } from "../answers/answers.ts";

/** Fields of the request context used by the engine, which passes it to resolvers. */
export interface ExecutionContext {
  /** The caller; root fields check its permissions before they resolve. */
  readonly actor: Actor;
  /** Aborts when the client disconnects before the response; absent if the service was called in process. */
  readonly signal?: AbortSignal | undefined;
  /** Records the requested root fields, for traces. */
  readonly rootFields?: Set<string> | undefined;
  /** Counts bytes read for and written to the response; absent: unlimited. */
  readonly answer?: Answer | undefined;
  /**
   * Elements of `ingestSteps(steps)` that did not match their type, by index. The engine replaces them with `{ id }`
   * (`""` if not a string), so that each fails alone.
   */
  readonly badSteps?: ReadonlyMap<number, Error> | undefined;
}
