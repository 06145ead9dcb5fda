/** Application whose events of every kind contain keys such as `__proto__` at every depth. */
import { changedPrototypes, poison } from "../../../tooling/hostile-keys.ts";
import { type JsonObject, Threadline } from "@threadline/core";
import { createServer } from "threadline";
import type { LlamaIndexEvent } from "../src/framework.ts";
import { observe } from "../src/index.ts";

const errors: string[] = [];
const server = createServer({ apiKey: "key" });
const client = new Threadline({
  apiKey: "key",
  fetch: server.fetch,
  onError: (error) => errors.push(error instanceof Error ? (error.stack ?? error.message) : String(error)),
});
const handlers = new Map<string, (event: LlamaIndexEvent) => void>();
observe({ on: (name: string, handler: (event: LlamaIndexEvent) => void) => handlers.set(name, handler) }, { client });

const value = poison({ city: "Oslo", list: [{ deep: { deeper: 1 } }] }) as JsonObject;
const toolCall = { id: "constructor", name: "__proto__", input: value };
const options = { toolCall: [toolCall, value] };
const toolResult = { id: "constructor", result: value, output: value, isError: true };
const messages = [
  { role: "user", content: "Oslo?" },
  { role: "assistant", content: [value], options },
  { role: "user", content: "", options: { toolResult } },
];
/** Ids of calls that are open at the same time. */
const ids = { query: "__proto__", retrieve: "constructor", synthesize: "prototype", llm: "toString" };
const store = { context: { store: { messages } } };
for (const id of ["__proto__", "constructor", "prototype"]) {
  const reason = { id, caller: value, parent: null };
  const response = { raw: [value, { raw: value }], message: { content: "Rain.", options }, sourceNodes: [value] };
  const nodes = [{ node: { ...value, metadata: value, text: "Rain." }, score: 1 }];
  const detail = { ...value, query: { query: "Oslo?" }, messages, response, toolCall, toolResult, nodes };
  const names = ["agent-start", "query-start", "retrieve-start", "retrieve-end", "synthesize-start", "synthesize-end"];
  for (const name of [
    ...names,
    "query-end",
    "llm-start",
    "llm-stream",
    "llm-end",
    "llm-tool-call",
    "llm-tool-result",
  ]) {
    const call = Object.entries(ids).find(([kind]) => name.startsWith(kind))?.[1];
    handlers.get(name)?.({ detail: { ...detail, id: call, startStep: store }, reason });
  }
  handlers.get("agent-end")?.({ detail: { ...detail, endStep: { output: response } }, reason });
}

const { dropped } = await client.flush();
const { totalCount } = await client.api.getSteps({ first: 1 });
await server.close();
console.log(JSON.stringify({ errors, dropped, recorded: totalCount, changes: changedPrototypes() }));
process.exit();
