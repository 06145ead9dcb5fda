import { EvaluationError } from "../evaluation-error.ts";
import { readText } from "./read-input.ts";
import { expectedOption, outputOption, type Scorer } from "./scorer.ts";

export interface EmbeddingSimilarityOptions {
  readonly output?: string | undefined;
  readonly expected?: string | undefined;
  readonly minimum?: number | undefined;
}

/** Options of an evaluator that runs in the service and calls the model of a connection. */
export interface ConnectedEmbeddingOptions extends EmbeddingSimilarityOptions {
  readonly connectionId?: string | undefined;
  readonly model?: string | undefined;
}

export const embeddingSimilarity: Scorer<ConnectedEmbeddingOptions> = {
  name: "embeddingSimilarity",
  description:
    "Similarity of output and expected text: the cosine of their embeddings, from `minimum` (0) to 1. Calls an embedding model.",
  options: {
    type: "object",
    properties: {
      output: outputOption,
      expected: expectedOption,
      minimum: {
        type: "number",
        minimum: 0,
        exclusiveMaximum: 1,
        description:
          "Cosine that scores 0. With many models, even texts on different subjects have a cosine of about 0.7.",
        default: 0,
      },
      connectionId: { type: "string", description: "Id of the model connection; required in the service." },
      model: { type: "string", description: "Embedding model of the connection; required in the service." },
    },
    required: [],
    additionalProperties: false,
  },
  async score(view, { output = "output", expected = "expected", minimum = 0 }, { embed, signal } = {}) {
    if (!embed) throw new EvaluationError("definitionInvalid", "`embeddingSimilarity` needs an embedding model");
    const texts = [readText(view, output), readText(view, expected)];
    const [one, other, ...rest] = await embed(texts, signal);
    if (!one || !other || rest.length > 0 || one.length !== other.length || one.length === 0) {
      throw new EvaluationError("resultInvalid", "The embedding model must return two vectors of the same length");
    }
    const cosine = cosineOf(one, other);
    if (!Number.isFinite(cosine)) {
      throw new EvaluationError(
        "resultInvalid",
        "The embedding model returned a vector of zeros, which has no similarity to other vectors",
      );
    }
    return { value: Math.min(1, Math.max(0, (cosine - minimum) / (1 - minimum))) };
  },
};

function cosineOf(one: readonly number[], other: readonly number[]): number {
  const product = one.reduce((sum, value, index) => sum + value * (other[index] ?? 0), 0);
  return product / (Math.hypot(...one) * Math.hypot(...other));
}
