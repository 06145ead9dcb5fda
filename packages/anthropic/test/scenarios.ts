import type Anthropic from "@anthropic-ai/sdk";

/** Calls a client. Returns what the application can see. */
export type Scenario = (anthropic: Anthropic) => Promise<unknown>;

const tools = [
  {
    name: "forecast",
    description: "Forecast of a city",
    input_schema: { type: "object" as const, properties: { city: { type: "string" } } },
  },
];

export function body(model: string): {
  model: string;
  max_tokens: number;
  system: string;
  messages: { role: "user"; content: string }[];
} {
  return { model, max_tokens: 100, system: "Be brief.", messages: [{ role: "user", content: "What should I wear?" }] };
}

async function toError(work: () => PromiseLike<unknown>): Promise<unknown> {
  try {
    return await work();
  } catch (error) {
    const { message, constructor, status } = error as Error & { status?: number };
    return { message, name: constructor.name, status };
  }
}

async function collect(stream: AsyncIterable<unknown>): Promise<unknown[]> {
  const parts: unknown[] = [];
  for await (const part of stream) parts.push(part);
  return parts;
}

export const scenarios: Record<string, Scenario> = {
  message: (anthropic) => anthropic.messages.create(body("text")),
  "message with its response": async (anthropic) => {
    const { data, response } = await anthropic.messages.create(body("text")).withResponse();
    return { data, status: response.status, id: response.headers.get("request-id") };
  },
  "raw response": async (anthropic) => {
    const response = await anthropic.messages.create(body("text")).asResponse();
    return response.json();
  },
  tools: (anthropic) => anthropic.messages.create({ ...body("tools"), tools }),
  "tool results": (anthropic) =>
    anthropic.messages.create({
      ...body("text"),
      tools,
      messages: [
        { role: "user", content: "Oslo?" },
        {
          role: "assistant",
          content: [{ type: "tool_use", id: "toolu_1", name: "forecast", input: { city: "Oslo" } }],
        },
        {
          role: "user",
          content: [{ type: "tool_result", tool_use_id: "toolu_1", content: [{ type: "text", text: "3 degrees" }] }],
        },
      ],
    }),
  "an image": (anthropic) =>
    anthropic.messages.create({
      ...body("text"),
      messages: [
        {
          role: "user",
          content: [
            { type: "image", source: { type: "base64", media_type: "image/png", data: "A".repeat(4_000) } },
            { type: "text", text: "What is it?" },
          ],
        },
      ],
    }),
  thinking: (anthropic) => anthropic.messages.create(body("thinking")),
  stream: async (anthropic) => collect(await anthropic.messages.create({ ...body("text"), stream: true })),
  "stream with tools": async (anthropic) =>
    collect(await anthropic.messages.create({ ...body("tools"), tools, stream: true })),
  "stream with thinking": async (anthropic) =>
    collect(await anthropic.messages.create({ ...body("thinking"), stream: true })),
  "stream helper": async (anthropic) => {
    const texts: string[] = [];
    const stream = anthropic.messages.stream(body("text")).on("text", (text) => texts.push(text));
    return { final: await stream.finalMessage(), texts };
  },
  "stream that breaks": async (anthropic) =>
    toError(async () => collect(await anthropic.messages.create({ ...body("breaks"), stream: true }))),
  "stream that is left early": async (anthropic) => {
    for await (const event of await anthropic.messages.create({ ...body("hangs"), stream: true })) {
      if (event.type === "content_block_delta") return event;
    }
    return undefined;
  },
  "stream that is aborted": async (anthropic) =>
    toError(async () => {
      const stream = await anthropic.messages.create({ ...body("hangs"), stream: true });
      const types: string[] = [];
      for await (const { type } of stream) {
        types.push(type);
        if (type === "content_block_delta") stream.controller.abort();
      }
      return types;
    }),
  "batch and its results": async (anthropic) => {
    const requests = ["one", "two"].map((id) => ({ custom_id: id, params: body("text") }));
    const created = await anthropic.messages.batches.create({ requests });
    return { created, results: await collect(await anthropic.messages.batches.results(created.id)) };
  },
  overloaded: (anthropic) => toError(() => anthropic.messages.create(body("overloaded"))),
};
