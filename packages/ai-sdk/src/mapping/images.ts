import type { JsonValue } from "@threadline/core";
import { toJsonObject, toList, toObject, toText } from "@threadline/core/internal";
import type { Surface } from "./surface.ts";
import { readUsage } from "./usage.ts";

/** Maps `doGenerate` calls of image models to records. Images become attachments. */
export const images: Surface = {
  name: "image",
  stepType: "llm",
  isConversation: false,
  readRequest: ({ prompt, files, mask, n, size, aspectRatio, seed, providerOptions }, modelId) => ({
    input: toJsonObject({ prompt, files: inputFiles(files), mask: inputFiles([mask])?.[0] }) ?? {},
    generation: {
      type: "COMPLETION",
      prompt: toText(prompt),
      model: modelId,
      settings: toJsonObject({ model: modelId, n, size, aspectRatio, seed, providerOptions }),
    },
  }),
  readResponse: (result) => {
    const { images: made, usage, response, warnings } = toObject(result);
    const model = toText(toObject(response)["modelId"]);
    const list: unknown[] = Array.isArray(made) ? made : [];
    return {
      output: { images: list.map((image) => ({ b64_json: toFile(image), mime: "image/png" })) },
      generation: {
        ...readUsage(usage),
        ...(model !== undefined && { model }),
        metadata: toJsonObject({ warnings: Array.isArray(warnings) && warnings.length > 0 ? warnings : undefined }),
      },
    };
  },
};

function inputFiles(files: unknown): JsonValue[] | undefined {
  if (!Array.isArray(files)) return undefined;
  const given = toList(files).flatMap(({ data, url, mediaType }) =>
    data === undefined && url === undefined
      ? []
      : [{ b64_json: toFile(data) ?? toText(url) ?? null, mime: toText(mediaType) ?? "image/png" }],
  );
  return given.length === 0 ? undefined : given;
}

/**
 * Returns the content of an image: base64 unchanged, or bytes as a `Blob`. The recorder later replaces each `Blob` with
 * an attachment.
 */
function toFile(image: unknown): JsonValue | undefined {
  if (image instanceof Uint8Array) return new Blob([image as BlobPart], { type: "image/png" }) as unknown as JsonValue;
  return toText(image);
}
