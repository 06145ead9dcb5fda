import { expect, test } from "vitest";
import { runScorers } from "./run-scorers.ts";

const scored = { input: {}, output: "a", expected: undefined, metadata: {} };

test("scorers return numbers, booleans, scores, several scores or nothing", async () => {
  const { scores, errors } = await runScorers(
    [
      function length() {
        return 0.5;
      },
      async function correct() {
        return true;
      },
      () => ({ name: "tone", value: 2, label: "warm", comment: "Polite.", type: "AI" as const }),
      () => ({ value: false }),
      function skipped() {
        return null;
      },
      () => [
        { name: "a", value: 1 },
        { name: "b", value: 0 },
      ],
    ],
    scored,
  );
  expect(errors).toEqual({});
  expect(scores.map(({ name, value, type }) => [name, value, type])).toEqual([
    ["length", 0.5, "CODE"],
    ["correct", 1, "CODE"],
    ["tone", 2, "AI"],
    ["scorer 4", 0, "CODE"],
    ["a", 1, "CODE"],
    ["b", 0, "CODE"],
  ]);
  expect(scores[2]).toMatchObject({ label: "warm", comment: "Polite.", scorer: "scorer 3" });
});

test("a failure or an invalid score affects one scorer only", async () => {
  const { scores, errors } = await runScorers(
    [
      function broken(): number {
        throw new TypeError("no output");
      },
      function infinite() {
        return Infinity;
      },
      function text() {
        return { value: "good" as unknown as number };
      },
      function fine() {
        return 1;
      },
      function again() {
        return { name: "fine", value: 0 };
      },
    ],
    scored,
  );
  expect(scores).toMatchObject([{ name: "fine", value: 1 }]);
  expect(errors).toEqual({
    broken: "TypeError: no output",
    infinite: "TypeError: A score must be a finite number or a boolean, not Infinity",
    text: "TypeError: A score must be a finite number or a boolean, not good",
    again: 'Another scorer returned a score named "fine".',
  });
});
