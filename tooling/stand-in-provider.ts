/**
 * Simulated provider, preloaded into code blocks by `tooling/check-snippets.ts`. It answers requests to OpenAI,
 * Anthropic and Gemini, so that they need neither a key nor the network. Other requests are sent normally.
 */
const host = "api.openai.com";
const model = "stand-in";
const { fetch } = globalThis;
const response = {
  id: "resp_1",
  object: "response",
  status: "completed",
  model,
  output: [
    {
      id: "msg_1",
      type: "message",
      role: "assistant",
      status: "completed",
      content: [{ type: "output_text", text: "At nine.", annotations: [] }],
    },
  ],
  usage: { input_tokens: 12, output_tokens: 3, total_tokens: 15 },
};

globalThis.fetch = async (input, init) => {
  const url = new URL(input instanceof Request ? input.url : input);
  if (url.host === "api.anthropic.com") {
    return answerMessages((await new Request(input, init).json()) as { stream?: boolean });
  }
  if (url.host === "generativelanguage.googleapis.com") return answerContent(url.pathname.includes(":stream"));
  if (url.host !== host) return fetch(input, init);
  const { pathname } = url;
  if (pathname === "/v1/responses") return Response.json(response);
  if (pathname !== "/v1/chat/completions") return Response.json({ error: { message: pathname } }, { status: 404 });
  const { stream = false } = (await new Request(input, init).json()) as { stream?: boolean };
  if (!stream) {
    return Response.json({ model, choices: [{ index: 0, message: { role: "assistant", content: "At nine." } }] });
  }
  const chunks = ["At ", "nine."].map((content) => ({ model, choices: [{ index: 0, delta: { content } }] }));
  const lines = [...chunks.map((chunk) => JSON.stringify(chunk)), "[DONE]"].map((data) => `data: ${data}\n\n`);
  return new Response(lines.join(""), { headers: { "content-type": "text/event-stream" } });
};

function answerContent(isStream: boolean): Response {
  const candidates = [{ content: { role: "model", parts: [{ text: "At nine." }] }, finishReason: "STOP" }];
  const answer = { candidates, usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 3 }, modelVersion: model };
  if (!isStream) return Response.json(answer);
  const text = `data: ${JSON.stringify(answer)}\n\n`;
  return new Response(text, { headers: { "content-type": "text/event-stream" } });
}

function answerMessages({ stream = false }: { stream?: boolean }): Response {
  const usage = { input_tokens: 9, output_tokens: 3 };
  const message = { id: "msg_1", type: "message", role: "assistant", model, usage };
  const content = [{ type: "text", text: "At nine." }];
  if (!stream) return Response.json({ ...message, content, stop_reason: "end_turn" });
  const events = [
    { type: "message_start", message: { ...message, content: [] } },
    { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
    { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "At nine." } },
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 3 } },
    { type: "message_stop" },
  ];
  const lines = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  return new Response(lines.join(""), { headers: { "content-type": "text/event-stream" } });
}

/** Socket of a realtime session. Like a real socket, it accepts nothing before it is open. */
class StandInWebSocket extends EventTarget {
  #isOpen = false;

  constructor(url: string | URL) {
    super();
    if (new URL(url).host !== host) throw new Error(`No code block opens a socket to ${String(url)}.`);
    setTimeout(() => {
      this.#isOpen = true;
      this.dispatchEvent(new Event("open"));
    }, 10);
  }

  send(): void {
    if (!this.#isOpen) throw new DOMException("Still in CONNECTING state", "InvalidStateError");
    this.#receive({ type: "response.done", response: { id: "response", status: "completed", output: [] } });
  }

  close(): void {
    this.#isOpen = false;
    this.dispatchEvent(new Event("close"));
  }

  #receive(event: object): void {
    this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(event) }));
  }
}

Object.assign(globalThis, { WebSocket: StandInWebSocket });
