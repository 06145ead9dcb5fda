import type { JsonObject } from "@threadline/core";
import {
  type MappedResponse,
  type StreamReader,
  toJsonObject,
  toList,
  toObject,
  toText,
  type Wire,
} from "@threadline/core/internal";
import type { Surface } from "./surface.ts";
import { readUsage, readUsageDetails } from "./usage.ts";

/**
 * Maps calls of `POST /images/generations`, `/images/edits` and `/images/variations` to records. The images become
 * attachments.
 */
export const images: Surface = {
  name: "image",
  stepType: "llm",
  readRequest: ({ prompt, image, mask, ...settings }) => ({
    input: toJsonObject({ prompt, image, mask }) ?? {},
    generation: {
      type: "COMPLETION",
      prompt: toText(prompt),
      model: toText(settings["model"]),
      settings: toJsonObject(settings),
    },
  }),
  readResponse: (data) => readImages(toObject(data)),
  createReader: () => new EventReader(),
};

function readImages({ data, usage, model, ...rest }: Wire): MappedResponse {
  const { size, quality, background, output_format: format } = rest;
  const mime = `image/${toText(format) ?? "png"}`;
  return {
    // The cast is safe, because the provider's images are JSON objects.
    output: {
      images: toList(data).map((image) => ({ ...image, ...("b64_json" in image && { mime }) })) as JsonObject[],
    },
    generation: {
      ...readUsage(usage),
      ...(model !== undefined && { model: toText(model) }),
      metadata: toJsonObject({ size, quality, background, outputFormat: format, ...readUsageDetails(usage) }),
    },
  };
}

/** Reads a stream of images. If no final image arrives, the latest partial image is recorded. */
class EventReader implements StreamReader {
  readonly #finished: Wire[] = [];
  #latest: Wire | undefined;

  add(event: Wire): boolean {
    const { type, b64_json: image } = event;
    if (typeof image !== "string") return false;
    if (typeof type === "string" && type.endsWith(".completed")) this.#finished.push(event);
    else this.#latest = event;
    return true;
  }

  read(): MappedResponse {
    const events = this.#finished.length > 0 ? this.#finished : [this.#latest ?? {}];
    const data = events.flatMap(({ b64_json: image }) => (image === undefined ? [] : [{ b64_json: image }]));
    return readImages({ ...events.at(-1), data });
  }
}
