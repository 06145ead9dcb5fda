import { describe, expect, test } from "vitest";
import { needs } from "../../../packages/server/test/requirements.ts";
import { moveProject } from "../src/citus-moves.ts";
import { restartDatabase } from "../src/database-faults.ts";
import { citusAccess, openFaultCitus } from "../src/fault-citus.ts";

describe("Citus", needs("nodes of a Citus cluster", citusAccess !== undefined), () => {
  test.each(["worker", "coordinator"] as const)(
    "a stopped or killed %s results in 503 with Retry-After, and nothing acknowledged is lost",
    async (role) => {
      if (citusAccess === undefined) throw new Error("There is no cluster.");
      const postgres = openFaultCitus(citusAccess).stoppedWith(role);
      const { findings, refusals } = await restartDatabase({ postgres, from: "sources", runs: 2 });
      expect(findings).toMatchObject({ lost: [], duplicates: [], strangers: [], misplaced: [] });
      expect([...refusals.keys()]).toEqual(["503: The database does not respond; try again later"]);
    },
  );
});

const spare = citusAccess?.spare;

test(
  "nothing acknowledged is lost while nodes are added, drained and removed, and a project gets its own node",
  needs("a spare node of a Citus cluster", spare !== undefined),
  async () => {
    if (citusAccess === undefined || spare === undefined) throw new Error("There is no cluster.");
    const report = await moveProject({ cluster: openFaultCitus(citusAccess), spare, from: "sources" });
    expect(report.findings).toMatchObject({ lost: [], duplicates: [], strangers: [], misplaced: [] });
    expect(report).toMatchObject({ node: spare, otherShards: 0 });
    expect([...report.refusals.keys()].filter((refusal) => !refusal.startsWith("503:"))).toEqual([]);
  },
);
