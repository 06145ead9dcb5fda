import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { setImmediate as immediate } from "node:timers/promises";

const usage = { prompt_tokens: 250, completion_tokens: 100, total_tokens: 350 };
const words = Array.from({ length: 100 }, (_, index) => `word${(index * 7919) % 9973} `);
const head = { id: "chatcmpl-bench", created: 1_700_000_000, model: "gpt-4o-mini-2024-07-18" };

const answer = JSON.stringify({
  ...head,
  object: "chat.completion",
  choices: [
    {
      index: 0,
      message: { role: "assistant", content: words.join(""), refusal: null },
      logprobs: null,
      finish_reason: "stop",
    },
  ],
  usage,
});

function chunk(delta: object, finish_reason: string | null): object {
  return { ...head, object: "chat.completion.chunk", choices: [{ index: 0, delta, logprobs: null, finish_reason }] };
}

const chunks = [
  ...words.map((content, index) => chunk(index === 0 ? { role: "assistant", content } : { content }, null)),
  chunk({}, "stop"),
];

function events(values: readonly object[]): string {
  return `${values.map((value) => `data: ${JSON.stringify(value)}\n\n`).join("")}data: [DONE]\n\n`;
}

const stream = events(chunks);
const streamWithUsage = events([...chunks, { ...head, object: "chat.completion.chunk", choices: [], usage }]);

/** Returns the response to a chat completion: 100 words, either in one piece or as 100 chunks. */
function answerTo(body: string): { readonly type: string; readonly text: string } {
  const { stream: isStream, stream_options: options } = JSON.parse(body) as {
    stream?: boolean;
    stream_options?: { include_usage?: boolean };
  }; // created by `chatBody`
  if (!isStream) return { type: "application/json", text: answer };
  return { type: "text/event-stream", text: options?.include_usage ? streamWithUsage : stream };
}

/** Responds to a request over the network. */
export async function answerChat(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { type, text: answered } = answerTo(await text(request));
  response.writeHead(200, { "content-type": type }).end(answered);
}

/**
 * Simulates a model provider within this process, because the CPU time of sockets varies too much. Responds in a later
 * turn of the event loop, like a provider on the network.
 */
export async function fetchInProcess(_input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const { type, text: answered } = answerTo(String(init?.body));
  await immediate();
  return new Response(answered, { headers: { "content-type": type } });
}
