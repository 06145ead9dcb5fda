import { toJsonObject, toList, toObject, toText } from "@threadline/core/internal";
import type { JsonObject } from "@threadline/core";
import type { Surface } from "./surface.ts";

/** Maps calls of `POST {model}:predict` of image models to records. Images in the call become attachments. */
export const images: Surface = {
  name: "image",
  stepType: "llm",
  isConversation: false,
  readRequest({ instances, parameters }, model) {
    const [{ prompt } = {}] = toList(instances);
    const text = toText(prompt);
    return {
      input: toJsonObject({ prompt: text }) ?? {},
      generation: {
        type: "COMPLETION",
        prompt: text,
        model,
        settings: toJsonObject({ model, ...toObject(parameters) }),
      },
    };
  },
  readResponse: (data) => ({
    output: {
      // The provider's images are JSON objects. `b64_json` marks the data that become an attachment.
      images: toList(toObject(data)["predictions"]).map(
        ({ bytesBase64Encoded: bytes, mimeType, ...rest }) =>
          ({ ...rest, ...(bytes !== undefined && { b64_json: bytes, mime: mimeType }) }) as JsonObject,
      ),
    },
    generation: {},
  }),
};
