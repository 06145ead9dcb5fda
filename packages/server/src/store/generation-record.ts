import type { JsonValue } from "../json/json-value.ts";
import type { GenerationCost, TokenDetails } from "./prices.ts";

export type GenerationType = "CHAT" | "COMPLETION";

/** Fields of a generation that clients can set, in the units of the API. */
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
 * A model call, which belongs to the step with the same id. If the client sent no `inputTokenCount` or
 * `outputTokenCount`, the field contains an estimate. If the client sent no `tokenCount`, the field contains the sum of
 * the two other counts, or null if neither of them is known.
 */
export interface GenerationRecord extends GenerationFields {
  readonly type: GenerationType;
  readonly tokenCountEstimated: boolean;
  /** Null if no tokens are known. */
  readonly tokenDetails: TokenDetails | null;
  /**
   * US dollars, at the price that was valid at the time of the call. Null if no price matches or no tokens are known.
   */
  readonly cost: number | null;
  readonly costDetails: GenerationCost | null;
}

/** Fields to write to a generation. Absent fields stay; null clears a field. */
export type GenerationWrite = { readonly [Key in keyof GenerationFields]?: GenerationFields[Key] | undefined } & {
  /**
   * Estimated number of input tokens in this write. A count that the client gives takes precedence, even if it arrives
   * later.
   */
  readonly inputTokenEstimate?: number | undefined;
  readonly outputTokenEstimate?: number | undefined;
};
