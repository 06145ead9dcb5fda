import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { Arrivals } from "./arrivals.ts";

test("connections count as arriving until the event loop accepts none in an iteration", async () => {
  const arrivals = new Arrivals();
  expect(arrivals.areComing).toBe(false);
  for (let connection = 0; connection < 3; connection += 1) {
    arrivals.accepted();
    // oxlint-disable-next-line no-await-in-loop -- sequential
    await setImmediate();
    expect(arrivals.areComing).toBe(true);
  }
  await setImmediate();
  expect(arrivals.areComing).toBe(false);
});
