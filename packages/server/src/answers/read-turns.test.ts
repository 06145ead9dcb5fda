import { expect, test } from "vitest";
import { ReadTurns } from "./read-turns.ts";

test("the concurrent reads of a holder are limited; further ones wait in order or are rejected", async () => {
  const turns = new ReadTurns({ maxRunning: 2, maxWaiting: 2 });
  const running = await Promise.all([turns.enter("a"), turns.enter("a")]);
  const order: number[] = [];
  const waiting = [1, 2].map(async (number) => {
    const turn = await turns.enter("a");
    order.push(number);
    turn?.leave();
  });
  expect(await turns.enter("a")).toBeNull();
  expect(order).toEqual([]);
  for (const turn of running) turn?.leave();
  await Promise.all(waiting);
  expect(order).toEqual([1, 2]);
  expect(await turns.enter("a")).not.toBeNull();
});

test("the reads of one holder do not delay others", async () => {
  const turns = new ReadTurns({ maxRunning: 1, maxWaiting: 0 });
  await turns.enter("a");
  expect(await turns.enter("a")).toBeNull();
  expect(await turns.enter("b")).not.toBeNull();
});

test("mutations are never rejected", async () => {
  const turns = new ReadTurns({ maxRunning: 1, maxWaiting: 0 });
  const turn = await turns.enter("a");
  const waiting = turns.enter("a", { mayWait: true });
  turn?.leave();
  expect(await waiting).not.toBeNull();
});

test("a started response continues before new ones", async () => {
  const turns = new ReadTurns({ maxRunning: 1, maxWaiting: 1 });
  const turn = await turns.enter("a");
  const order: string[] = [];
  const reads = [
    turns.enter("a").then((end) => ({ name: "new", end })),
    turns.enter("a", { hasStarted: true }).then((end) => ({ name: "started", end })),
  ].map(async (read) => {
    const { name, end } = await read;
    order.push(name);
    end?.leave();
  });
  turn?.leave();
  await Promise.all(reads);
  expect(order).toEqual(["started", "new"]);
});

test("the next reads run while a limited number of results wait for processing", async () => {
  const turns = new ReadTurns({ maxRunning: 1, maxWaiting: 0 });
  const held = [];
  for (let index = 0; index < 3; index += 1) {
    // oxlint-disable-next-line no-await-in-loop -- sequential
    const turn = await turns.enter("a");
    expect(turn).not.toBeNull();
    turn?.done(1_000_000);
    held.push(turn);
  }
  expect(await turns.enter("a")).toBeNull();
  held[0]?.leave();
  expect(await turns.enter("a")).not.toBeNull();
});

test("a holder with small results has more concurrent reads, until its results are large", async () => {
  const turns = new ReadTurns({ maxRunning: 2, maxWaiting: 0 });
  const enterAll = async (): Promise<number> => {
    const entered = await Promise.all(Array.from({ length: 20 }, () => turns.enter("a")));
    for (const turn of entered) turn?.leave();
    return entered.filter((turn) => turn !== null).length;
  };
  const first = await turns.enter("a");
  const second = await turns.enter("a");
  second?.done(10_000);
  second?.leave();
  expect(await enterAll()).toBe(7);
  const large = await turns.enter("a");
  large?.done(4_000_000);
  large?.leave();
  expect(await enterAll()).toBe(1);
  first?.leave();
});

test("a holder with large results has one concurrent read while others read", async () => {
  const turns = new ReadTurns({ maxRunning: 2, maxWaiting: 0 });
  const large = await turns.enter("a");
  const other = await turns.enter("b");
  large?.done(4_000_000);
  expect(await turns.enter("a")).not.toBeNull();
  expect(await turns.enter("a")).toBeNull();
  other?.leave();
  expect(await turns.enter("a")).not.toBeNull();
});
