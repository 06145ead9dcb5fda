import { join } from "node:path";
import { expect, test } from "vitest";
import { runFrozen } from "../../../tooling/hostile-keys.ts";

test(
  "keys of prototypes are data, in what a host records and in what a service answers",
  { timeout: 60_000 },
  async () => {
    const run = await runFrozen(join(import.meta.dirname, "hostile-keys-process.ts"));
    expect(run).toMatchObject({ errors: [], dropped: 0, changes: [] });
  },
);
