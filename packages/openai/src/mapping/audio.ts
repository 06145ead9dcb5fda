import {
  type MappedResponse,
  type StreamReader,
  toJsonObject,
  toObject,
  toText,
  type Wire,
} from "@threadline/core/internal";
import type { Surface } from "./surface.ts";
import { readUsage, readUsageDetails } from "./usage.ts";

/** Maps calls of `POST /audio/speech` to records. The audio becomes an attachment if the caller reads it completely. */
export const speech: Surface = {
  name: "speech",
  stepType: "llm",
  readRequest: ({ input, ...settings }) => ({
    input: toJsonObject({ content: input, instructions: settings["instructions"] }) ?? {},
    generation: {
      type: "COMPLETION",
      prompt: toText(input),
      model: toText(settings["model"]),
      settings: toJsonObject(settings),
    },
  }),
  readResponse: () => ({ generation: {} }),
};

/** Maps calls of `POST /audio/transcriptions` and `/audio/translations` to records. The audio becomes an attachment. */
export const transcriptions: Surface = {
  name: "transcription",
  stepType: "llm",
  readRequest: ({ file, prompt, ...settings }) => ({
    input: toJsonObject({ file, prompt }) ?? {},
    generation: {
      type: "COMPLETION",
      prompt: toText(prompt),
      model: toText(settings["model"]),
      settings: toJsonObject(settings),
    },
  }),
  readResponse: (data) => readTranscript(typeof data === "string" ? { text: data } : toObject(data)),
  createReader: () => new EventReader(),
};

function readTranscript({ text, usage, logprobs, duration, language, ...rest }: Wire): MappedResponse {
  const { segments, words } = rest;
  return {
    output: toJsonObject({ content: text, language, segments, words }) ?? {},
    generation: {
      ...readUsage(usage),
      completion: toText(text),
      metadata: toJsonObject({ inputSeconds: duration, logprobs, ...readUsageDetails(usage) }),
    },
  };
}

class EventReader implements StreamReader {
  #text = "";
  #last: Wire = {};

  add(event: Wire): boolean {
    const { type, delta, text } = event;
    if (type === "transcript.text.delta") this.#text += toText(delta) ?? "";
    if (type === "transcript.text.done") {
      this.#text = toText(text) ?? this.#text;
      this.#last = event;
    }
    return type === "transcript.text.delta";
  }

  read(): MappedResponse {
    return readTranscript({ ...this.#last, text: this.#text });
  }
}
