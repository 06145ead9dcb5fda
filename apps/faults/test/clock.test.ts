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

test("planted: a list that ends at the present of the service is caught", { timeout: 300_000 }, async () => {
  const { brokenWalks, findings } = await jumpClock({ from: "sources", plants: ["lists-until-now"] });
  expect(brokenWalks).toBeGreaterThan(0);
  expect(findings.lost).not.toEqual([]);
});

test("planted: a service that does not notice that its clock was set is caught", { timeout: 300_000 }, async () => {
  const { uploads } = await jumpClock({ from: "sources", plants: ["own-clock"] });
  expect(uploads).toEqual([204, 204]);
});
