import { expect, test } from "vitest";
import { answerChallenge, challenge } from "./instance-proof.ts";

test("a service with the same records answers the challenge, and a service with other records does not", () => {
  const question = challenge("these");
  const answer = answerChallenge("these", question.header);
  expect(question.isMet(answer)).toBe(true);
  expect(answerChallenge("others", question.header)).toBeNull();
});

test.each(["", "x", "0".repeat(32), `${"0".repeat(32)}.${"0".repeat(64)}`, `${"0".repeat(32)}.`, "é".repeat(97)])(
  "a caller without access to the records gets no proof: %j",
  (header) => {
    expect(answerChallenge("these", header)).toBeNull();
  },
);

test.each([undefined, null, 7, "", "0".repeat(64), "é".repeat(64)])("other responses are rejected: %j", (proof) => {
  expect(challenge("these").isMet(proof)).toBe(false);
});

test("an answer is valid for one challenge only", () => {
  const [first, second] = [challenge("these"), challenge("these")];
  expect(second.isMet(answerChallenge("these", first.header))).toBe(false);
});
