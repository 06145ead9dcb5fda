import { toJsonObject, toList, toObject, toText } from "@threadline/core/internal";
import type { JsonObject } from "@threadline/core";
import type { Surface } from "./surface.ts";

/** Maps calls of `POST {model}:predict` for image models to records. The images become attachments. */
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
      // Image data is put under `b64_json`, because data under this key is stored as an attachment.
      images: toList(toObject(data)["predictions"]).map(
        ({ bytesBase64Encoded: bytes, mimeType, ...rest }) =>
          ({ ...rest, ...(bytes !== undefined && { b64_json: bytes, mime: mimeType }) }) as JsonObject,
      ),
    },
    generation: {},
  }),
};
