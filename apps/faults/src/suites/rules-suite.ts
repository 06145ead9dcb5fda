import type { Row } from "../report.ts";
import { killRules, type RuleKillOptions } from "../rule-kills.ts";
import type { Suite } from "./suite.ts";

/** Kills the service with SIGKILL while rules judge steps and threads, on both stores. */
export const rulesSuite: Suite = {
  defaultRuns: 100,
  async run({ kills, targets, maxLifeMs, postgres, startTime, tell }) {
    const row = async (
      name: string,
      options: Pick<RuleKillOptions, "kills" | "postgres" | "targets">,
    ): Promise<Row> => {
      const report = await killRules({
        ...options,
        maxLifeMs,
        from: "build",
        hasTime: startTime(),
        onProgress: (killed, sent, queued) => tell(`${name}: ${killed} kills, ${sent} steps sent, ${queued} waiting`),
      });
      const {
        steps,
        threads,
        modelTargets,
        kills: killed,
        killsInside,
        killedAtStart,
        superseded,
        modelCalls,
      } = report;
      const { missed, doubled, failures } = report;
      for (const problem of [...missed, ...doubled, ...failures].slice(0, 20)) tell(`${name}: ${problem}`);
      const found = `${missed.length} missed, ${doubled.length} twice, ${failures.length} failed`;
      const seen = `${found}; ${superseded} judged again, because they changed; ${modelCalls} model calls`;
      tell(`${name}: ${killed} kills, ${killedAtStart} while it started, ${killsInside} during work: ${seen}`);
      return {
        what: `${name}: rules for ${steps} steps, ${threads} threads and a model for ${modelTargets} of the steps; ${killed} kills, ${killedAtStart} of them while it started, ${killsInside} during work`,
        seen,
        holds: missed.length + doubled.length + failures.length === 0,
      };
    };
    const embedded = await row("embedded store", { targets, kills });
    // On PostgreSQL, each judgment needs a round trip to the database. So only a tenth of the steps and kills are
    // tested there.
    const tenth = { targets: Math.ceil(targets / 10), kills: Math.ceil(kills / 10) };
    return [embedded, await row("PostgreSQL, two servers", { ...tenth, postgres: await postgres() })];
  },
};
