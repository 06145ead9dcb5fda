import type { JsonValue } from "../json/json-value.ts";
import type { GenerationCost, TokenDetails } from "./prices.ts";

export type GenerationType = "CHAT" | "COMPLETION";

/** The fields of a generation that a caller can give. Units are the wire's. */
export interface GenerationFields {
  readonly type: GenerationType | null;
  readonly promptId: string | null;
  readonly provider: string | null;
  readonly model: string | null;
  readonly error: string | null;
  readonly settings: JsonValue;
  readonly variables: JsonValue;
  readonly tags: readonly string[] | null;
  readonly metadata: JsonValue;
  readonly tools: JsonValue;
  readonly tokenCount: number | null;
  readonly inputTokenCount: number | null;
  readonly outputTokenCount: number | null;
  /** Milliseconds. */
  readonly ttFirstToken: number | null;
  /** Tokens per second. */
  readonly tokenThroughputInSeconds: number | null;
  /** Seconds. */
  readonly duration: number | null;
  readonly prompt: JsonValue;
  readonly completion: string | null;
  readonly messages: JsonValue;
  readonly messageCompletion: JsonValue;
}

/**
 * The call of a model, part of the step with the same id. Token counts that the caller left out are estimates:
 * `inputTokenCount` = given ?? estimated; `tokenCount` = given ?? input + output, null when neither side is known.
 */
export interface GenerationRecord extends GenerationFields {
  readonly type: GenerationType;
  /** True when at least one of the token counts is an estimate. */
  readonly tokenCountEstimated: boolean;
  /** Null when no tokens are known. */
  readonly tokenDetails: TokenDetails | null;
  /** US dollars at the price of its time; null when no price matches or no tokens are known. */
  readonly cost: number | null;
  readonly costDetails: GenerationCost | null;
}

/** A generation as it arrives: what is absent stays, what is null is cleared. */
export type GenerationWrite = { readonly [Key in keyof GenerationFields]?: GenerationFields[Key] | undefined } & {
  /** Estimates for the text of this write; they yield to counts that a caller gives, now or later. */
  readonly inputTokenEstimate?: number | undefined;
  readonly outputTokenEstimate?: number | undefined;
};
