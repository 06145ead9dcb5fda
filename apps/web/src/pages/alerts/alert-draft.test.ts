import { expect, test } from "vitest";
import { type AlertDraft, budgetDraft, emptyDraft, invalidField, readDraft } from "./alert-draft.ts";

const cases: readonly (readonly [string, Partial<AlertDraft>, ReturnType<typeof invalidField>])[] = [
  ["a threshold that is not entered", { threshold: "" }, "threshold"],
  ["a threshold that is not a number", { threshold: "high" }, "threshold"],
  ["a recovery value that is not a number", { recoverAt: "low" }, "recoverAt"],
  ["a duration that is not a number", { forSeconds: "long" }, "forSeconds"],
  ["a number of records that is not a number", { minimumCount: "few" }, "minimumCount"],
  ["an alert on missing records, which needs no threshold", { kind: "ABSENCE", threshold: "" }, null],
  ["no recovery value, duration and number of records", { recoverAt: "", forSeconds: "", minimumCount: "" }, null],
];

test.each(cases)("%s", (_, part, wrong) => {
  const draft = { ...emptyDraft, ...part };
  expect(invalidField(draft)).toBe(wrong);
  expect(readDraft(draft) === null).toBe(wrong !== null);
});

test("a new budget has no threshold yet", () => {
  expect(readDraft(budgetDraft)).toBeNull();
  expect(readDraft({ ...budgetDraft, threshold: "25" })).toMatchObject({ threshold: 25, recoverAt: null });
});
