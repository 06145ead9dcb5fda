import { expect, onTestFinished, test } from "vitest";
import { noUsage, type UsageStore } from "../store/usage.ts";
import { Measurement } from "./measurement.ts";

const hour = 3_600_000;

/** Starts a measurement of projects with `slices` parts each, and collects the measured parts and the results. */
function start(slices: { readonly [project: string]: number }) {
  const parts: string[] = [];
  const measured: { readonly project: string; readonly bytes: number }[] = [];
  let onPart: (() => void) | undefined;
  const usage: Pick<UsageStore, "get" | "measure" | "setMeasured"> = {
    get: async () => noUsage,
    async measure(project, from) {
      parts.push(project);
      onPart?.();
      const part = Number(from ?? 0) + 1;
      return { bytes: 1, next: part === slices[project] ? null : String(part) };
    },
    async setMeasured(project, { bytes }) {
      measured.push({ project, bytes });
    },
  };
  const measurement = new Measurement({
    usage: usage as UsageStore, // the measurement uses only these three
    now: () => 100 * hour,
    onError: (error) => expect.unreachable(error.message),
    note: async () => {},
  });
  onTestFinished(() => measurement.close());
  return {
    parts,
    measured,
    measurement,
    whenPart: (listen: () => void) => {
      onPart = listen;
    },
  };
}

test("a project with a quota is measured before the rest of a project without one", async () => {
  const { parts, measured, measurement, whenPart } = start({ big: 4, second: 1, full: 2 });
  whenPart(() => {
    if (parts.length === 2) measurement.follow("full", noUsage, 1);
  });
  measurement.follow("big", noUsage, null);
  measurement.follow("second", noUsage, null);
  await expect.poll(() => measured.length).toBe(3);
  expect(parts).toEqual(["big", "big", "full", "full", "big", "big", "second"]);
  expect(measured).toEqual([
    { project: "full", bytes: 2 },
    { project: "big", bytes: 4 },
    { project: "second", bytes: 1 },
  ]);
});

test("a project that gets a quota during its measurement is measured again", async () => {
  const { parts, measured, measurement, whenPart } = start({ project: 3 });
  whenPart(() => {
    if (parts.length === 2) measurement.follow("project", noUsage, 1);
  });
  measurement.follow("project", noUsage, null);
  await expect.poll(() => measured).toEqual([{ project: "project", bytes: 3 }]);
  expect(parts).toHaveLength(5);
});

test("a project without a quota is measured at most once a day", async () => {
  const { measured, measurement } = start({ hours: 1, days: 1, quota: 1 });
  measurement.follow("hours", { ...noUsage, measuredAt: 77 * hour }, null);
  measurement.follow("days", { ...noUsage, measuredAt: 75 * hour }, null);
  measurement.follow("quota", { ...noUsage, measuredAt: 99 * hour }, 1_000);
  await expect.poll(() => measured.map(({ project }) => project)).toEqual(["quota", "days"]);
});
