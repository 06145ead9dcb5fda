import { expect, test } from "vitest";
import { allocateLabels, calibrateJudge, missingLabels } from "./calibrate-judge.ts";

test.each([
  [{ passed: 0, failed: 0 }, 40],
  [{ passed: 20, failed: 20 }, 0],
  [{ passed: 35, failed: 5 }, 0],
  [{ passed: 36, failed: 4 }, 1],
  [{ passed: 100, failed: 0 }, 5],
  [{ all: 49 }, 1],
  [{ all: 50 }, 0],
])("with %j labels, a judge needs %i more", (counts, expected) => {
  expect(missingLabels(counts)).toBe(expected);
});

test("a further label never increases the number of missing labels", () => {
  for (let passed = 0; passed <= 45; passed += 1) {
    for (let failed = 0; failed <= 45; failed += 1) {
      const before = missingLabels({ passed, failed });
      expect(missingLabels({ passed: passed + 1, failed })).toBeLessThanOrEqual(before);
      expect(missingLabels({ passed, failed: failed + 1 })).toBeLessThanOrEqual(before);
    }
  }
});

test("the records to label next make a judge measured that rarely fails a target", () => {
  const judged = [
    { value: 1, count: 960 },
    { value: 0, count: 40 },
  ];
  const calibration = calibrateJudge({ labeled: [], judged, scale: "categories", passFrom: 1 });
  const allocated = allocateLabels(calibration, 40) ?? { passed: 0, failed: 0 };
  expect(allocated.failed).toBeGreaterThanOrEqual(5);
  expect(missingLabels(allocated)).toBe(0);
});
