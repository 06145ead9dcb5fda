import { expect, test } from "vitest";
import { thumbChoices } from "./thumb-choices.ts";

const [yes, no] = [
  { label: "yes", value: 1 },
  { label: "no", value: 0 },
];

test("without a schema, thumbs store 1 or 0 as user feedback", () => {
  expect(thumbChoices([])).toEqual({
    name: "user-feedback",
    up: { value: 1, label: null },
    down: { value: 0, label: null },
  });
});

test("thumbs use the feedback schema, and otherwise the first one with two categories", () => {
  const correct = { name: "correct", categories: [no, yes] };
  const number = { name: "length", categories: null };
  const three = { name: "tone", categories: [yes, no, { label: "maybe", value: 0.5 }] };
  expect(thumbChoices([number, three, correct])).toEqual({ name: "correct", up: yes, down: no });
  const feedback = { name: "user-feedback", categories: [yes, no] };
  expect(thumbChoices([correct, feedback])).toEqual({ name: "user-feedback", up: yes, down: no });
  expect(thumbChoices([correct, { name: "user-feedback", categories: null }]).name).toBe("user-feedback");
});
