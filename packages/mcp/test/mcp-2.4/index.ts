/** Version 2 with the names and parameters of version 1 that the tests use. */
import { Client as NewClient, type RequestOptions, type Transport } from "@modelcontextprotocol/client";
import { McpServer as NewServer, type CallToolResult } from "@modelcontextprotocol/server";
import { z } from "zod";

export { InMemoryTransport } from "@modelcontextprotocol/client";
export { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
export { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
export { z, type Transport };

type CallParameters = Parameters<NewClient["callTool"]>[0];

export class Client extends NewClient {
  /** In version 1, the schema of the result is the second parameter. */
  override callTool(
    parameters: CallParameters,
    _schema?: undefined,
    options?: RequestOptions,
  ): Promise<CallToolResult> {
    return super.callTool(parameters, options);
  }
}

export class McpServer extends NewServer {
  tool(name: string, shape: z.ZodRawShape, run: (input: object) => CallToolResult | Promise<CallToolResult>): void {
    this.registerTool(name, { inputSchema: z.object(shape) }, run);
  }
}
