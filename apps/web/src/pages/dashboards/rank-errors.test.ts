import { expect, test } from "vitest";
import { compareErrors, conditionsOf, rankErrors } from "./rank-errors.ts";

test("errors that only differ in numbers and ids are counted together, most frequent first", () => {
  expect(
    rankErrors([
      "HTTP 404",
      "Timeout after 812 ms in call_7f3a",
      "Timeout after 5,003 ms in call_01bc",
      "Not found",
      "Timeout after 450 ms in call_1",
      "Not found",
    ]),
  ).toEqual([
    { message: "Timeout after 812 ms in call_7f3a", part: "Timeout after", count: 3 },
    { message: "Not found", part: "Not found", count: 2 },
    { message: "HTTP 404", part: "HTTP 404", count: 1 },
  ]);
});

test("errors with different status codes or models are counted separately", () => {
  const errors = [
    "Request failed with status code 429",
    "Request failed with status code 500",
    "503 Service Unavailable",
    "The model gpt-4o was not found",
    "The model gpt-3.5-turbo was not found",
    "The model claude-3-5-sonnet-20241022 was not found",
  ];
  expect(rankErrors(errors)).toEqual(errors.map((message) => ({ message, part: message, count: 1 })));
});

test("errors with different ids that contain hyphens are counted together", () => {
  const errors = ["No run b50e8400-e29b-41d4-a716-446655440000", "No run a10c3311-0b1c-4d4d-8f16-446655440000"];
  expect(rankErrors(errors)).toEqual([{ message: errors[0], part: "No run", count: 2 }]);
  expect(rankErrors(["No order-1042", "No order-733"])).toMatchObject([{ part: "No", count: 2 }]);
});

test("errors that consist only of ids or numbers are counted separately", () => {
  const errors = ["1042", "733", "1042"];
  expect(rankErrors(errors)).toEqual([
    { message: "1042", part: "1042", count: 2 },
    { message: "733", part: "733", count: 1 },
  ]);
});

test("an error of numbers only, and an empty one, keep their texts", () => {
  expect(rankErrors(["42", ""])).toEqual([
    { message: "42", part: "42", count: 1 },
    { message: "", part: "", count: 1 },
  ]);
});

test("errors of two periods are grouped together: new ones first, then the others, then those that are gone", () => {
  const before = ["Order 17 not found", "Order 18 not found", "Timeout after 30 s", "Disk full"];
  const after = ["Timeout after 31 s", "Timeout after 20 s", "Order 19 not found", "No such model"];
  const compared = compareErrors(before, after).map(({ message, before: old, after: now }) => [message, old, now]);
  expect(compared).toEqual([
    ["No such model", 0, 1],
    ["Timeout after 31 s", 1, 2],
    ["Order 19 not found", 2, 1],
    ["Disk full", 1, 0],
  ]);
});

test("errors of two periods that consist only of ids are compared one by one", () => {
  expect(compareErrors(["P2002", "P2024", "P2024"], ["P2024"])).toEqual([
    { message: "P2024", part: "P2024", before: 2, after: 1 },
    { message: "P2002", part: "P2002", before: 1, after: 0 },
  ]);
});

test("a link to an error leaves out the errors of other groups that contain its text", () => {
  const ranked = rankErrors([
    "ValidationError: legs[1].arrival is missing",
    "PlanError: no plan after 3 attempts (ValidationError: legs[1].arrival is missing)",
    "Not found",
  ]);
  const [inner, outer] = ranked;
  expect(inner && conditionsOf(inner, ranked)).toEqual([
    { field: "error", operator: "ilike", value: "ValidationError: legs[" },
    { field: "error", operator: "nilike", value: "attempts (ValidationError: legs[" },
  ]);
  expect(outer && conditionsOf(outer, ranked)).toEqual([
    { field: "error", operator: "ilike", value: "attempts (ValidationError: legs[" },
  ]);
});

test("a link to an error has fewer conditions than a list allows", () => {
  const names = Array.from(
    { length: 60 },
    (_, index) => `${String.fromCharCode(97 + (index % 26)).repeat(3 + index)}: Not found`,
  );
  const ranked = rankErrors(["Not found", ...names]);
  expect(ranked).toHaveLength(61);
  const inner = ranked.find(({ message }) => message === "Not found");
  expect(inner && conditionsOf(inner, ranked)).toHaveLength(31);
});
