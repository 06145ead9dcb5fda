import type { JsonValue } from "./json.ts";

/** So many of the first and of the last steps of a thread are looked at for its ends, by the order in which they were stored. */
export const endSteps = 20;

/** First input and last output of a conversation; null when its steps have none. */
export interface ThreadEnds {
  /** Input of the first outermost step that has one, or text of a message. */
  readonly opening: JsonValue;
  /** The output of the last of the outermost steps that has one and is no message of the user. */
  readonly closing: JsonValue;
}
