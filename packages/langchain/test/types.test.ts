import type { RunnableConfig as OlderConfig } from "@threadline/langchain-0.3-matrix";
import type { RunnableConfig } from "@threadline/langchain-1-matrix";
import { expectTypeOf, test } from "vitest";
import type { ThreadlineCallbackHandler } from "../src/index.ts";

test("the types of both major versions accept the handler", () => {
  expectTypeOf<ThreadlineCallbackHandler[]>().toExtend<NonNullable<OlderConfig["callbacks"]>>();
  expectTypeOf<ThreadlineCallbackHandler[]>().toExtend<NonNullable<RunnableConfig["callbacks"]>>();
});
