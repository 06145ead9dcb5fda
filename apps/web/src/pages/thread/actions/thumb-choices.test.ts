import { expect, test } from "vitest";
import { thumbChoices } from "./thumb-choices.ts";

const [yes, no] = [
  { label: "yes", value: 1 },
  { label: "no", value: 0 },
];
const usual = { name: "thumbs", up: { value: 1, label: "up" }, down: { value: 0, label: "down" } };

test("thumbs have a score name of their own, also if there is a schema for the feedback of end users", () => {
  expect(thumbChoices([])).toEqual(usual);
  expect(
    thumbChoices([
      { name: "user-feedback", categories: [yes, no] },
      { name: "correct", categories: [no, yes] },
    ]),
  ).toEqual(usual);
});

test("thumbs use the schema of their name if it has two categories", () => {
  expect(thumbChoices([{ name: "thumbs", categories: [no, yes] }])).toEqual({ name: "thumbs", up: yes, down: no });
  expect(thumbChoices([{ name: "thumbs", categories: null }])).toEqual(usual);
  expect(thumbChoices([{ name: "thumbs", categories: [yes, no, { label: "maybe", value: 0.5 }] }])).toEqual(usual);
});
