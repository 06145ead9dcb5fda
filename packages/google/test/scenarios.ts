import type { CallableTool, GenerateContentParameters, GoogleGenAI } from "@google/genai";

/** Calls a client. Returns what the application can see. */
export type Scenario = (google: GoogleGenAI) => Promise<unknown>;

const declaration = {
  name: "forecast",
  description: "Forecast of a city",
  parametersJsonSchema: { type: "object", properties: { city: { type: "string" } } },
};

export function question(model: string, config: GenerateContentParameters["config"] = {}): GenerateContentParameters {
  return { model, contents: "What should I wear?", config: { systemInstruction: "Be brief.", ...config } };
}

/** A tool that the client itself calls. Because of the private field, the call fails unless `this` is the tool. */
class Forecast implements CallableTool {
  readonly #calls: unknown[] = [];

  async tool(): Promise<{ functionDeclarations: (typeof declaration)[] }> {
    return { functionDeclarations: [declaration] };
  }

  async callTool(calls: Parameters<CallableTool["callTool"]>[0]): ReturnType<CallableTool["callTool"]> {
    this.#calls.push(...calls);
    return [{ functionResponse: { id: "call_1", name: "forecast", response: { degrees: this.#calls.length + 2 } } }];
  }
}

async function toError(work: () => PromiseLike<unknown>): Promise<unknown> {
  try {
    return await work();
  } catch (error) {
    const { message, name, status } = error as Error & { status?: number };
    return { message, name, status };
  }
}

async function collect(stream: AsyncIterable<unknown>): Promise<unknown[]> {
  const parts: unknown[] = [];
  for await (const part of stream) parts.push(part);
  return parts;
}

const image = { inlineData: { mimeType: "image/png", data: "A".repeat(4_000) } };

export const scenarios: Record<string, Scenario> = {
  text: (google) => google.models.generateContent(question("text")),
  "text and its getter": async (google) => (await google.models.generateContent(question("text"))).text,
  tools: (google) =>
    google.models.generateContent(question("tools", { tools: [{ functionDeclarations: [declaration] }] })),
  "tool results": (google) =>
    google.models.generateContent({
      model: "text",
      contents: [
        { role: "user", parts: [{ text: "Oslo?" }] },
        { role: "model", parts: [{ functionCall: { name: "forecast", args: { city: "Oslo" } } }] },
        { role: "user", parts: [{ functionResponse: { name: "forecast", response: { degrees: 3 } } }] },
      ],
    }),
  "automatic calls": (google) => google.models.generateContent(question("tools", { tools: [new Forecast()] })),
  thinking: (google) =>
    google.models.generateContent(
      question("thinking", { thinkingConfig: { includeThoughts: true, thinkingBudget: 100 } }),
    ),
  "structured output": (google) =>
    google.models.generateContent(
      question("json", {
        responseMimeType: "application/json",
        responseSchema: { type: "OBJECT", properties: { wear: { type: "STRING" } } },
      }),
    ),
  "an image": (google) =>
    google.models.generateContent({
      model: "text",
      contents: [{ role: "user", parts: [image, { text: "What is it?" }] }],
    }),
  drawing: (google) => google.models.generateContent(question("drawing")),
  blocked: (google) => google.models.generateContent(question("blocked")),
  embeddings: (google) => google.models.embedContent({ model: "embedder", contents: ["one", "two"] }),
  // In the newest version, this method works only with Vertex AI.
  images: (google) => toError(() => google.models.generateImages({ model: "imagen-test", prompt: "A coat" })),
  "counted tokens": (google) => google.models.countTokens({ model: "text", contents: "one" }),
  stream: async (google) => collect(await google.models.generateContentStream(question("text"))),
  "stream with tools": async (google) =>
    collect(
      await google.models.generateContentStream(
        question("tools", { tools: [{ functionDeclarations: [declaration] }] }),
      ),
    ),
  "stream with thinking": async (google) => collect(await google.models.generateContentStream(question("thinking"))),
  "stream that breaks": (google) =>
    toError(async () => collect(await google.models.generateContentStream(question("breaks")))),
  "stream that is left early": async (google) => {
    for await (const { text } of await google.models.generateContentStream(question("hangs"))) return text;
    return undefined;
  },
  "stream that is aborted": (google) =>
    toError(async () => {
      const controller = new AbortController();
      const stream = await google.models.generateContentStream(question("hangs", { abortSignal: controller.signal }));
      for await (const _ of stream) controller.abort();
    }),
  chat: async (google) => {
    const chat = google.chats.create({ model: "text", config: { systemInstruction: "Be brief." } });
    const first = await chat.sendMessage({ message: "What should I wear?" });
    const second = await collect(await chat.sendMessageStream({ message: "Tomorrow?" }));
    return { first, second, history: chat.getHistory() };
  },
  "chat with automatic calls": async (google) => {
    const chat = google.chats.create({ model: "tools", config: { tools: [new Forecast()] } });
    return { answer: await chat.sendMessage({ message: "Oslo?" }), history: chat.getHistory() };
  },
  overloaded: (google) => toError(() => google.models.generateContent(question("overloaded"))),
};

/** Opens a stream during which the client itself calls the functions. */
export function streamAutomaticCalls(google: GoogleGenAI): Promise<AsyncGenerator> {
  return google.models.generateContentStream(question("tools", { tools: [new Forecast()] }));
}
