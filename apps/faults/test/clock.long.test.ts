import { expect, test } from "vitest";
import { needs } from "../../../packages/server/test/requirements.ts";
import { findFakeTime, jumpClock } from "../src/clock.ts";

const needsFakeTime = needs("libfaketime", findFakeTime() !== null);

test(
  "setting the clock forward and back loses nothing, and keeps cursors and sums correct",
  { timeout: 300_000, ...needsFakeTime },
  async () => {
    const { findings, ...report } = await jumpClock({ from: "sources" });
    expect(findings).toMatchObject({ lost: [], duplicates: [], strangers: [] });
    expect(report).toEqual({ differences: [], walks: 6, brokenWalks: 0, uploads: [403, 204] });
  },
);

test(
  "planted bug: a list that ends at the present, and a service that does not notice that its clock was set, are caught",
  { timeout: 300_000, ...needsFakeTime },
  async () => {
    const plants = ["lists-until-now", "own-clock"] as const;
    const { brokenWalks, uploads } = await jumpClock({ from: "sources", plants });
    expect(brokenWalks).toBeGreaterThan(0);
    expect(uploads).toEqual([204, 204]);
  },
);
