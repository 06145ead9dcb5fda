import { killAlerts } from "../alert-kills.ts";
import type { Suite } from "./suite.ts";

/** Kills one of two services with SIGKILL while alerts fire and recover. The services share a PostgreSQL database. */
export const alertsSuite: Suite = {
  defaultRuns: 100,
  async run({ kills, postgres, tell }) {
    const report = await killAlerts({
      postgres: await postgres(),
      alerts: 10,
      kills,
      from: "build",
      onProgress: (killed, changes) => tell(`${killed} kills, ${changes} changes`),
    });
    const { changes, killsInside, killedAtStart, missed, doubled, repeated } = report;
    return [
      {
        what: `10 alerts, half of them with two groups, with two servers: ${changes} changes, ${kills} kills, ${killedAtStart} of them also during the next start, ${killsInside} during an evaluation or notification`,
        seen: `${missed.length} missed, ${doubled.length} twice; ${repeated} requests repeated with their id`,
        holds: missed.length + doubled.length === 0,
      },
    ];
  },
};
