import type { CreateEmbeddingResponse, EmbeddingCreateParams } from "openai/resources/embeddings";
import { NotRecordedError, type Reply } from "./reply.ts";
import { wordEmbedding } from "./word-embedding.ts";

/** Name of the simulated embedding model, whose vectors {@link wordEmbedding} computes. */
export const embeddingModel = "word-embedding";

/**
 * Responds to `POST /embeddings`. Accepts any text, because the vectors are computed from its words instead of being
 * recorded.
 */
export function replyToEmbedding({ input, model, encoding_format: format }: EmbeddingCreateParams): Reply {
  if (model !== embeddingModel)
    throw new NotRecordedError(`no recorded embeddings for ${model}, only for ${embeddingModel}`);
  const texts = [input].flat().map((text) => {
    if (typeof text !== "string") throw new NotRecordedError("embeddings need texts, not tokens");
    return text;
  });
  const tokens = Math.ceil(texts.join("").length / 4);
  const body = {
    object: "list",
    model,
    data: texts.map((text, index) => ({ object: "embedding", index, embedding: encode(wordEmbedding(text), format) })),
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  } satisfies Encoded;
  return { body };
}

/**
 * Response format of the API. In the client's types, a vector is always a list of numbers. If the request asks for
 * base64, the vector is a string instead.
 */
type Encoded = Omit<CreateEmbeddingResponse, "data"> & { data: { embedding: number[] | string }[] };

function encode(vector: number[], format: EmbeddingCreateParams["encoding_format"]): number[] | string {
  return format === "base64" ? Buffer.from(new Float32Array(vector).buffer).toString("base64") : vector;
}
