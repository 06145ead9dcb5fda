/** Records every query of LlamaIndex.TS with its documents and its model call, with callbacks. */
import { Settings } from "@llamaindex/core/global";
import { RetrieverQueryEngine } from "@llamaindex/core/query-engine";
import { BaseRetriever } from "@llamaindex/core/retriever";
import { TextNode } from "@llamaindex/core/schema";
import { OpenAI } from "@llamaindex/openai";
import { Threadline } from "@threadline/core";
import { observe } from "@threadline/llamaindex";

const client = new Threadline();
observe(Settings.callbackManager, { client });

// Simulates the provider. Omit `fetch` to call the real provider.
const message = { role: "assistant", content: "At nine." };
const usage = { prompt_tokens: 12, completion_tokens: 3, total_tokens: 15 };
const fetch = async () => Response.json({ model: "stand-in", choices: [{ index: 0, message }], usage });
Settings.llm = new OpenAI({ model: "gpt-4o-mini", apiKey: "key", additionalSessionOptions: { fetch } });

class Notices extends BaseRetriever {
  readonly text: string;
  constructor(text: string) {
    super();
    this.text = text;
  }
  async _retrieve() {
    return [{ node: new TextNode({ text: this.text }), score: 0.9 }];
  }
}
await new RetrieverQueryEngine(new Notices("We open at nine.")).query({ query: "When do you open?" });
await client.flush();

const steps = await client.api.getSteps({ filters: [{ field: "name", operator: "eq", value: "query" }] });
const thread = await client.api.getThread(String(steps.data[0]?.threadId));
const call = thread?.steps?.find(({ generation }) => generation)?.generation;
const retrieval = thread?.steps?.find(({ type }) => type === "retrieval");
console.log(`${thread?.name} ${retrieval?.type}, llm ${call?.model}: ${call?.tokenCount} tokens`);
