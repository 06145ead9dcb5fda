import { expect, test } from "vitest";
import { ReadTurns } from "./read-turns.ts";

test("projects take turns, and one slice runs per turn of the event loop", async () => {
  const waiting = new ReadTurns();
  const order: string[] = [];
  const read = async (name: string, project: number, slices: number): Promise<void> => {
    for (let index = 0; index < slices; index += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one slice after the other
      await waiting.next(project);
      order.push(name);
    }
  };
  const turns = async (): Promise<void> => {
    while (order.length < 10) {
      order.push("|");
      // oxlint-disable-next-line no-await-in-loop -- one turn after the other
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  await Promise.all([read("a", 1, 2), read("b", 1, 2), read("c", 2, 1), turns()]);
  expect(order.filter((entry) => entry !== "|").join("")).toBe("acbab");
  expect(order.join("").replaceAll(/\|+/g, "|")).toBe("|a|c|b|a|b");
});
