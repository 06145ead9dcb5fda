import type { PlaygroundCallsSubscription } from "../../generated/playground.ts";

export type CallResult = NonNullable<PlaygroundCallsSubscription["modelCalls"]["result"]>;

/** State of a column's call, with the response so far. */
export interface Run {
  readonly state: "running" | "done" | "stopped" | "failed";
  readonly text: string;
  /** Null until the call has ended. */
  readonly result: CallResult | null;
  /** Error of the service. An error of the provider is in `result`. */
  readonly error: string | null;
}
