import { expect, test } from "vitest";
import { UnavailableError } from "../../errors.ts";
import { explainFailure } from "./explain-failure.ts";

test.each([
  ["a worker of Citus that was killed", { code: "08006", message: "connection to the remote node failed" }],
  ["a coordinator of Citus that was killed", { code: "XX000", message: "postmaster was shut down, exiting" }],
])("%s makes the store unavailable", (_, { code, message }) => {
  expect(explainFailure(Object.assign(new Error(message), { code }))).toBeInstanceOf(UnavailableError);
});

test("other internal errors do not count as an outage", () => {
  const error = Object.assign(new Error("cache lookup failed"), { code: "XX000" });
  expect(explainFailure(error)).toBe(error);
});
