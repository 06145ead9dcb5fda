import { expect, test } from "vitest";
import { rankErrors } from "./rank-errors.ts";

test("errors that only differ in numbers and ids are counted together, most frequent first", () => {
  expect(
    rankErrors([
      "HTTP 404",
      "Timeout after 812 ms in call_7f3a\n    at fetch (client.ts:12)",
      "Timeout after 5,003 ms in call_01bc",
      "Not found",
      "Timeout after 9 ms in call_1",
      "Not found",
    ]),
  ).toEqual([
    { message: "Timeout after 812 ms in call_7f3a", part: "Timeout after", count: 3 },
    { message: "Not found", part: "Not found", count: 2 },
    { message: "HTTP 404", part: "HTTP", count: 1 },
  ]);
});

test("an error of numbers only, and an empty one, keep their texts", () => {
  expect(rankErrors(["42", ""])).toEqual([
    { message: "42", part: "42", count: 1 },
    { message: "", part: "", count: 1 },
  ]);
});
