import type { FunctionTool, ResponseInput, ResponseOutputItem } from "openai/resources/responses/responses";
import type { Agent, AgentOptions } from "./agent.ts";
import { quoteRepair } from "./shop.ts";

const instructions = "You are the repair desk of Alder & Pine. Ask for a quote of every repair, and be brief.";

const quoteTool: FunctionTool = {
  type: "function",
  name: "quote_repair",
  description: "What a repair costs, and how many days it takes.",
  parameters: {
    type: "object",
    properties: { item: { type: "string" }, damage: { type: "string" } },
    required: ["item", "damage"],
  },
  strict: false,
};

/**
 * Creates an agent that quotes repairs. It only uses the `openai` package: it reads streams of the Responses API, and
 * runs the tools itself.
 */
export function createRepairDesk({ client, openai, model }: AgentOptions): Agent {
  async function ask(input: ResponseInput): Promise<ResponseOutputItem[]> {
    const stream = await openai.responses.create({ model, instructions, input, tools: [quoteTool], stream: true });
    const output: ResponseOutputItem[] = [];
    for await (const event of stream) if (event.type === "response.output_item.done") output.push(event.item);
    return output;
  }

  /**
   * Runs the tool `quoteRepair` as a step. If it fails, returns the error message as its result, so that the model can
   * respond to it.
   */
  async function quote(parameters: { item: string; damage: string }): Promise<object> {
    const step = client.step({ type: "tool", name: quoteTool.name, input: parameters });
    try {
      return await step.wrap(() => quoteRepair(parameters));
    } catch (error) {
      return { error: error instanceof Error ? error.message : String(error) };
    }
  }

  return {
    name: "repair-desk",
    async answer(question) {
      const input: ResponseInput = [{ role: "user", content: question }];
      for (;;) {
        const output = await ask(input);
        const calls = output.filter((item) => item.type === "function_call");
        if (calls.length === 0) return textOf(output);
        const results = calls.map(async ({ call_id, arguments: written }) => {
          const result = await quote(JSON.parse(written));
          return { type: "function_call_output" as const, call_id, output: JSON.stringify(result) };
        });
        input.push(...calls, ...(await Promise.all(results)));
      }
    },
  };
}

function textOf(output: ResponseOutputItem[]): string {
  const parts = output.flatMap((item) => (item.type === "message" ? item.content : []));
  return parts.map((part) => (part.type === "output_text" ? part.text : part.refusal)).join("");
}
