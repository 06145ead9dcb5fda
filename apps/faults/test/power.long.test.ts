import { expect, test } from "vitest";
import { needs } from "../../../packages/server/test/requirements.ts";
import { recordServer } from "../src/power/record.ts";
import { type CutReport, replayCuts } from "../src/power/replay.ts";
import type { Plant } from "../src/server-process.ts";

const options = { timeout: 300_000, ...needs("strace") };

async function cutPower(cuts: number, plants: readonly Plant[] = []): Promise<CutReport> {
  const recording = await recordServer({ from: "sources", plants, batches: 20 });
  try {
    return await replayCuts(recording, { cuts, seed: 1 });
  } finally {
    await recording.remove();
  }
}

test("power cuts lose nothing that was acknowledged, neither steps nor files", options, async () => {
  const report = await cutPower(30);
  expect(report.acknowledged).toBeGreaterThan(0);
  expect(report).toMatchObject({ losing: 0, damaged: 0, strange: 0, examples: [] });
});

test.for(["synchronous-normal", "unsynced-files"] as const)("planted bug: %s is caught", options, async (plant) => {
  const { losing, damaged } = await cutPower(60, [plant]);
  expect(losing + damaged).toBeGreaterThan(0);
});
