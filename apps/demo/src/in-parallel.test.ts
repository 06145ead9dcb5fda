import { HttpError } from "@threadline/core";
import { expect, test } from "vitest";
import { inParallel } from "./in-parallel.ts";

test("work that a busy service rejects is retried, but not after other errors", async () => {
  const tries: string[] = [];
  await inParallel(["a", "b"], async (item) => {
    tries.push(item);
    if (item === "a" && tries.filter((each) => each === "a").length < 3) {
      throw new HttpError("busy", { status: 503, retryAfterMs: 0 });
    }
  });
  expect(tries.toSorted()).toEqual(["a", "a", "a", "b"]);
  const rejected = new HttpError("rejected", { status: 400 });
  await expect(inParallel(["c"], () => Promise.reject(rejected))).rejects.toBe(rejected);
});
