import { Threadline } from "@threadline/core";
import { observe } from "@threadline/openai";
import OpenAI from "openai";

export interface Outcome {
  answer: unknown;
  objectKey: string | null;
  delivered: number;
  pending: number;
  dropped: number;
  errors: string[];
}

/** Records in every way that the SDK offers, in the current runtime. */
export async function recordEverything(url: string, apiKey: string): Promise<Outcome> {
  const errors: string[] = [];
  const client = new Threadline({ url, apiKey, onError: (error) => errors.push(String(error)) });
  // Simulates the provider.
  const fetch = async (): Promise<Response> =>
    Response.json({
      id: "c",
      object: "chat.completion",
      model: "stand-in",
      choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: "At nine." } }],
      usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 },
    });
  const openai = observe(new OpenAI({ apiKey: "key", fetch, dangerouslyAllowBrowser: true }), { client });
  const thread = client.thread({ id: "thread", name: "Opening hours" });
  const answer = await thread.wrap(async () => {
    const run = thread.run({ id: "run", name: "answer", input: { question: "When do you open?" } });
    return run.wrap(async () => {
      await run.step({ id: "tool", name: "look up", type: "tool" }).wrap(() => ({ text: "x".repeat(5_000) }));
      const messages = [{ role: "user" as const, content: "When do you open?" }];
      const completion = await openai.chat.completions.create({ model: "stand-in", messages });
      return completion.choices[0]?.message.content;
    });
  });
  void client.step({ id: "unawaited", name: "s", type: "tool", threadId: "thread" }).send();
  await client.step({ id: "awaited", name: "s", type: "tool", threadId: "thread" }).send();
  const { objectKey } = await client.api.uploadFile({ content: "hello", mime: "text/plain", threadId: "thread" });
  const { delivered, pending, dropped } = await client.shutdown();
  return { answer, objectKey, delivered, pending, dropped, errors };
}
