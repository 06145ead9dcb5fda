import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { demoKey } from "./demo-key.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "threadline-demo-"));
});
afterEach(() => rm(folder, { recursive: true }));

test("the key is created once, and readable only by its owner", async () => {
  const path = join(folder, "demo-key");
  const key = await demoKey(path);
  expect(await demoKey(path)).toBe(key);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test("a key that cannot be read is an error, never a new key", async () => {
  await expect(demoKey(folder)).rejects.toThrow("EISDIR");
});
