import type { JsonObject } from "@threadline/core";

/** Options of a record in addition to the call's own data. */
export interface RecordOptions {
  /** Added to the step and its generation. */
  tags?: string[] | undefined;
  /** Added to the step and its generation. */
  metadata?: JsonObject | undefined;
  /** The id of the step; of the first one, where it is given for a whole client. Default: a new one. */
  stepId?: string | undefined;
  /** The name of the step. Default: the model. */
  name?: string | undefined;
}

/** Options of the record of one call. */
export interface CallOptions extends RecordOptions {
  /** The id of the conversation that the call belongs to, which becomes the id of its thread; see `autoThread`. */
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

/** Reads {@link CallOptions} from request options: `threadline`, or the names that the client of Literal AI had. */
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
