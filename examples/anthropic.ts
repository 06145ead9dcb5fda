/** Records every call of the Anthropic SDK as a generation in the current step. */
import Anthropic from "@anthropic-ai/sdk";
import { observe } from "@threadline/anthropic";
import { Threadline } from "@threadline/core";

const client = new Threadline();
// Simulates the provider. Omit `fetch` to call the real provider.
const content = [{ type: "text", text: "At nine." }];
const usage = { input_tokens: 12, cache_read_input_tokens: 100, output_tokens: 3 };
const fetch = async () => Response.json({ id: "msg_1", role: "assistant", model: "stand-in", content, usage });

// From here on, every call of this client is recorded in the current step.
const anthropic = observe(new Anthropic({ apiKey: "key", fetch }), { client });

const run = client.run({ name: "opening-hours", input: { question: "When do you open?" } });
await run.wrap(async () => {
  const message = await anthropic.messages.create({
    model: "stand-in",
    max_tokens: 100,
    messages: [{ role: "user", content: "When do you open?" }],
  });
  return { answer: message.content };
});
await client.flush();

const { data } = await client.api.getSteps({ filters: [{ field: "parentId", operator: "eq", value: run.id }] });
for (const { type, generation } of data) console.log(`${type} ${generation?.model}: ${generation?.tokenCount} tokens`);
