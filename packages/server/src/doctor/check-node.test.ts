import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkNode } from "./check-node.ts";

test.each(["22.16.0", "22.20.1", "24.0.0", "26.1.0"])("Node %s is supported", (version) => {
  expect(checkNode(version)).toBeNull();
});

test.each(["20.20.2", "22.13.0", "22.15.9", "18.0.0"])("Node %s is too old", (version) => {
  expect(checkNode(version)).toContain("22.16");
});

test("the package requires the same version", async () => {
  const { engines } = JSON.parse(await readFile(join(import.meta.dirname, "../../package.json"), "utf8"));
  expect(engines.node).toBe(">=22.16");
});
