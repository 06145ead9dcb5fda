import type { TracingProcessor as OldProcessor } from "@threadline/agents-0.1-matrix";
import type { TracingProcessor } from "@threadline/agents-0.20-matrix";
import { expectTypeOf, test } from "vitest";
import type { ThreadlineTracingProcessor } from "../src/index.ts";

test("the types of all versions accept the processor", () => {
  expectTypeOf<ThreadlineTracingProcessor>().toExtend<OldProcessor>();
  expectTypeOf<ThreadlineTracingProcessor>().toExtend<TracingProcessor>();
});
