import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { addRule, killProcess, openService, readScores, settleRule, startProcess } from "./rule-faults.ts";

const stepsPerRound = 100;
/** Times from the first acknowledged step to the kill of the service, in milliseconds. */
const kills = [100, 1_300];

test("each acknowledged step has one score of its last content, although the service is killed", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "threadline-rules-"));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const before = await openService({ dataDir });
  const rule = await addRule(before);
  await before.server.close();

  const acknowledged = new Map<number, "first" | "second">();
  for (const [round, wait] of kills.entries()) {
    const { child, ready } = startProcess(
      dataDir,
      { first: round * stepsPerRound, count: stepsPerRound },
      acknowledged,
    );
    // oxlint-disable no-await-in-loop -- one after the other
    await ready;
    await expect.poll(() => acknowledged.size, { timeout: 20_000, interval: 5 }).toBeGreaterThan(round * stepsPerRound);
    await delay(wait);
    await killProcess(child);
    // oxlint-enable no-await-in-loop
  }

  const after = await openService({ dataDir });
  onTestFinished(() => after.server.close());
  const { judged, superseded } = await settleRule(after, rule);
  const { values, count } = await readScores(after);
  expect(acknowledged.size).toBeGreaterThan(stepsPerRound);
  // A step whose acknowledgment was lost may be stored, too.
  const missed = [...acknowledged].filter(([index, content]) => {
    const value = values.get(index);
    return value === undefined || (content === "second" && value !== 1);
  });
  expect(missed).toEqual([]);
  expect(count).toBe(values.size);
  expect(judged - superseded).toBe(count);
});
