import { expect, test } from "vitest";
import { matchingMembers, mentionedIn, mentionQueryAt } from "./mention-query.ts";

test.each([
  ["@", 1, { start: 0, text: "" }],
  ["Hi @An", 6, { start: 3, text: "An" }],
  ["Hi @Ann B", 9, { start: 3, text: "Ann B" }],
  ["Hi @Ann", 2, null],
  ["**@Ann", 6, { start: 2, text: "Ann" }],
  ["ann@example", 11, null],
  ["@Ann\nand", 8, null],
  [`@${"x".repeat(60)}`, 61, null],
  ["no mention", 10, null],
])("the mention typed in %j at %i is %j", (text, cursor, expected) => {
  expect(mentionQueryAt(text, cursor)).toEqual(expected);
});

test("members match by any part of their name, and are mentioned by their whole name", () => {
  const members = ["Ann Lee", "Bob", "Joanna"].map((name) => ({ accountId: name, name }));
  expect(matchingMembers(members, "ann").map(({ name }) => name)).toEqual(["Ann Lee", "Joanna"]);
  expect(matchingMembers(members, "zoe")).toEqual([]);
  expect(mentionedIn(members, "@Ann Lee, see @Bo").map(({ name }) => name)).toEqual(["Ann Lee"]);
});
