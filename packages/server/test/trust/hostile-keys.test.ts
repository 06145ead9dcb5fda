import { join } from "node:path";
import { expect, test } from "vitest";
import { runFrozen } from "../../../../tooling/hostile-keys.ts";

test("prototype keys are data wherever a client chooses a key", { timeout: 120_000 }, async () => {
  const run = await runFrozen(join(import.meta.dirname, "hostile-keys-process.ts"));
  expect(run).toMatchObject({ errors: [], changes: [] });
});
