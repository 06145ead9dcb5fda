import type { CallRecordOptions } from "@threadline/core";

/**
 * Returns HTTP options that contain the recording options of one call, for `config.httpOptions`. The value is `{
 * ...httpOptions, threadline: options }`.
 *
 * @example
 * ```ts
 * import { GoogleGenAI } from "@google/genai";
 * import { callOptions } from "@threadline/google";
 *
 * const google = new GoogleGenAI({ apiKey: "key" });
 * const config = { httpOptions: callOptions({ tags: ["greeting"] }, { timeout: 5_000 }) };
 * await google.models.generateContent({ model: "gemini-2.5-flash", contents: "Hello", config });
 * ```
 */
export function callOptions<Options extends object>(options: CallRecordOptions, httpOptions?: Options): Options {
  // The cast is safe, because the client ignores options that it does not know.
  return { ...httpOptions, threadline: options } as unknown as Options;
}
