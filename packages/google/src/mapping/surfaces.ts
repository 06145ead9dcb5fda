import { embeddings, vertexEmbeddings } from "./embeddings.ts";
import { generateContent } from "./generate-content.ts";
import { images } from "./images.ts";
import type { Surface } from "./surface.ts";

export interface Target {
  surface: Surface;
  /** Name of the model, without its publisher and project. */
  model: string;
}

const SURFACES: ReadonlyMap<string, Surface> = new Map([
  ["generateContent", generateContent],
  ["streamGenerateContent", generateContent],
  ["embedContent", embeddings],
  ["batchEmbedContents", embeddings],
]);

/** Returns the method and the model of a path; undefined if the path is not a model call. */
export function findTarget(path: unknown): Target | undefined {
  if (typeof path !== "string") return undefined;
  const [route = ""] = path.split("?", 1);
  const colon = route.lastIndexOf(":");
  const model = route.slice(route.lastIndexOf("/", colon) + 1, Math.max(colon, 0));
  const method = route.slice(colon + 1);
  if (model === "") return undefined;
  const surface = method === "predict" ? findPrediction(model) : SURFACES.get(method);
  return surface && { surface, model };
}

/**
 * Returns the mapping of the method `predict`, which depends on the model. Image models have this method in the Gemini
 * API and in Vertex AI. Embedding models have it only in Vertex AI.
 */
function findPrediction(model: string): Surface | undefined {
  if (model.includes("embedding")) return vertexEmbeddings;
  return model.startsWith("imagen") || model.startsWith("image") ? images : undefined;
}
