import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { WorkTurns } from "./work-turns.ts";

test("what waits is done holder by holder, one piece in a turn of the event loop", async () => {
  const turns = new WorkTurns();
  const order: string[] = [];
  const pieces = (holder: string, count: number): Promise<void>[] =>
    Array.from({ length: count }, async (_, index) => {
      await turns.pause(holder);
      order.push(`${holder}${index}`);
    });
  const [busy, other] = [pieces("busy", 4), pieces("other", 1)];
  await setImmediate();
  expect(order).toEqual(["busy0"]);
  await Promise.all(other);
  expect(order).toEqual(["busy0", "other0"]);
  await Promise.all(busy);
  expect(order).toEqual(["busy0", "other0", "busy1", "busy2", "busy3"]);
});

test("the first piece of work begins at once, and again when all others are done", async () => {
  const turns = new WorkTurns();
  expect(turns.enter("a")).toBeNull();
  await turns.pause("a");
  await setImmediate();
  expect(turns.enter("b")).toBeNull();
});

test("work that arrives while others wait takes its place behind them", async () => {
  const turns = new WorkTurns();
  const first = turns.pause("a");
  const second = turns.enter("b");
  expect(second).not.toBeNull();
  const order: string[] = [];
  await Promise.all([first.then(() => order.push("a")), second?.then(() => order.push("b"))]);
  expect(order).toEqual(["a", "b"]);
});
