import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { Arrivals } from "./arrivals.ts";
import { WorkTurns } from "./work-turns.ts";

test("the event loop polls sockets between pieces of work of 2 ms or more", async () => {
  let now = 0;
  const turns = new WorkTurns(() => now);
  const order: string[] = [];
  const pieces = (holder: string, count: number, milliseconds: number): Promise<void>[] =>
    Array.from({ length: count }, async () => {
      await turns.pause(holder);
      now += milliseconds;
      order.push(holder);
    });
  const all = [...pieces("a", 2, 2), ...pieces("b", 4, 1)];
  const perTurn: number[] = [];
  for (let done = 0; done < 6; done = order.length) {
    // oxlint-disable-next-line no-await-in-loop -- one turn of the event loop after the other
    await setImmediate();
    perTurn.push(order.length - done);
  }
  expect(Math.max(...perTurn)).toBe(2);
  expect(perTurn.length).toBeGreaterThanOrEqual(4);
  await Promise.all(all);
});

test("a holder's paused requests continue before started ones, and every second piece of work is for a new request", async () => {
  const turns = new WorkTurns();
  const order: string[] = [];
  const wait = async (name: string, turn: Promise<void> | null): Promise<void> => {
    await turn;
    order.push(name);
  };
  await Promise.all([
    wait("paused first", turns.pause("a")),
    wait("started", turns.enter("a", "started")),
    wait("new", turns.enter("a")),
    wait("also new", turns.enter("a")),
    wait("paused last", turns.pause("a")),
  ]);
  expect(order).toEqual(["paused last", "new", "paused first", "also new", "started"]);
});

test("the holder with the least used time goes first", async () => {
  let now = 0;
  const turns = new WorkTurns(() => now);
  const order: string[] = [];
  const pieces = (holder: string, count: number, milliseconds: number): Promise<void>[] =>
    Array.from({ length: count }, async () => {
      await turns.pause(holder);
      now += milliseconds;
      order.push(holder);
    });
  await Promise.all([...pieces("large", 4, 20), ...pieces("small", 60, 1)]);
  // The two holders take turns of 20 ms each.
  expect(order.join(" ").replaceAll(/small( small)*/g, (run) => String(run.split(" ").length))).toBe(
    "large 20 large 20 large 20 large",
  );
});

test("a new holder starts with the used time of the others", async () => {
  let now = 0;
  const turns = new WorkTurns(() => now);
  const order: string[] = [];
  const piece = async (holder: string): Promise<void> => {
    await turns.pause(holder);
    now += 10;
    order.push(holder);
  };
  await Promise.all(Array.from({ length: 100 }, () => piece("old")));
  order.length = 0;
  await Promise.all([
    ...Array.from({ length: 4 }, () => piece("old")),
    ...Array.from({ length: 4 }, () => piece("new")),
  ]);
  expect(order.slice(0, 4).toSorted()).not.toEqual(["new", "new", "new", "new"]);
  expect(order.slice(0, 4).filter((holder) => holder === "new").length).toBeGreaterThanOrEqual(2);
});

test("work starts immediately when no other work is waiting", async () => {
  const turns = new WorkTurns();
  expect(turns.enter("a")).toBeNull();
  await turns.pause("a");
  await setImmediate();
  expect(turns.enter("b")).toBeNull();
});

test("new work waits behind waiting work", async () => {
  const turns = new WorkTurns();
  const first = turns.pause("a");
  const second = turns.enter("b");
  expect(second).not.toBeNull();
  const order: string[] = [];
  await Promise.all([first.then(() => order.push("a")), second?.then(() => order.push("b"))]);
  expect(order).toEqual(["a", "b"]);
});

test("a stream of new holders does not block a known one", async () => {
  let now = 0;
  const turns = new WorkTurns(() => now);
  const piece = async (holder: string): Promise<void> => {
    await turns.pause(holder);
    now += 1;
  };
  await Promise.all(Array.from({ length: 10 }, () => piece("known")));
  let strangers = 0;
  let isServed = false;
  // Each piece of work adds another holder, so that some are always waiting.
  const flood = async (): Promise<void> => {
    while (!isServed && strangers < 1_000) {
      strangers += 1;
      // oxlint-disable-next-line no-await-in-loop -- one holder after the other
      await piece(`stranger ${strangers}`);
    }
  };
  await Promise.all([...Array.from({ length: 5 }, flood), piece("known").then(() => (isServed = true))]);
  expect(strangers).toBeLessThan(50);
});

test("no work starts while connections arrive, for at most 20 ms", async () => {
  let now = 0;
  const arrivals = new Arrivals();
  const turns = new WorkTurns(() => now, arrivals);
  let done = 0;
  const work = async (turn: Promise<void> | null): Promise<void> => {
    await turn;
    done += 1;
  };
  arrivals.accepted();
  const all = [work(turns.enter("a")), work(turns.enter("b"))];
  for (now = 1; now < 20; now += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one iteration of the event loop after the other
    await setImmediate();
    arrivals.accepted();
    expect(done).toBe(0);
  }
  now = 21;
  await setImmediate();
  await setImmediate();
  expect(done).toBeGreaterThan(0);
  await Promise.all(all);
});
