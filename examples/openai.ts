/** Records every call of the `openai` package as a generation in the current step. */
import { Threadline } from "@threadline/core";
import { observe } from "@threadline/openai";
import OpenAI from "openai";

const client = new Threadline();
// Simulates the provider. Omit `fetch` to call the real provider.
const message = { role: "assistant", content: "At nine." };
const usage = { prompt_tokens: 12, completion_tokens: 3, total_tokens: 15 };
const fetch = async () => Response.json({ model: "stand-in", choices: [{ index: 0, message }], usage });

// From here on, every call of this client is recorded in the current step.
const openai = observe(new OpenAI({ apiKey: "key", fetch }), { client });

const run = client.run({ name: "opening-hours", input: { question: "When do you open?" } });
await run.wrap(async () => {
  const completion = await openai.chat.completions.create({
    model: "stand-in",
    messages: [{ role: "user", content: "When do you open?" }],
  });
  return { answer: completion.choices[0]?.message.content };
});
await client.flush();

const { data } = await client.api.getSteps({ filters: [{ field: "parentId", operator: "eq", value: run.id }] });
for (const { type, generation } of data) console.log(`${type} ${generation?.model}: ${generation?.tokenCount} tokens`);
