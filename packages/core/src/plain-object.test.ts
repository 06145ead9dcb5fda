import { createContext, runInContext } from "node:vm";
import { expect, test } from "vitest";
import { isPlainObject } from "./plain-object.ts";

test("isPlainObject accepts plain objects only", () => {
  expect([{}, { a: 1 }, Object.create(null), runInContext("({})", createContext())].map(isPlainObject)).toStrictEqual([
    true,
    true,
    true,
    true,
  ]);
  expect([null, undefined, [], "a", 1, new Date(), new Map(), new Error("x"), () => 1].some(isPlainObject)).toBe(false);
});
