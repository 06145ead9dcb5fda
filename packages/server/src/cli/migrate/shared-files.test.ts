import { expect, test } from "vitest";
import { compareFiles } from "./shared-files.ts";

test.each([
  ["s3://files/p?endpoint=http://store&region=x", "s3://files/p?endpoint=http://store/", "shared"],
  ["s3://files/p?endpoint=http://store", "s3://files/p?endpoint=http://public", "perhaps"],
  ["s3://files/p", "s3://files/q", "apart"],
  ["s3://files/p", "/files", "apart"],
  ["/a/../files", "/files", "shared"],
  ["/files", null, "apart"],
])("files in %s and in %s are %s", async (from, to, expected) => {
  expect(await compareFiles(from, to)).toBe(expected);
});
