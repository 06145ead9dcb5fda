import { expect, test } from "vitest";
import { jumpClock } from "../src/clock.ts";

test(
  "a clock that is set ahead and back loses nothing, and confuses neither cursors nor sums",
  { timeout: 300_000 },
  async () => {
    const { findings, ...report } = await jumpClock({ from: "sources" });
    expect(findings).toMatchObject({ lost: [], duplicates: [], strangers: [] });
    expect(report).toEqual({ differences: [], walks: 6, brokenWalks: 0, uploads: [403, 204] });
  },
);
