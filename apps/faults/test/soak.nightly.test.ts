import { expect, test } from "vitest";
import { needs } from "../../../packages/server/test/requirements.ts";
import { findFakeTime } from "../src/clock.ts";
import { soak } from "../src/soak.ts";

test(
  "days of traffic with daily restarts lose no step, and keep no step beyond the retention",
  { timeout: 300_000, ...needs("libfaketime", findFakeTime() !== null) },
  async () => {
    const report = await soak({ from: "sources", periods: 4, periodLength: 1_000, samplesPerPeriod: 1, share: 0.1 });
    expect(report.findings).toMatchObject({ lost: [], duplicates: [], strangers: [] });
    expect(report.findings.acknowledged).toBeGreaterThan(0);
    // After each of the four periods, `missing` gets one number for each period within the retention of three days.
    expect(report.missing).toEqual(Array.from({ length: 1 + 2 + 3 + 3 }, () => 0));
    expect(report.expired).toEqual([0]);
    expect(report.failedReads).toEqual([]);
    expect(report.samples).toHaveLength(4);
  },
);
