import type { JsonObject, JsonValue } from "@threadline/core";
import { toJsonObject, toList, toObject, toText } from "@threadline/core/internal";
import type { Surface } from "./surface.ts";

/** Maps calls of `POST /moderations` to records. */
export const moderations: Surface = {
  name: "moderation",
  stepType: "llm",
  readRequest: ({ input, ...settings }) => ({
    // A text, a list of texts, or a list of parts.
    input: { content: (input ?? null) as JsonValue },
    generation: {
      type: "COMPLETION",
      prompt: input as string | JsonValue[] | null | undefined,
      model: toText(settings["model"]),
      settings: toJsonObject(settings),
    },
  }),
  readResponse: (data) => {
    const { id, model, results } = toObject(data);
    const verdicts = toList(results);
    return {
      // The cast is safe, because the provider's results are JSON objects.
      output: { flagged: verdicts.some(({ flagged }) => flagged === true), results: verdicts as JsonObject[] },
      generation: {
        ...(model !== undefined && { model: toText(model) }),
        metadata: toJsonObject({ responseId: id }),
      },
    };
  },
};
