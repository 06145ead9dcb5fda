import type { JsonObject } from "@threadline/core";
import { copyJson, toList, toObject, toText } from "@threadline/core/internal";

export function readDocuments(nodes: unknown): JsonObject[] {
  return toList(nodes).map(({ node, score }) => {
    const { id_: id, text, metadata } = toObject(node);
    // The cast is safe, because `copyJson` returns an object for an object.
    return copyJson({ id: toText(id), text: toText(text), metadata, score }) as JsonObject;
  });
}

/**
 * Reads the text of a query engine's or synthesizer's response, and the number of its sources. Returns undefined for a
 * stream.
 */
export function readResponse(response: unknown): JsonObject | undefined {
  const { message, sourceNodes } = toObject(response);
  const content = toText(toObject(message)["content"]);
  if (content === undefined) return undefined;
  return { role: "assistant", content, ...(Array.isArray(sourceNodes) && { sourceCount: sourceNodes.length }) };
}
