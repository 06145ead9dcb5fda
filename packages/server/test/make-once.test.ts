import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { makeOnce } from "./make-once.ts";

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "threadline-once-"));
  return () => rm(root, { recursive: true });
});

test("concurrent callers create the folder once, and all get it complete", async () => {
  const folder = join(root, "made");
  let calls = 0;
  const make = async (into: string): Promise<void> => {
    calls += 1;
    await new Promise((resolve) => setImmediate(resolve));
    await writeFile(join(into, "file"), "whole");
  };
  const asked = Array.from({ length: 5 }, () => makeOnce(folder, make));
  expect(await Promise.all(asked)).toEqual(Array(5).fill(folder));
  expect(calls).toBe(1);
  expect(await readFile(join(folder, "file"), "utf8")).toBe("whole");
  expect(await makeOnce(folder, make)).toBe(folder);
  expect(calls).toBe(1);
});

test("a failed creation leaves nothing, and the next caller retries", async () => {
  const folder = join(root, "made");
  const failing = makeOnce(folder, () => Promise.reject(new Error("no room")));
  const next = makeOnce(folder, (into) => writeFile(join(into, "file"), ""));
  await expect(failing).rejects.toThrow("no room");
  expect(await next).toBe(folder);
  expect(await readdir(root)).toEqual(["made"]);
});
