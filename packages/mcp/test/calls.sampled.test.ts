import { join } from "node:path";
import { Threadline } from "@threadline/core";
import { describe, expect, onTestFinished, test } from "vitest";
import { newestOf } from "../../server/test/test-inputs.ts";
import { observeTransport, type TransportOptions } from "../src/index.ts";
import { type Sdk, versions } from "./matrix.ts";
import { startService } from "./start-service.ts";

const pairs = versions.flatMap(([one, sdk]) => versions.map(([other]) => [one, other, sdk] as const));

describe.each(newestOf(pairs))("a client %s with a server %s", (_client, server, sdk) => {
  test("across two processes, the work of a tool is below the client's call", async () => {
    const { client, url, apiKey, errors, steps } = await startService();
    const transport = new sdk.StdioClientTransport({
      command: process.execPath,
      args: ["--conditions=@threadline/source", join(import.meta.dirname, "server-process.ts"), server],
      env: { ...(process.env as Record<string, string>), THREADLINE_URL: url, THREADLINE_API_KEY: apiKey },
    });
    const peer = new sdk.Client({ name: "guide", version: "1.0.0" });
    await peer.connect(observeTransport(transport, { client }));
    onTestFinished(() => peer.close());
    const parameters = { name: "weather", arguments: { city: "Oslo" } };
    const result = await client
      .thread({ id: "trip" })
      .wrap(() => client.run({ name: "plan" }).wrap(() => peer.callTool(parameters)));
    expect(result).toMatchObject({ content: [{ type: "text", text: "Rain" }] });
    expect(parameters).toStrictEqual({ name: "weather", arguments: { city: "Oslo" } });
    await expect.poll(async () => (await steps()).filter(({ endTime }) => endTime)).toHaveLength(4);
    const all = await steps();
    const find = (name: string, side?: string) =>
      all.find((step) => step.name === name && (side === undefined || step.metadata?.["mcp"] === side));
    const [run, call, work, inner] = [
      find("plan"),
      find("weather", "client"),
      find("weather", "server"),
      find("station"),
    ];
    const tool = {
      type: "tool",
      input: { city: "Oslo" },
      output: { content: [{ type: "text", text: "Rain" }] },
      error: null,
    };
    expect(call).toMatchObject({ ...tool, parentId: run?.id });
    expect(work).toMatchObject({ ...tool, parentId: call?.id });
    expect(inner).toMatchObject({ parentId: work?.id });
    for (const { threadId, rootRunId, id } of all) {
      expect([threadId, rootRunId ?? id]).toStrictEqual(["trip", run?.id]);
    }
    expect(errors).toStrictEqual([]);
  });
});

/** Connects a client and a server in this process. */
async function connect(sdk: Sdk, options: TransportOptions, isServerObserved = true) {
  const { Client, InMemoryTransport, McpServer, z } = sdk;
  const server = new McpServer({ name: "tools", version: "1.0.0" });
  server.tool("echo", { text: z.string() }, ({ text }) => ({ content: [{ type: "text" as const, text }] }));
  server.tool("fail", {}, () => ({ isError: true, content: [{ type: "text" as const, text: "no signal" }] }));
  server.tool("hang", {}, () => new Promise<never>(() => undefined));
  server.tool("picture", {}, () => ({
    content: [{ type: "image" as const, mimeType: "image/png", data: "A".repeat(2_000_000) }],
  }));
  const [one, other] = InMemoryTransport.createLinkedPair();
  await server.connect(isServerObserved ? observeTransport(other, options) : other);
  let meta: unknown;
  let sent = 0;
  const { send } = one;
  one.send = (message, ...rest) => {
    if ("method" in message && message.method === "tools/call") sent += 1;
    meta = "params" in message ? message.params?.["_meta"] : undefined;
    return send.call(one, message, ...rest);
  };
  const client = new Client({ name: "host", version: "1.0.0" });
  await client.connect(observeTransport(one, options));
  return { client, close: () => one.close(), meta: () => meta, sentCalls: () => sent };
}

