import { expect, test } from "vitest";
import type { ModelProblem } from "../models/model-call.ts";
import type { JobResult } from "../store/jobs.ts";
import { FailurePolicy } from "./failure-policy.ts";

const hour = 3_600_000;

function open() {
  let now = 0;
  const policy = new FailurePolicy(() => now);
  return {
    pass: (time: number) => (now += time),
    succeed: () => policy.succeeded({ connection: "c", item: "a" }),
    fail: (
      problem: ModelProblem,
      {
        item = "a",
        connection = "c",
        retryAfterMs,
        result = {},
      }: {
        item?: string;
        connection?: string;
        retryAfterMs?: number;
        result?: JobResult;
      } = {},
    ) => policy.errorOf({ connection, item, failure: { problem, message: problem, retryAfterMs }, result }),
  };
}

test("problems of one item fail it, and problems of the connection pause all", () => {
  const { fail } = open();
  expect(fail("requestRejected")).toMatchObject({ name: "JobError", isFinal: true });
  expect(fail("providerFailed", { retryAfterMs: 7_000 })).toMatchObject({
    name: "JobError",
    isFinal: false,
    retryAfterMs: 7_000,
  });
  expect(fail("budgetExceeded")).toMatchObject({ name: "JobPause", delayMs: 60_000 });
  const limited = fail("rateLimited", { retryAfterMs: 90_000, result: { cost: 0.5 } });
  expect(limited).toMatchObject({ name: "JobPause", delayMs: 90_000, cost: 0.5 });
  expect(fail("rateLimited", { retryAfterMs: 1e9 })).toMatchObject({ delayMs: hour });
});

test("temporary failures of many items, without a success in between, pause all items of the connection", () => {
  const { fail, succeed } = open();
  const names = (count: number, connection = "c"): string[] =>
    Array.from({ length: count }, (_, index) => fail("timeout", { item: `i${index}`, connection }).name);
  expect(names(10)).toEqual([...Array.from({ length: 9 }, () => "JobError"), "JobPause"]);
  expect(names(1)).toEqual(["JobPause"]);
  expect(names(1, "other")).toEqual(["JobError"]);
  succeed();
  expect(names(1)).toEqual(["JobError"]);
});

test("repeated failures of one item count once, so that only this item fails", () => {
  const { fail } = open();
  const names = Array.from({ length: 30 }, () => fail("providerFailed").name);
  expect(new Set(names)).toEqual(new Set(["JobError"]));
});

test("after an hour of pauses, further attempts of an item count, unless a member has to repair the connection", () => {
  const { fail, pass, succeed } = open();
  expect([fail("rateLimited").name, fail("keyRejected", { item: "b" }).name]).toEqual(["JobPause", "JobPause"]);
  pass(hour - 1);
  expect(fail("rateLimited").name).toBe("JobPause");
  pass(1);
  expect(fail("rateLimited")).toMatchObject({ name: "JobError", isFinal: false });
  expect(fail("keyRejected", { item: "b" }).name).toBe("JobPause");
  succeed();
  expect(fail("rateLimited").name).toBe("JobPause");
});
