import type { GenerationWrite } from "../store/generation-record.ts";
import type { JsonValue } from "../json/json-value.ts";
import { isJsonObject } from "./json-values.ts";

export type TokenCounter = (text: string) => number;

/**
 * The tokenizer takes quadratic time on text without spaces, so it counts pieces of `pieceLength` characters. In a text
 * of more than `pieceLimit` pieces, it counts only `pieceLimit` of them. These take about half a millisecond.
 */
const pieceLength = 256;
const pieceLimit = 16;

/** Loads the tokenizer of cl100k_base. Called for the first generation only, because it takes 40 MB of memory. */
export async function loadTokenCounter(): Promise<TokenCounter> {
  const { countTokens, setMergeCacheSize } = await import("gpt-tokenizer/encoding/cl100k_base");
  setMergeCacheSize(10_000);
  const everythingIsText = { disallowedSpecial: new Set<string>() };
  return (text) => countTokens(text, everythingIsText);
}

/** Whether the caller sent text without its token count. */
export function lacksTokenCounts(generation: GenerationWrite): boolean {
  return (
    isUncounted(generation.inputTokenCount, inputOf(generation)) ||
    isUncounted(generation.outputTokenCount, outputOf(generation))
  );
}

export function estimateTokenCounts(generation: GenerationWrite, countTokens: TokenCounter): GenerationWrite {
  const input = inputOf(generation);
  const output = outputOf(generation);
  return {
    ...generation,
    ...(isUncounted(generation.inputTokenCount, input) && { inputTokenEstimate: estimateTokens(input, countTokens) }),
    ...(isUncounted(generation.outputTokenCount, output) && {
      outputTokenEstimate: estimateTokens(output, countTokens),
    }),
  };
}

function isUncounted(count: number | null | undefined, content: JsonValue | undefined): boolean {
  return count == null && content != null;
}

function inputOf(generation: GenerationWrite): JsonValue | undefined {
  return generation.messages ?? generation.prompt;
}

function outputOf(generation: GenerationWrite): JsonValue | undefined {
  return generation.messageCompletion ?? generation.completion;
}

function estimateTokens(content: JsonValue | undefined, countTokens: TokenCounter): number {
  const text = textOf(content ?? null);
  const pieces = Math.ceil(text.length / pieceLength);
  const step = Math.max(1, pieces / pieceLimit);
  let tokens = 0;
  let counted = 0;
  for (let index = 0; index < pieces; index += step) {
    const start = Math.floor(index) * pieceLength;
    const piece = text.slice(start, start + pieceLength);
    tokens += countTokens(piece);
    counted += piece.length;
  }
  return counted === 0 ? 0 : Math.round((tokens * text.length) / counted);
}

/** Keys of a message whose values are not counted: ids, types, and media, which have no text tokens. */
const textless = new Set(["uuid", "id", "type", "image_url", "image", "input_audio", "file", "source"]);

function textOf(value: JsonValue): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.map(textOf).filter(Boolean).join("\n");
  if (!isJsonObject(value)) return "";
  const parts = Object.entries(value).filter(([key]) => !textless.has(key));
  return parts
    .map(([, part]) => textOf(part))
    .filter(Boolean)
    .join("\n");
}
