import { jumpClock } from "../clock.ts";
import { isClean, plantedRow, type Row } from "../report.ts";
import type { Suite } from "./suite.ts";

/** Changes the clock of the service, and suspends its process. */
export const clockSuite: Suite = {
  defaultRuns: 5,
  async run({ runs, tell, startTime }) {
    const rows: Row[] = [];
    const hasTime = startTime();
    for (let run = 1; run <= runs && (run === 1 || hasTime()); run += 1) {
      tell(`${run} of ${runs}`);
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const { findings, differences, walks, brokenWalks, uploads } = await jumpClock({ from: "build" });
      const { acknowledged, lost, duplicates, strangers } = findings;
      // Lists are ordered by creation time. After the clock is set back, a new record gets an earlier creation time
      // than older records and is listed before them. This is not a violation.
      const isKept = isClean({ ...findings, misplaced: [] }) && acknowledged > 0;
      rows.push({
        what: `run ${run}: an hour ahead, two back, three days ahead, a day back, right again; suspended for a second`,
        seen:
          `${acknowledged} steps acknowledged: ${lost.length} lost, ${duplicates.length} stored twice, ${strangers.length} stored with other content; ` +
          `${brokenWalks} of ${walks} lists read by cursor were wrong; ${differences.length} sums or indexes that differ from a recount; ` +
          `uploads signed before the hour and after: ${uploads.join(", ")}`,
        holds: isKept && brokenWalks + differences.length === 0 && uploads.join() === "403,204",
      });
    }
    const blind = await jumpClock({ from: "build", plants: ["lists-until-now"] });
    const deaf = await jumpClock({ from: "build", plants: ["own-clock"] });
    const hidden = `${blind.brokenWalks} of ${blind.walks} lists were wrong, ${blind.findings.lost.length} lost`;
    rows.push(
      plantedRow("a list ends at the present", hidden, blind.brokenWalks > 0),
      plantedRow(
        "a clock that is set is not noticed",
        `uploads signed before the hour and after: ${deaf.uploads.join(", ")}`,
        deaf.uploads[0] === 204,
      ),
    );
    return rows;
  },
};
