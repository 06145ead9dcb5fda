import { join } from "node:path";
import { expect, test } from "vitest";
import { runFrozen } from "../../../tooling/hostile-keys.ts";

test("keys such as __proto__ in responses, tools and spans are plain data", { timeout: 60_000 }, async () => {
  const run = (await runFrozen(join(import.meta.dirname, "hostile-keys-process.ts"))) as Record<string, unknown>;
  expect(run).toMatchObject({ errors: [], dropped: 0, recorded: 18, changes: [] });
});
