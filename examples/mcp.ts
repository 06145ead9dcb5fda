/**
 * Records a tool call on an MCP server, once in the client and once in the server. The server's step becomes a child of
 * the client's step.
 */
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { Threadline } from "@threadline/core";
import { observeTransport } from "@threadline/mcp";
import { z } from "zod";

const client = new Threadline();
// Usually, client and server are two processes. This pair of transports simulates their connection.
const [one, other] = InMemoryTransport.createLinkedPair();

const server = new McpServer({ name: "weather", version: "1.0.0" });
server.tool("weather", { city: z.string() }, () => ({ content: [{ type: "text", text: "Rain" }] }));
await server.connect(observeTransport(other, { client }));

const host = new Client({ name: "guide", version: "1.0.0" });
await host.connect(observeTransport(one, { client }));
const run = client.run({ name: "plan" });
await run.wrap(() => host.callTool({ name: "weather", arguments: { city: "Oslo" } }));
await host.close();
await client.flush();

const { data } = await client.api.getSteps({ filters: [{ field: "name", operator: "eq", value: "weather" }] });
const call = data.find(({ parentId }) => parentId === run.id);
const work = data.find(({ parentId }) => parentId === call?.id);
for (const step of [call, work])
  console.log(`${step?.metadata?.["mcp"]} ${step?.name}: ${JSON.stringify(step?.input)}`);
