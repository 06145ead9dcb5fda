import { expect, test } from "vitest";
import { errorLine } from "./error-line.ts";

test.each([
  [null, null],
  ["", ""],
  ["Timeout", "Timeout"],
  ["\n Timeout after 812 ms \n    at fetch (client.ts:12)", "Timeout after 812 ms"],
  ["a,".repeat(2_000_000), "a,".repeat(250)],
  [`${"a".repeat(499)}🙂`, "a".repeat(499)],
])("the first line of an error is short (%#)", (error, line) => expect(errorLine(error)).toBe(line));
