import type { CallRecordOptions } from "@threadline/core";

/**
 * Returns request options that contain the recording options of one call, with a type that every method of the client
 * accepts. The value is `{ ...requestOptions, threadline: options }`.
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
export function callOptions<Options extends object>(options: CallRecordOptions, requestOptions?: Options): Options {
  // The cast is safe, because the client accepts and passes on options that it does not know.
  return { ...requestOptions, threadline: options } as unknown as Options;
}
