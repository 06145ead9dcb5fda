import type { Transport as OldTransport } from "@threadline/mcp-1.10-matrix";
import type { Transport } from "@threadline/mcp-1.32-matrix";
import type { Transport as NewTransport } from "@threadline/mcp-2.4-matrix";
import { expectTypeOf, test } from "vitest";
import type { McpTransport } from "../src/index.ts";

test("transports of all versions are accepted", () => {
  expectTypeOf<OldTransport>().toExtend<McpTransport>();
  expectTypeOf<Transport>().toExtend<McpTransport>();
  expectTypeOf<NewTransport>().toExtend<McpTransport>();
});
