import { expect, test } from "vitest";
import { type McpTransport, observeTransport } from "../src/index.ts";
import { startService } from "./start-service.ts";

const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "weather", arguments: {} } };
const answer = { jsonrpc: "2.0", id: 1, result: { content: [{ type: "text", text: "Rain" }] } };

test("a transport whose send returns no promise is recorded", async () => {
  const { client, errors, steps } = await startService();
  const sent: unknown[] = [];
  const odd: McpTransport = {
    start: async () => undefined,
    send: (message: unknown) => void sent.push(message) as unknown as Promise<void>,
  };
  const transport = observeTransport(odd, { client });
  await transport.start();
  expect(transport.send(call)).toBeUndefined();
  transport.onmessage?.(answer);
  await client.flush();
  expect(sent).toHaveLength(1);
  expect(await steps()).toMatchObject([{ name: "weather", output: answer.result, error: null }]);
  expect(errors).toStrictEqual([]);
});

test("a transport whose send throws still throws, and the call is recorded with its error", async () => {
  const { client, errors, steps } = await startService();
  const failure = new TypeError("not connected");
  const odd: McpTransport = {
    start: async () => undefined,
    send: () => {
      throw failure;
    },
  };
  const transport = observeTransport(odd, { client });
  expect(() => transport.send(call)).toThrow(failure);
  await client.flush();
  expect(await steps()).toMatchObject([{ name: "weather", error: "TypeError: not connected" }]);
  expect(errors).toStrictEqual([]);
});
