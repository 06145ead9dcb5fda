import { scoreMatchers } from "@threadline/vitest";
import { expect, test } from "vitest";

expect.extend(
  scoreMatchers({
    scorers: {
      correctness: ({ output, expected }: { output: string; expected: string }) => output === expected,
      broken: () => {
        throw new Error("no judge");
      },
    },
  }),
);

test("right", async () => {
  await expect("Paris").toScore("correctness", ">=", 0.8, { input: { country: "France" }, expected: "Paris" });
  await expect("Paris").toScore(
    function length({ output }: { output: string }) {
      return output.length;
    },
    "==",
    5,
    { input: { country: "France" } },
  );
});

test("wrong", async () => {
  await expect("Lyon").toScore("correctness", ">=", 0.8, { expected: "Paris" });
});

test("negated", async () => {
  await expect("Lyon").not.toScore("correctness", ">=", 0.8, { expected: "Paris" });
});

test("broken scorer", async () => {
  await expect("Lyon").toScore("broken", ">=", 0);
});

test("unknown scorer", async () => {
  await expect("Lyon").toScore("tone", ">=", 0);
});

test("without a score", () => {
  expect(1).toBe(1);
});
