import { expect, test } from "vitest";
import type { ModelProblem } from "../models/model-call.ts";
import { FailurePolicy } from "./failure-policy.ts";

const failure = (problem: ModelProblem, retryAfterMs?: number) => ({ problem, message: problem, retryAfterMs });

test("problems of one item fail it, and problems of the connection pause all", () => {
  const policy = new FailurePolicy();
  expect(policy.errorOf("c", failure("requestRejected"), {})).toMatchObject({ name: "JobError", isFinal: true });
  expect(policy.errorOf("c", failure("providerFailed", 7_000), {})).toMatchObject({
    name: "JobError",
    isFinal: false,
    retryAfterMs: 7_000,
  });
  expect(policy.errorOf("c", failure("budgetExceeded"), {})).toMatchObject({ name: "JobPause", delayMs: 60_000 });
  const limited = policy.errorOf("c", failure("rateLimited", 90_000), { cost: 0.5 });
  expect(limited).toMatchObject({ name: "JobPause", delayMs: 90_000, cost: 0.5 });
  expect(policy.errorOf("c", failure("rateLimited", 1e9), {})).toMatchObject({ delayMs: 3_600_000 });
});

test("many temporary failures in a row, without a success in between, concern all", () => {
  const policy = new FailurePolicy();
  const names = (count: number, connection = "c"): string[] =>
    Array.from({ length: count }, () => policy.errorOf(connection, failure("timeout"), {}).name);
  expect(names(10)).toEqual([...Array.from({ length: 9 }, () => "JobError"), "JobPause"]);
  expect(names(1, "other")).toEqual(["JobError"]);
  policy.succeeded("c");
  expect(names(1)).toEqual(["JobError"]);
});
