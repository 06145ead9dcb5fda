/** Application whose calls, results, errors and `_meta` contain keys such as `__proto__` at every depth. */
import { changedPrototypes, poison } from "../../../tooling/hostile-keys.ts";
import { Threadline } from "@threadline/core";
import { createServer } from "threadline";
import { type McpTransport, observeTransport } from "../src/index.ts";

const errors: string[] = [];
const server = createServer({ apiKey: "key" });
const client = new Threadline({
  apiKey: "key",
  fetch: server.fetch,
  onError: (error) => errors.push(error instanceof Error ? (error.stack ?? error.message) : String(error)),
});
const transport: McpTransport = {
  start: () => Promise.resolve(),
  send: () => Promise.resolve(),
  onmessage: () => undefined,
};
observeTransport(transport, { client });
await transport.start();
const value = poison({ city: "Oslo", list: [{ deep: 1 }] });
const ids = ["__proto__", "constructor", "prototype", 1];
for (const id of ids) {
  const call = poison({
    jsonrpc: "2.0",
    method: "tools/call",
    params: { name: "__proto__", arguments: value },
  }) as object;
  const result = poison({
    jsonrpc: "2.0",
    result: { content: [value], structuredContent: value, isError: true },
  }) as object;
  await transport.send({ ...call, id });
  transport.onmessage?.({ ...result, id });
  transport.onmessage?.({ ...call, id });
  await transport.send({ ...result, error: value, id });
}
for (const message of [null, [], "text", { method: "notifications/cancelled", params: value }]) {
  await transport.send(message);
  transport.onmessage?.(message);
}
const { dropped } = await client.flush();
const { totalCount } = await client.api.getSteps({ first: 1 });
await server.close();
console.log(JSON.stringify({ errors, dropped, recorded: totalCount, changes: changedPrototypes() }));
process.exit();
