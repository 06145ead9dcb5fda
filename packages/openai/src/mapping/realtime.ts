import type { IGenerationMessage } from "@threadline/core";
import {
  type MappedRequest,
  type StreamReader,
  toJsonObject,
  toList,
  toObject,
  toText,
  type Wire,
} from "@threadline/core/internal";
import { responses, toMessage } from "./responses.ts";
import type { Surface } from "./surface.ts";
import { readTools } from "./tools.ts";

/** Maximum number of conversation items in the recorded input of a response. */
const MAX_ITEMS = 100;

export const realtimeResponses: Surface = {
  name: "realtime-response",
  stepType: "llm",
  readRequest: () => ({ input: {}, generation: {} }),
  readResponse: (response) => readResponse(toObject(response)),
  createReader: () => new EventReader(),
  continues: "messages",
};

function readResponse(response: Wire): ReturnType<Surface["readResponse"]> {
  const { status_details: details, conversation_id: conversation } = response;
  const error = toObject(toObject(details)["error"]);
  return responses.readResponse({
    ...response,
    conversation,
    output: toList(response["output"]).map(withText),
    error,
    incomplete_details: details,
  });
}

function withText(item: Wire): Wire {
  if (item["type"] !== "message") return item;
  const content = toList(item["content"]).map(({ text, transcript }) => ({
    type: item["role"] === "assistant" ? "output_text" : "input_text",
    text: transcript ?? text,
  }));
  return { ...item, content };
}

/** Collects the text of a response from its deltas, in case the stream ends before the final event. */
class EventReader implements StreamReader {
  readonly #texts = new Map<unknown, string>();

  add({ type, item_id: itemId, delta }: Wire): boolean {
    const isToken = typeof type === "string" && type.endsWith(".delta");
    if (isToken && !type.includes("audio.delta"))
      this.#texts.set(itemId, (this.#texts.get(itemId) ?? "") + (toText(delta) ?? ""));
    return isToken;
  }

  read(): ReturnType<Surface["readResponse"]> {
    const content = [...this.#texts.values()].map((text) => ({ type: "output_text", text }));
    return responses.readResponse({ output: [{ type: "message", content }] });
  }
}

/** Settings and conversation of a realtime session, which are the input of its next response. */
export class RealtimeConversation {
  #session: Wire = {};
  readonly #items = new Map<unknown, Wire>();

  add(event: Wire): void {
    const { type, session, item, item_id: itemId, transcript } = event;
    if (session !== undefined) this.#session = toObject(session);
    if (typeof type !== "string") return;
    if (type.startsWith("conversation.item.") && item !== undefined) this.#keep(toObject(item));
    if (type === "conversation.item.input_audio_transcription.completed") {
      this.#keep({ ...this.#items.get(itemId), id: itemId, content: [{ transcript }] });
    }
    if (type === "conversation.item.deleted") this.#items.delete(itemId);
    if (type === "response.done") for (const said of toList(toObject(event["response"])["output"])) this.#keep(said);
  }

  read(): MappedRequest {
    const { instructions, tools, model, client_secret: _secret, ...settings } = this.#session;
    const messages = [...this.#items.values()].map((item) => toMessage(withText(item)) as IGenerationMessage);
    const system = typeof instructions === "string" ? [{ role: "system", content: instructions } as const] : [];
    return {
      input: toJsonObject({ content: messages }) ?? {},
      generation: {
        type: "CHAT",
        model: toText(model),
        messages: [...system, ...messages],
        settings: toJsonObject({ model, ...settings }),
        tools: readTools(tools),
      },
    };
  }

  #keep(item: Wire): void {
    this.#items.set(item["id"], item);
    const [first] = this.#items.keys();
    if (this.#items.size > MAX_ITEMS) this.#items.delete(first);
  }
}
