import type { JsonValue } from "@threadline/core";
import { toJsonObject, toObject, toText } from "@threadline/core/internal";
import type { Surface } from "./surface.ts";
import { readUsage } from "./usage.ts";

/** Maps `doEmbed` calls of embedding models to records. The vectors are not recorded, only their number and length. */
export const embeddings: Surface = {
  name: "embedding",
  stepType: "embedding",
  isConversation: false,
  readRequest: ({ values, providerOptions }, modelId) => ({
    // The values are texts.
    input: { content: (values ?? null) as JsonValue },
    generation: {
      type: "COMPLETION",
      prompt: values as JsonValue[],
      model: modelId,
      settings: toJsonObject({ model: modelId, providerOptions }),
    },
  }),
  readResponse: (result) => {
    const { embeddings: vectors, usage, response } = toObject(result);
    const list: unknown[] = Array.isArray(vectors) ? vectors : [];
    const model = toText(toObject(response)["modelId"]);
    return {
      output: { count: list.length, dimensions: Array.isArray(list[0]) ? list[0].length : null },
      generation: { ...readUsage(usage), ...(model !== undefined && { model }) },
    };
  },
};
