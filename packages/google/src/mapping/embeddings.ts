import type { JsonValue } from "@threadline/core";
import {
  type MappedResponse,
  toJsonObject,
  toList,
  toNumber,
  toObject,
  toText,
  type Wire,
} from "@threadline/core/internal";
import type { Surface } from "./surface.ts";

/**
 * Maps calls of `POST {model}:embedContent` and `{model}:batchEmbedContents` to records. The vectors are not recorded,
 * only their number and length.
 */
export const embeddings: Surface = {
  name: "embedding",
  stepType: "embedding",
  isConversation: false,
  readRequest(body, model) {
    const requests = "requests" in body ? toList(body["requests"]) : [body];
    const { content: _content, model: _model, ...settings } = requests[0] ?? {};
    return toRequest(
      requests.map(({ content }) => readTexts(content)),
      { ...settings, model },
    );
  },
  readResponse(data) {
    const { embeddings: list, embedding, usageMetadata } = toObject(data);
    const vectors = list === undefined ? toList([embedding]) : toList(list);
    const tokens = toNumber(toObject(usageMetadata)["promptTokenCount"]);
    return toResponse(
      vectors.map(({ values }) => values),
      tokens,
    );
  },
};

/** Maps calls of `POST {model}:predict` for embedding models of Vertex AI to records. */
export const vertexEmbeddings: Surface = {
  ...embeddings,
  readRequest({ instances, parameters }, model) {
    const list = toList(instances);
    const { content: _content, ...settings } = list[0] ?? {};
    return toRequest(
      list.map(({ content }) => (content ?? null) as JsonValue),
      { ...settings, ...toObject(parameters), model },
    );
  },
  readResponse(data) {
    const list = toList(toObject(data)["predictions"]).map(({ embeddings: one }) => toObject(one));
    const counts = list.map(({ statistics }) => toNumber(toObject(statistics)["token_count"]));
    const isCounted = counts.length > 0 && counts.every((count) => count !== undefined);
    const tokens = isCounted ? counts.reduce<number>((sum, count) => sum + (count ?? 0), 0) : undefined;
    return toResponse(
      list.map(({ values }) => values),
      tokens,
    );
  },
};

function readTexts(content: unknown): JsonValue {
  const parts = toList(toObject(content)["parts"]);
  const texts = parts.map(({ text }) => toText(text));
  return texts.every((text) => text !== undefined) ? texts.join("") : (parts as unknown as JsonValue);
}

function toRequest(inputs: JsonValue[], settings: Wire): ReturnType<Surface["readRequest"]> {
  const input = inputs.length === 1 ? (inputs[0] ?? null) : inputs;
  return {
    input: { content: input },
    generation: {
      type: "COMPLETION",
      // The cast is safe, because `input` is a text, a list or, if the request has no content, null.
      prompt: input as string | JsonValue[] | null,
      model: toText(settings["model"]),
      settings: toJsonObject(settings),
    },
  };
}

function toResponse(vectors: readonly unknown[], tokens: number | undefined): MappedResponse {
  const [first] = vectors;
  return {
    output: { count: vectors.length, dimensions: Array.isArray(first) ? first.length : null },
    generation: tokens === undefined ? {} : { inputTokenCount: tokens, tokenCount: tokens },
  };
}
