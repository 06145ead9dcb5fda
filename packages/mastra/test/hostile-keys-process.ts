/** Application whose spans of every kind contain keys such as `__proto__` at every depth. */
import { changedPrototypes, poison } from "../../../tooling/hostile-keys.ts";
import { type JsonObject, Threadline } from "@threadline/core";
import { createServer } from "threadline";
import { ThreadlineExporter } from "../src/index.ts";

const errors: string[] = [];
const server = createServer({ apiKey: "key" });
const client = new Threadline({
  apiKey: "key",
  fetch: server.fetch,
  onError: (error) => errors.push(error instanceof Error ? (error.stack ?? error.message) : String(error)),
});
const exporter = new ThreadlineExporter(client);
const value = poison({ city: "Oslo", list: [{ deep: { deeper: 1 } }], text: "Rain." }) as JsonObject;
const call = { toolCallId: "constructor", toolName: "__proto__", args: value };
const message = { role: "user", content: [{ type: "text", text: "Oslo?" }, { type: "tool-call", ...call }, value] };
const kinds = [
  "agent_run",
  "model_generation",
  "model_step",
  "model_inference",
  "model_chunk",
  "tool_call",
  "workflow_run",
  "workflow_step",
  "memory_operation",
  "rag_embedding",
  "rag_vector_operation",
  "generic",
  "__proto__",
  "constructor",
];
const times = { startTime: new Date(0), endTime: new Date(1) };
for (const traceId of ["__proto__", "constructor", "trace"]) {
  for (const type of kinds) {
    const span = {
      ...(poison({ attributes: value, metadata: { ...value, threadId: "prototype", userId: "__proto__" } }) as object),
      id: `${traceId} ${type}`,
      traceId,
      parentSpanId:
        type === kinds[0] ? undefined : `${traceId} ${type === "model_step" ? "model_generation" : kinds[0]}`,
      name: `${type}: '__proto__'`,
      type,
      isRootSpan: type === kinds[0],
      ...times,
      tags: ["constructor"],
      input: { messages: [message, value], body: value },
      output: { text: "Rain.", toolCalls: [call, value], object: value },
      errorInfo: { message: "no" },
    };
    await exporter.exportTracingEvent({ type: "span_started", exportedSpan: span });
    if (type === kinds[0] || type === "model_generation") continue;
    await exporter.exportTracingEvent({ type: "span_ended", exportedSpan: span });
  }
  const root = { id: `${traceId} agent_run`, traceId, name: "", type: "agent_run", isRootSpan: true, ...times };
  await exporter.exportTracingEvent({ type: "span_ended", exportedSpan: root });
}
await exporter.shutdown();

const { dropped } = await client.flush();
const { totalCount } = await client.api.getSteps({ first: 1 });
await server.close();
console.log(JSON.stringify({ errors, dropped, recorded: totalCount, changes: changedPrototypes() }));
process.exit();
