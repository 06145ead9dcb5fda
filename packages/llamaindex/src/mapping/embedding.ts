import type { Generation, JsonObject, JsonValue } from "@threadline/core";
import { copyJson, toJsonObject, toNumber, toText } from "@threadline/core/internal";

/** Input and generation of an embedding. `model` may be a function with fields. */
export function readEmbedding(model: unknown, input: unknown): { input: JsonObject; generation: Generation } {
  const { model: name, dimensions } = model as { model?: unknown; dimensions?: unknown };
  const content = typeof input === "object" && input !== null ? copyJson(input) : (input as JsonValue); // or a text
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

/** Vectors are counted, not kept. */
export function countVectors(vectors: unknown): JsonObject | undefined {
  if (!Array.isArray(vectors)) return undefined;
  const [first] = vectors as unknown[];
  return Array.isArray(first)
    ? { count: vectors.length, dimensions: first.length }
    : { count: 1, dimensions: vectors.length };
}
