/** Records every run of the OpenAI Agents SDK as one tree of steps, with a trace processor. */
import { Agent, OpenAIChatCompletionsModel, run, setTraceProcessors, setTracingDisabled } from "@openai/agents";
import { ThreadlineTracingProcessor } from "@threadline/agents";
import { Threadline } from "@threadline/core";
import OpenAI from "openai";

const client = new Threadline();
setTraceProcessors([new ThreadlineTracingProcessor(client)]);
// The framework does not trace if NODE_ENV is "test".
setTracingDisabled(false);

// Simulates the provider. Omit `fetch` to call the real provider.
const message = { role: "assistant", content: "At nine." };
const usage = { prompt_tokens: 12, completion_tokens: 3, total_tokens: 15 };
const fetch = async () => Response.json({ model: "stand-in", choices: [{ index: 0, message }], usage });
const model = new OpenAIChatCompletionsModel(new OpenAI({ apiKey: "key", fetch }), "stand-in");

await run(new Agent({ name: "Desk", model }), "When do you open?");
await client.flush();

const steps = await client.api.getSteps({ filters: [{ field: "name", operator: "eq", value: "Desk" }] });
const thread = await client.api.getThread(String(steps.data[0]?.threadId));
for (const { type, generation } of thread?.steps ?? []) {
  if (generation) console.log(`${thread?.name} ${type} ${generation.model}: ${generation.tokenCount} tokens`);
}
