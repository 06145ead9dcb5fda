import type OpenAI from "openai";
import type { ModelRequest, Reply } from "../../../tooling/test-model-server.ts";

/**
 * Responds first with a tool call, and then with the answer. Rejects messages that contain "refuse" with status 429.
 */
export function reply({ last }: ModelRequest): Reply {
  if (last.includes("refuse")) return { failsWith: 429 };
  if (last.includes("shipped")) return { content: "It has shipped." };
  return { toolCalls: [{ id: "call_1", name: "look_up_order", arguments: { id: "8841" } }] };
}

export const question = "Where is my order?";
export const instructions = "You are a support agent.";
export const user = "amara@example.com";
export const counts = { inputTokenCount: 11, outputTokenCount: 7 };
export const answer = { role: "assistant", content: "It has shipped." };
export const toolCall: object = {
  role: "assistant",
  tool_calls: [{ id: "call_1", function: { name: "look_up_order", arguments: '{"id":"8841"}' } }],
};

const parameters = { type: "object", properties: { id: { type: "string" } } };
const tools = [{ type: "function" as const, function: { name: "look_up_order", parameters } }];

type RunTool = (input: { id: string }, run: () => Promise<object>) => Promise<object>;

/**
 * Runs an agent that uses the `openai` package. It calls a tool, streams its answer, embeds a text, and makes a call
 * that fails.
 */
export async function askAgent(client: OpenAI, runTool: RunTool = (_input, run) => run()): Promise<string> {
  const shared = { model: "gpt-4o-mini", temperature: 0.2, tools };
  const messages: OpenAI.ChatCompletionMessageParam[] = [
    { role: "system", content: instructions },
    { role: "user", content: question },
  ];
  const first = await client.chat.completions.create({ ...shared, messages });
  const result = await runTool({ id: "8841" }, async () => ({ status: "shipped" }));
  const [choice] = first.choices;
  if (choice) messages.push(choice.message);
  messages.push({ role: "tool", tool_call_id: "call_1", content: JSON.stringify(result) });
  const streaming = { stream: true as const, stream_options: { include_usage: true } };
  let text = "";
  for await (const { choices } of await client.chat.completions.create({ ...shared, messages, ...streaming })) {
    text += choices[0]?.delta.content ?? "";
  }
  await client.embeddings.create({ model: "text-embedding-3-small", input: "order 8841" });
  const refused = [{ role: "user" as const, content: "refuse" }];
  await client.chat.completions.create({ model: "gpt-4o-mini", messages: refused }).catch(() => undefined);
  return text;
}