describe.each(newestOf(versions))("with version %s", (_version, sdk) => {
  test("a failed tool is an error, and the caller gets its result unchanged", async () => {
    const { client, steps } = await startService();
    const peer = await connect(sdk, { client });
    const failed = { isError: true, content: [{ type: "text", text: "no signal" }] };
    await expect(peer.client.callTool({ name: "fail", arguments: {} })).resolves.toMatchObject(failed);
    const all = await steps();
    expect(all.map(({ error }) => error)).toStrictEqual(["no signal", "no signal"]);
  });

  test("an aborted or interrupted call has an end", async () => {
    const { client, steps } = await startService();
    const peer = await connect(sdk, { client });
    const controller = new AbortController();
    const { signal } = controller;
    const aborted = peer.client.callTool({ name: "hang", arguments: {} }, undefined, { signal });
    await expect.poll(peer.sentCalls).toBe(1);
    controller.abort(new Error("enough"));
    await expect(aborted).rejects.toThrow();
    const cut = peer.client.callTool({ name: "hang", arguments: {} });
    await expect.poll(peer.sentCalls).toBe(2);
    await Promise.all([expect(cut).rejects.toThrow(), peer.close()]);
    await expect.poll(async () => (await steps()).filter(({ endTime }) => endTime)).toHaveLength(4);
    const sides = (await steps()).map(({ metadata, error }) =>
      [metadata?.["mcp"], metadata?.["aborted"], error].map(String).join(" "),
    );
    expect(sides.toSorted()).toStrictEqual([
      "client true null",
      "client undefined The connection was closed",
      "server true null",
      "server undefined The connection was closed",
    ]);
  });

  test("trace context is sent in _meta, unless the host sent some or it is turned off", async () => {
    const { client } = await startService();
    const peer = await connect(sdk, { client }, false);
    const call = { name: "echo", arguments: { text: "hi" } };
    await peer.client.callTool(call);
    expect(peer.meta()).toMatchObject({ traceparent: expect.stringMatching(/^00-[\da-f]{32}-[\da-f]{16}-01$/u) });
    const traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    await peer.client.callTool({ ...call, _meta: { traceparent } });
    expect(peer.meta()).toStrictEqual({ traceparent });
    const silent = await connect(sdk, { client, sendsTrace: false }, false);
    await silent.client.callTool(call);
    expect(silent.meta()).toBeUndefined();
  });

  test("concurrent calls do not mix, other requests are not recorded, and files are omitted", async () => {
    const { client, steps } = await startService();
    const peer = await connect(sdk, { client }, false);
    await peer.client.listTools();
    const texts = Array.from({ length: 20 }, (_, index) => `text ${index}`);
    await Promise.all(texts.map((text) => peer.client.callTool({ name: "echo", arguments: { text } })));
    await peer.client.callTool({ name: "picture", arguments: {} });
    const all = await steps();
    expect(all).toHaveLength(21);
    for (const { input, output } of all.filter(({ name }) => name === "echo")) {
      expect(output).toMatchObject({ content: [{ text: input?.["text"] }] });
    }
    expect(all.find(({ name }) => name === "picture")?.output).toMatchObject({
      content: [{ data: "2000000 characters of base64" }],
    });
  });

  test("failed or unsampled records change nothing for the host", async () => {
    const { client, url, apiKey, steps } = await startService();
    const broken = new Threadline({ apiKey, url, onError: () => undefined });
    broken.step = () => {
      throw new Error("broken");
    };
    const unsampled = new Threadline({ apiKey, url, sampleRate: 0 });
    for (const each of [broken, unsampled]) {
      const peer = await connect(sdk, { client: each });
      const result = await peer.client.callTool({ name: "echo", arguments: { text: "hi" } });
      expect(result).toMatchObject({ content: [{ text: "hi" }] });
      await each.flush();
    }
    expect(client).toBeDefined();
    expect(await steps()).toStrictEqual([]);
  });
});
