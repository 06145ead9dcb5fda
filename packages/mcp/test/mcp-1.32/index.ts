export { Client } from "@modelcontextprotocol/sdk/client/index.js";
export { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
export { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
export { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
export { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
export type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
export { z } from "zod";
