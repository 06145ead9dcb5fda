/** Records every run of Mastra's agents and workflows as one tree of steps, with an exporter. */
import { once } from "node:events";
import { createServer } from "node:http";
import { Mastra } from "@mastra/core";
import { Agent } from "@mastra/core/agent";
import { InMemoryStore } from "@mastra/core/storage";
import { Observability } from "@mastra/observability";
import { Threadline } from "@threadline/core";
import { ThreadlineExporter } from "@threadline/mastra";

// Simulates the provider. Use the name of a model, such as "openai/gpt-4o-mini", to call a real provider.
const message = { role: "assistant", content: "At nine." };
const usage = { prompt_tokens: 12, completion_tokens: 3, total_tokens: 15 };
const answer = { id: "1", model: "stand-in", choices: [{ index: 0, message, finish_reason: "stop" }], usage };
const server = createServer((_request, response) => response.end(JSON.stringify(answer))).listen(0, "127.0.0.1");
await once(server, "listening");
const address = server.address();
const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/v1`;

const client = new Threadline();
const exporters = [new ThreadlineExporter(client)];
const model = { id: "openai/stand-in" as const, url, apiKey: "key" };
const mastra = new Mastra({
  storage: new InMemoryStore(),
  agents: { desk: new Agent({ id: "desk", name: "Desk", instructions: "Be brief.", model }) },
  observability: new Observability({ configs: { default: { serviceName: "bakery", exporters } } }),
});
await mastra.getAgent("desk").generate("When do you open?");
await client.flush();
server.close();

const steps = await client.api.getSteps({ filters: [{ field: "name", operator: "eq", value: "Desk" }] });
const thread = await client.api.getThread(String(steps.data[0]?.threadId));
for (const { type, generation } of thread?.steps ?? []) {
  if (generation) console.log(`${thread?.name} ${type} ${generation.model}: ${generation.tokenCount} tokens`);
}
