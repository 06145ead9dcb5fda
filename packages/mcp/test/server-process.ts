/** A server on standard input and output, whose tool calls are recorded. The first argument selects the version. */
import { Threadline } from "@threadline/core";
import { observeTransport } from "../src/index.ts";
import { versions } from "./matrix.ts";

const sdk = new Map(versions).get(process.argv[2] ?? "");
if (sdk === undefined) throw new Error(`unknown version ${process.argv[2]}`);
const { McpServer, StdioServerTransport, z } = sdk;
const client = new Threadline();
const server = new McpServer({ name: "weather", version: "1.0.0" });
server.tool("weather", { city: z.string() }, async ({ city }) => {
  const text = await client.step({ type: "retrieval", name: "station", input: { city } }).wrap(async () => "Rain");
  await client.flush();
  return { content: [{ type: "text", text }] };
});
const transport = observeTransport(new StdioServerTransport(), { client });
await server.connect(transport);
process.stdin.on("end", () => {
  void client.flush().then(() => process.exit());
});
