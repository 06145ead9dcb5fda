export { observeTransport, type McpTransport, type TransportOptions } from "./observe-transport.ts";
