import type { JsonValue } from "@threadline/core";
import { toJsonObject, toList, toObject, toText } from "@threadline/core/internal";
import type { Surface } from "./surface.ts";
import { readUsage } from "./usage.ts";

const BYTES_PER_NUMBER = 4;

/** Maps calls of `POST /embeddings` to records. The vectors are not recorded, only their number and length. */
export const embeddings: Surface = {
  name: "embedding",
  stepType: "embedding",
  readRequest: ({ input, ...settings }) => ({
    // A text, a list of texts, a list of tokens, or a list of token lists.
    input: { content: (input ?? null) as JsonValue },
    generation: {
      type: "COMPLETION",
      prompt: input as string | JsonValue[] | null | undefined,
      model: toText(settings["model"]),
      settings: toJsonObject(settings),
    },
  }),
  readResponse: (data) => {
    const answer = toObject(data);
    const vectors = toList(answer["data"]).map(({ embedding }) => embedding);
    return {
      output: { count: vectors.length, dimensions: countDimensions(vectors[0]) },
      generation: {
        ...readUsage(answer["usage"]),
        ...(answer["model"] !== undefined && { model: toText(answer["model"]) }),
      },
    };
  },
};

function countDimensions(vector: unknown): number | null {
  if (Array.isArray(vector)) return vector.length;
  if (typeof vector !== "string") return null;
  const padding = /=*$/u.exec(vector)?.[0].length ?? 0;
  return ((vector.length * 3) / 4 - padding) / BYTES_PER_NUMBER;
}
