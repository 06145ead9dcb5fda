import { expect, test } from "vitest";
import { type AlertDraft, budgetDraft, draftOf, emptyDraft, invalidField, readDraft } from "./alert-draft.ts";

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

test.each([
  [5, 0.05],
  [7, 0.07],
  [5.1, 0.051],
  [28, 0.28],
])("the threshold of an error rate is entered in percent: %s", (percent, rate) => {
  const draft = { ...emptyDraft, threshold: String(percent), recoverAt: String(percent) };
  const input = readDraft(draft);
  expect(input).toMatchObject({ threshold: rate, recoverAt: rate });
  const stored = { ...draft, resource: null, filters: [], query: null, threshold: rate, recoverAt: rate };
  expect(
    draftOf({ ...stored, forSeconds: 0, minimumCount: 0 } as unknown as Parameters<typeof draftOf>[0]),
  ).toMatchObject({
    threshold: String(percent),
    recoverAt: String(percent),
  });
  expect(readDraft({ ...draft, perRecord: false })).toMatchObject({ threshold: percent });
  expect(readDraft({ ...draft, kind: "INCREASE" })).toMatchObject({ threshold: percent });
});

test("a new budget has no threshold yet", () => {
  expect(readDraft(budgetDraft)).toBeNull();
  expect(readDraft({ ...budgetDraft, threshold: "25" })).toMatchObject({ threshold: 25, recoverAt: null });
});
