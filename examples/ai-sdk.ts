/** Records every call of the AI SDK as a run with its model calls and tools. */
import { createOpenAI } from "@ai-sdk/openai";
import { observe } from "@threadline/ai-sdk";
import { Threadline } from "@threadline/core";
import * as ai from "ai";
import { z } from "zod";

const client = new Threadline();
// Calls of these functions are recorded.
const { generateText, stepCountIs, tool } = observe(ai, { client });

// Simulates the provider, which first calls the tool. Omit `fetch` to call the real provider.
const call = { id: "call-1", type: "function", function: { name: "hours", arguments: "{}" } };
const answers = [{ content: null, tool_calls: [call] }, { content: "At nine." }];
const fetch = async () => {
  const message = { role: "assistant", ...answers.shift() };
  return Response.json({ id: "1", model: "stand-in", choices: [{ index: 0, message, finish_reason: "stop" }] });
};

const thread = client.thread({ name: "Opening hours" });
await thread.wrap(async () => {
  const { text } = await generateText({
    model: createOpenAI({ apiKey: "key", fetch }).chat("stand-in"),
    prompt: "When do you open?",
    tools: { hours: tool({ inputSchema: z.object({}), execute: () => ({ opens: 9 }) }) },
    stopWhen: stepCountIs(3),
  });
  console.log(text);
});
await client.flush();

const stored = await client.api.getThread(thread.id);
console.log(stored?.steps?.map(({ type, name }) => `${type} ${name}`).join(", "));
