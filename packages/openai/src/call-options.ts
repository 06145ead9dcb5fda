import type { JsonObject } from "@threadline/core";

/** Options of a record in addition to the call's own data. */
export interface RecordOptions {
  /** Added to the step and its generation. */
  tags?: string[] | undefined;
  /** Added to the step and its generation. */
  metadata?: JsonObject | undefined;
  /** Id of the step; of the first one if set for a whole client. Default: generated. */
  stepId?: string | undefined;
  /** Name of the step. Default: the model. */
  name?: string | undefined;
}

/** Options of the record of one call. */
export interface CallOptions extends RecordOptions {
  /** Id of the conversation that the call belongs to, which becomes the thread id; see `autoThread`. */
  conversationId?: string | undefined;
}

/**
 * Request options that carry what one call is recorded with, typed so that every method of the client takes them. The same as
 * `{ ...requestOptions, threadline: options }`.
 *
 * @example
 * ```ts
 * import { callOptions } from "@threadline/openai";
 * import OpenAI from "openai";
 *
 * const openai = new OpenAI();
 * const body = { model: "gpt-4o-mini", messages: [{ role: "user" as const, content: "Hello" }] };
 * await openai.chat.completions.create(body, callOptions({ tags: ["greeting"] }, { timeout: 5_000 }));
 * ```
 */
export function callOptions<Options extends object>(options: CallOptions, requestOptions?: Options): Options {
  // The client passes on what it does not know.
  return { ...requestOptions, threadline: options } as unknown as Options;
}

/** Reads {@link CallOptions} from request options: `threadline`, or the names of Literal AI's client. */
export function readCallOptions(requestOptions: Readonly<Record<string, unknown>>): CallOptions {
  // Given by the caller with the documented type; the service rejects other types.
  const { threadline, literalaiTags, literalaiMetadata, literalaiStepId } = requestOptions as {
    threadline?: CallOptions;
    literalaiTags?: string[];
    literalaiMetadata?: JsonObject;
    literalaiStepId?: string;
  };
  return { tags: literalaiTags, metadata: literalaiMetadata, stepId: literalaiStepId, ...threadline };
}
