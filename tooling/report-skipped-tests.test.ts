import { expect, test } from "vitest";
import { describeSkipped } from "./report-skipped-tests.ts";

test("skipped tests are reported with what they need and how to get it", () => {
  const missing = [["strace"], ["libfaketime"], ["helm"], ["strace"], ["libfaketime"]] as const;
  expect(describeSkipped(missing)).toBe(
    "Skipped 5 tests that need helm, libfaketime, strace " +
      "(apt-get install faketime strace; helm: https://helm.sh/docs/intro/install).",
  );
  expect(describeSkipped([["nginx"]])).toBe("Skipped 1 test that needs nginx (apt-get install nginx).");
});
