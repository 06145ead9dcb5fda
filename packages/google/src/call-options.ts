import type { CallRecordOptions } from "@threadline/core";

/**
 * HTTP options of a call with its record options, for `config.httpOptions`. The same as
 * `{ ...httpOptions, threadline: options }`.
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
  // The client ignores unknown options.
  return { ...httpOptions, threadline: options } as unknown as Options;
}
