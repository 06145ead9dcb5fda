import { expect, test } from "vitest";
import { matchedFields } from "./matched-fields.ts";

const metadata = { plan: "Guest", seats: 3, user: { plan: "guest pro" }, tags: ["vip", "guests"], note: null };

test.each([
  ["plan:guest", ["plan: Guest", "user.plan: guest pro"]],
  ['"plan":"guest"', ["plan: Guest", "user.plan: guest pro"]],
  [" GUESTS ", ["tags: guests"]],
  ["seats", ["seats: 3"]],
  ["user", ["user.plan: guest pro"]],
  ["ada@example.com", []],
  [" ", []],
])("the fields that contain %j are found", (search, expected) => {
  expect(matchedFields(metadata, search)).toEqual(expected);
});

test("metadata that is not an object has no fields", () => {
  expect(matchedFields({}, "a")).toEqual([]);
  expect(matchedFields("guest", "guest")).toEqual(["guest"]);
});
