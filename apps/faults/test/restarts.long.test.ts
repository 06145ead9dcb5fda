import { expect, test } from "vitest";
import { restartServers } from "../src/restarts.ts";

const timeout = 300_000;

test(
  "a stopped service answers accepted requests, and the SDK loses nothing across restarts",
  { timeout },
  async () => {
    const { findings, codes, cutRequests, sdk } = await restartServers({ from: "sources", runs: 2 });
    expect(findings).toMatchObject({ lost: [], duplicates: [], strangers: [], misplaced: [] });
    expect({ codes, cutRequests }).toEqual({ codes: [0], cutRequests: 0 });
    expect(sdk).toEqual({ delivered: expect.any(Number), pending: 0, dropped: 0 });
    expect(sdk.delivered).toBeGreaterThan(0);
  },
);

test("planted bug: a service that exits immediately and aborts requests is caught", { timeout }, async () => {
  const { cutRequests } = await restartServers({ from: "sources", runs: 2, plants: ["exit-at-once"] });
  expect(cutRequests).toBeGreaterThan(0);
});
