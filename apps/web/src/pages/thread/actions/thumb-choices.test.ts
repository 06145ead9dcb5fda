import { expect, test } from "vitest";
import { thumbChoices } from "./thumb-choices.ts";

const [yes, no] = [
  { label: "yes", value: 1 },
  { label: "no", value: 0 },
];
const numbers = { name: "thumbs", up: { value: 1, label: null }, down: { value: 0, label: null } };

test("thumbs have a score name of their own, also if there is a schema for the feedback of end users", () => {
  expect(thumbChoices([])).toEqual(numbers);
  expect(
    thumbChoices([
      { name: "user-feedback", categories: [yes, no] },
      { name: "correct", categories: [no, yes] },
    ]),
  ).toEqual(numbers);
});

test("thumbs use the schema of their name if it has two categories", () => {
  expect(thumbChoices([{ name: "thumbs", categories: [no, yes] }])).toEqual({ name: "thumbs", up: yes, down: no });
  expect(thumbChoices([{ name: "thumbs", categories: null }])).toEqual(numbers);
  expect(thumbChoices([{ name: "thumbs", categories: [yes, no, { label: "maybe", value: 0.5 }] }])).toEqual(numbers);
});
