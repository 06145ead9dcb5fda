import type { Report } from "../statistics.ts";
import { candidates, installPeers } from "./candidates.ts";
import { measureEnds } from "./ends.ts";
import { measureOutages } from "./outages.ts";

/**
 * Number of SDKs that the longer outages include besides `threadline` and `floor`: those that lost the fewest events in
 * the shortest outage.
 */
const bestPeers = 2;

/**
 * Measures the events that are lost in outages and at process ends. Only the shortest outage is measured with every
 * SDK.
 */
export async function measureLoss(minutes: readonly number[]): Promise<Report> {
  installPeers();
  const ended = await measureEnds();
  const [shortest = 0.5, ...longer] = minutes.toSorted((one, other) => one - other);
  const outages = [await measureOutages(candidates, Math.round(shortest * 60))];
  const lost = outages[0]?.lost;
  const [floor, ours, ...peers] = candidates;
  const best = peers.toSorted((one, other) => (lost?.get(one.name) ?? 0) - (lost?.get(other.name) ?? 0));
  const sdks = [floor, ours, ...best.slice(0, bestPeers)].filter((candidate) => candidate !== undefined);
  for (const length of longer) outages.push(await measureOutages(sdks, Math.round(length * 60)));
  return {
    rows: [...outages.flatMap(({ rows }) => rows), ...ended.rows],
    details: [...outages, ended].map(({ details }) => details).join("\n\n"),
  };
}
