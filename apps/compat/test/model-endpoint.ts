import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import OpenAI from "openai";

const usage = { prompt_tokens: 9, completion_tokens: 2, total_tokens: 11 };

function answer(path: string | undefined): object {
  if (path === "/chat/completions") {
    const message = { role: "assistant", content: "Hello Ada" };
    return { object: "chat.completion", choices: [{ index: 0, finish_reason: "stop", message }], usage };
  }
  if (path === "/completions") {
    return { object: "text_completion", choices: [{ index: 0, finish_reason: "stop", text: "Hello Ada" }], usage };
  }
  return { created: 1, data: [{ url: "https://images.example/1.png" }] };
}

/** Starts a stub of OpenAI's HTTP interface with one fixed response, and creates a client for it. */
export async function startModelEndpoint(): Promise<{ openai: OpenAI; close(): void }> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { stream, model } = JSON.parse(Buffer.concat(chunks).toString());
    const id = `answer-${performance.now()}`;
    if (!stream) {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ id, model: model && `${model}-2024`, ...answer(request.url) }));
      return;
    }
    response.setHeader("content-type", "text/event-stream");
    for (const content of ["Hello", " Ada"]) {
      const chunk = {
        id,
        object: "chat.completion.chunk",
        model: `${model}-2024`,
        choices: [{ index: 0, delta: { content } }],
      };
      response.write(`data: ${JSON.stringify(chunk)}\n\n`);
    }
    response.end("data: [DONE]\n\n");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    openai: new OpenAI({ apiKey: "none", baseURL: `http://127.0.0.1:${port}`, maxRetries: 0 }),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
