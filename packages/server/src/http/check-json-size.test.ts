import { expect, test } from "vitest";
import { checkJsonSize } from "./check-json-size.ts";

const limits = { maxJsonDepth: 256, maxJsonNodes: 1_000 };
const check = (text: string) => (): void => checkJsonSize(Buffer.from(text), limits);

test("a depth of 256 passes, and an error for a depth of 257 names the limit", () => {
  expect(check("[".repeat(256) + "]".repeat(256))).not.toThrow();
  expect(check("[".repeat(257) + "]".repeat(257))).toThrow("body: is nested deeper than 256");
  expect(check('{"a":'.repeat(100_000))).toThrow("body: is nested deeper than 256");
});

test("more values than the limit are refused", () => {
  expect(check(`[${"1,".repeat(900)}1]`)).not.toThrow();
  expect(check(`[${"1,".repeat(1_000)}1]`)).toThrow("body: contains more than 1000 values");
});

test("content of strings does not count", () => {
  const marks = "[{,".repeat(2_000);
  expect(
    check(JSON.stringify([marks, `"${marks}`, `\\${marks}\\`, "\\", '\\"', "x".repeat(22) + '\\"', "é".repeat(50)])),
  ).not.toThrow();
  expect(check(`["${"x".repeat(30)}\\\\", ${"[".repeat(300)}`)).toThrow("nested deeper");
});

test("invalid JSON causes no error here", () => {
  expect(check('"never closed \\')).not.toThrow();
  expect(check("]]]}}}")).not.toThrow();
});
