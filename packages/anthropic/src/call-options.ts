import type { CallRecordOptions } from "@threadline/core";

/**
 * Returns request options that contain the recording options of one call, with a type that every method of the client
 * accepts. The value is `{ ...requestOptions, threadline: options }`.
 *
 * @example
 * ```ts
 * import Anthropic from "@anthropic-ai/sdk";
 * import { callOptions } from "@threadline/anthropic";
 *
 * const anthropic = new Anthropic();
 * const messages = [{ role: "user" as const, content: "Hello" }];
 * const body = { model: "claude-sonnet-5-5", max_tokens: 100, messages };
 * await anthropic.messages.create(body, callOptions({ tags: ["greeting"] }, { timeout: 5_000 }));
 * ```
 */
export function callOptions<Options extends object>(options: CallRecordOptions, requestOptions?: Options): Options {
  // The cast is safe, because the client passes on options that it does not know.
  return { ...requestOptions, threadline: options } as unknown as Options;
}
