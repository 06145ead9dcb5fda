import { toJsonObject, toList, toObject, toText, type Wire } from "@threadline/core/internal";
import { messages } from "./messages-api.ts";
import type { Surface } from "./surface.ts";

/** Maps calls of `POST /v1/messages/batches` to records. Each request of the batch becomes a step of its own. */
export const batches: Surface = {
  name: "message-batch",
  stepType: "run",
  isConversation: false,
  readRequest: ({ requests }) => ({ input: { requestCount: toList(requests).length }, generation: {} }),
  readResponse: (data) => {
    const { id, processing_status: status, request_counts: counts } = toObject(data);
    return { output: toJsonObject({ id, status, counts }) ?? {}, generation: {} };
  },
};

/** Maps calls of `POST /v1/complete`, the older API for text completions, to records. */
const completions: Surface = {
  name: "completion",
  stepType: "llm",
  isReadLater: true,
  isConversation: true,
  readRequest: ({ prompt, ...settings }) => ({
    generation: {
      type: "COMPLETION",
      prompt: toText(prompt),
      model: toText(settings["model"]),
      settings: toJsonObject(settings),
    },
  }),
  readResponse: (data) => {
    const { completion, model, stop_reason: finishReason, id } = toObject(data);
    return {
      generation: {
        completion: toText(completion),
        model: toText(model),
        metadata: toJsonObject({ responseId: id, finishReason }),
      },
    };
  },
  createReader: () => {
    let text = "";
    let last: Wire = {};
    return {
      add: (event) => {
        last = event;
        const piece = toText(event["completion"]) ?? "";
        text += piece;
        return piece !== "";
      },
      read: () => completions.readResponse({ ...last, completion: text }),
    };
  },
};

const SURFACES: ReadonlyMap<string, Surface> = new Map([
  ["/v1/messages", messages],
  ["/v1/messages/batches", batches],
  ["/v1/complete", completions],
]);

/**
 * Returns the endpoint of a request path, or undefined if requests to it are not recorded. A query in the path, as in
 * requests for beta features, is ignored.
 */
export function findSurface(path: unknown): Surface | undefined {
  return typeof path === "string" ? SURFACES.get(path.split("?", 1)[0] ?? "") : undefined;
}
