import type { JsonValue } from "@threadline/core";
import {
  type MappedResponse,
  type StreamReader,
  toIndex,
  toJsonObject,
  toList,
  toObject,
  toText,
  type Wire,
} from "@threadline/core/internal";
import type { Surface } from "./surface.ts";
import { readUsage, readUsageDetails } from "./usage.ts";

/** Maps calls of `POST /completions` to records. */
export const completions: Surface = {
  name: "completion",
  stepType: "llm",
  isReadLater: true,
  readRequest: ({ prompt, ...settings }) => ({
    generation: {
      type: "COMPLETION",
      // A text, a list of texts, a list of tokens, or a list of token lists.
      prompt: prompt as string | JsonValue[] | null | undefined,
      model: toText(settings["model"]),
      settings: toJsonObject(settings),
    },
  }),
  readResponse: (data) => readCompletion(toObject(data)),
  createReader: () => new ChunkReader(),
  continues: "messages",
  reportsUsageOnRequest: true,
};

function readCompletion(completion: Wire): MappedResponse {
  const choices = toList(completion["choices"]);
  const texts = choices.map(({ text }) => toText(text) ?? "");
  const [first = {}] = choices;
  return {
    ...(texts.length > 1 && { output: { choices: texts } }),
    generation: {
      ...readUsage(completion["usage"]),
      ...(completion["model"] !== undefined && { model: toText(completion["model"]) }),
      completion: texts[0],
      metadata: toJsonObject({
        responseId: completion["id"],
        finishReason: first["finish_reason"],
        systemFingerprint: completion["system_fingerprint"],
        logprobs: first["logprobs"],
        ...readUsageDetails(completion["usage"]),
      }),
    },
  };
}

class ChunkReader implements StreamReader {
  #head: Wire = {};
  readonly #choices: Wire[] = [];

  add({ choices, ...head }: Wire): boolean {
    this.#head = { ...this.#head, ...toJsonObject(head) };
    const added = toList(choices);
    for (const choice of added) {
      const index = toIndex(choice["index"]) ?? 0;
      const known = this.#choices[index];
      this.#choices[index] = {
        ...known,
        ...toJsonObject(choice),
        text: (toText(known?.["text"]) ?? "") + (toText(choice["text"]) ?? ""),
      };
    }
    return added.some(({ text }) => typeof text === "string" && text !== "");
  }

  read(): MappedResponse {
    return readCompletion({ ...this.#head, choices: this.#choices.filter(Boolean) });
  }
}
