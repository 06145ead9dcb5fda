import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

interface Schema {
  readonly properties?: Readonly<Record<string, { readonly type?: string; readonly enum?: readonly unknown[] }>>;
}

interface Call {
  readonly model: string;
  readonly response_format?: { readonly json_schema?: { readonly schema?: Schema } };
}

/**
 * Starts a simulated provider with OpenAI's chat completions on loopback, for the service that runs code blocks. It
 * answers with a city or, for a response schema, with the first allowed value of each property.
 */
export async function startModelServer(): Promise<{ readonly url: string; readonly close: () => void }> {
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Uint8Array[] = [];
      for await (const chunk of request) chunks.push(chunk as Uint8Array);
      const { model, response_format: format } = JSON.parse(Buffer.concat(chunks).toString()) as Call;
      const content = answerTo(format?.json_schema?.schema);
      const head = { id: "c", object: "chat.completion.chunk", created: 1, model };
      const usage = { prompt_tokens: 12, completion_tokens: 3, total_tokens: 15 };
      const parts = [
        { ...head, choices: [{ index: 0, delta: { role: "assistant", content }, finish_reason: null }] },
        { ...head, choices: [{ index: 0, delta: {}, finish_reason: "stop" }] },
        { ...head, choices: [], usage },
      ];
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.end(
        [...parts.map((part) => JSON.stringify(part)), "[DONE]"].map((data) => `data: ${data}\n\n`).join(""),
      );
    })();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/v1`, close: () => server.close() };
}

function answerTo(schema: Schema | undefined): string {
  if (schema === undefined) return "Canberra";
  const fields = Object.entries(schema.properties ?? {}).map(([name, { type, enum: values }]) => [
    name,
    values?.[0] ?? (type === "string" ? "The city is the capital." : 1),
  ]);
  return JSON.stringify(Object.fromEntries(fields));
}
