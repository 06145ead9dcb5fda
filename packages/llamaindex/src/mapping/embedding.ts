import type { Generation, JsonObject, JsonValue } from "@threadline/core";
import { copyJson, toJsonObject, toNumber, toText } from "@threadline/core/internal";

/** Returns the input and the generation of an embedding call. `model` may be a function that has fields. */
export function readEmbedding(model: unknown, input: unknown): { input: JsonObject; generation: Generation } {
  const { model: name, dimensions } = model as { model?: unknown; dimensions?: unknown };
  // Any other input is a text.
  const content = typeof input === "object" && input !== null ? copyJson(input) : (input as JsonValue);
  const constructed = toText((model as object).constructor?.name);
  return {
    input: { content },
    generation: {
      type: "COMPLETION",
      provider: constructed?.replace(/Embeddings?$/u, "").toLowerCase(),
      model: toText(name),
      settings: toJsonObject({ dimensions: toNumber(dimensions) }),
      prompt: content as string | JsonValue[],
    },
  };
}

/** Describes vectors by their number and length, because the vectors themselves are not recorded. */
export function countVectors(vectors: unknown): JsonObject | undefined {
  if (!Array.isArray(vectors)) return undefined;
  const [first] = vectors as unknown[];
  return Array.isArray(first)
    ? { count: vectors.length, dimensions: first.length }
    : { count: 1, dimensions: vectors.length };
}
