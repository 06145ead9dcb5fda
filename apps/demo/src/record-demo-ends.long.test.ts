import { test } from "vitest";
import { expectCompletedAfter } from "./demo-service.ts";

test("a recording that ends in the middle is completed by the next start", async () => {
  await expectCompletedAfter(60);
});
