import { killRules } from "../rule-kills.ts";
import type { Suite } from "./suite.ts";

/** Kills the service with SIGKILL while rules judge steps and threads. */
export const rulesSuite: Suite = {
  defaultRuns: 100,
  async run({ kills, targets, tell }) {
    const report = await killRules({
      targets,
      kills,
      from: "build",
      onProgress: (killed, sent) => tell(`${killed} kills, ${sent} steps sent`),
    });
    const { steps, threads, killsInside, killedAtStart, missed, doubled, failures, superseded } = report;
    return [
      {
        what: `rules for ${steps} steps and ${threads} threads: ${kills} kills, ${killedAtStart} of them while it started, ${killsInside} during work`,
        seen: `${missed.length} missed, ${doubled.length} twice, ${failures.length} failed; ${superseded} judged again, because they changed`,
        holds: missed.length + doubled.length + failures.length === 0,
      },
    ];
  },
};
