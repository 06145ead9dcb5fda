import { HumanMessage } from "@langchain/core/messages";
import { expect, test } from "vitest";
import { toReadable, toReadableObject } from "./readable.ts";

test("messages are found at any depth, and the value is not changed", () => {
  const given = { a: [{ b: new HumanMessage("q") }], at: new Date(0) };
  expect(toReadable(given)).toStrictEqual({ a: [{ b: { role: "user", content: "q" } }], at: given.at });
  expect(given.a[0]?.b).toBeInstanceOf(HumanMessage);
});

test("objects that refer to each other are copied once each", () => {
  const nodes = Array.from({ length: 40 }, (_, index) => ({ index, others: [] as unknown[] }));
  for (const node of nodes) node.others = nodes;
  const copied = toReadable({ nodes }) as unknown as { nodes: typeof nodes };
  expect(copied.nodes).not.toBe(nodes);
  expect(copied.nodes[3]?.others).toBe(copied.nodes);
});

test("unreadable values are left to the SDK", () => {
  const odd = {
    get broken(): never {
      throw new Error("no");
    },
  };
  expect(toReadable(odd)).toBe(odd);
  let deep: unknown = new HumanMessage("q");
  for (let depth = 0; depth < 10_000; depth++) deep = [deep];
  expect(() => toReadable(deep)).not.toThrow();
});

test("an input that is not an object is wrapped in one, and so is a message", () => {
  expect(toReadableObject("q", "input")).toStrictEqual({ input: "q" });
  expect(toReadableObject([1], "output")).toStrictEqual({ output: [1] });
  expect(toReadableObject(new HumanMessage("q"), "output")).toStrictEqual({ output: { role: "user", content: "q" } });
  expect(toReadableObject({ a: 1 }, "output")).toStrictEqual({ a: 1 });
});
