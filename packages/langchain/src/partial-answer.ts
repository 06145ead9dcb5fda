import type { JsonObject } from "@threadline/core";
import { type Fields, toFields, toText } from "./values.ts";

interface PartialCall {
  id: string | undefined;
  name: string;
  arguments: string;
}

export class PartialAnswer {
  readonly #texts: string[] = [];
  readonly #calls = new Map<unknown, PartialCall>();

  /** Adds a chunk, as LangChain passes it to `handleLLMNewToken`. */
  addChunk(token: string, fields: unknown): void {
    if (token !== "") this.#texts.push(token);
    const message = toFields(toFields(toFields(fields)["chunk"])["message"]);
    const chunks = message["tool_call_chunks"];
    if (!Array.isArray(chunks)) return;
    for (const chunk of chunks) {
      const { index, id, name, args } = toFields(chunk);
      this.#addCall(index ?? id, { id, name, args });
    }
  }

  /** Adds an event, as LangChain passes it to `handleChatModelStreamEvent`. */
  addEvent({ index, delta, content }: Fields): void {
    const { type, text, args } = toFields(delta);
    if (type === "text-delta") this.#texts.push(toText(text) ?? "");
    if (type === "tool-call-delta") this.#addCall(index, { args });
    const block = toFields(content);
    if (block["type"] === "tool_call_chunk" || block["type"] === "tool_call") {
      const call = this.#calls.get(index);
      this.#addCall(index, { id: block["id"], name: call?.name ? undefined : block["name"] });
    }
  }

  toMessage(): JsonObject {
    const calls = [...this.#calls.values()].map(({ id = null, ...called }) => ({
      id,
      type: "function",
      function: called,
    }));
    return {
      role: "assistant",
      content: this.#texts.join(""),
      ...(calls.length > 0 && { tool_calls: calls }),
    };
  }

  #addCall(key: unknown, { id, name, args }: { id?: unknown; name?: unknown; args?: unknown }): void {
    const call = this.#calls.get(key) ?? { id: undefined, name: "", arguments: "" };
    call.id ??= toText(id);
    call.name += toText(name) ?? "";
    call.arguments += toText(args) ?? "";
    this.#calls.set(key, call);
  }
}
