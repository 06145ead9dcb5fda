import type { RecordingClient } from "@threadline/core";
import { firstText } from "./values.ts";

/** The embeddings interface, which is the same in every version of LangChain. */
export interface EmbeddingsLike {
  embedDocuments(documents: string[]): Promise<number[][]>;
  embedQuery(document: string): Promise<number[]>;
}

/**
 * Wraps embeddings, so that every call is recorded as a step of type `embedding` below the current step. LangChain does
 * not report embeddings to handlers. Not needed if the provider's instrumentation records the calls.
 */
export function recordEmbeddings<Model extends EmbeddingsLike>(client: RecordingClient, embeddings: Model): Model {
  const { constructor, model, modelName } = embeddings as EmbeddingsLike & { model?: unknown; modelName?: unknown };
  const name = firstText(model, modelName, constructor.name) ?? "embeddings";
  const step = (input: { query: string } | { documents: string[] }) =>
    client.step({ type: "embedding", name, input, metadata: { embeddings: constructor.name } });
  const recorded: EmbeddingsLike = {
    embedQuery: (query) =>
      step({ query }).wrap(
        () => embeddings.embedQuery(query),
        (vector) => describe([vector]),
      ),
    embedDocuments: (documents) => step({ documents }).wrap(() => embeddings.embedDocuments(documents), describe),
  };
  return new Proxy(embeddings, {
    get: (target, key) => {
      if (key === "embedQuery" || key === "embedDocuments") return recorded[key];
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
}

/** Describes vectors by their number and length, because the vectors themselves are long and unreadable. */
function describe(vectors: readonly (readonly number[])[]): { output: { count: number; dimensions: number } } {
  return { output: { count: vectors.length, dimensions: vectors[0]?.length ?? 0 } };
}
