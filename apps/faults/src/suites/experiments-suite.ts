import { killExperiment } from "../experiment-kills.ts";
import type { Suite } from "./suite.ts";

/** Kills the service with SIGKILL while it runs an experiment of 1,000 items with four evaluators. */
export const experimentsSuite: Suite = {
  defaultRuns: 100,
  async run({ runs, tell }) {
    const report = await killExperiment({
      items: 1_000,
      kills: runs,
      from: "build",
      onProgress: (kills, done) => tell(`${kills} kills, ${done} items done`),
    });
    const { kills, killsInside, killedAtStart, lost, doubled, failures, modelCalls, state } = report;
    return [
      {
        what: `1,000 items with four evaluators: ${kills} kills, ${killedAtStart} of them while it started, ${killsInside} between two items`,
        seen: `${state}: ${lost.length} lost, ${doubled.length} twice, ${failures.length} failed; ${modelCalls} model calls instead of 2,000`,
        holds: state === "DONE" && lost.length + doubled.length + failures.length === 0,
      },
    ];
  },
};
