import { type DescriptorReport, takeDescriptors } from "../descriptors.ts";
import { findingsRow, isClean, plantedRow, type Row } from "../report.ts";
import type { Suite } from "./suite.ts";

/** A service that has no file descriptors left. */
export const descriptorsSuite: Suite = {
  defaultRuns: 10,
  async run({ runs, tell, startTime }) {
    const rows: Row[] = [];
    const hasTime = startTime();
    for (let run = 1; run <= runs && (run === 1 || hasTime()); run += 1) {
      tell(`${run} of ${runs}`);
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      rows.push(describeRun(run, await takeDescriptors({ from: "build" })));
    }
    const leaking = await takeDescriptors({ from: "build", plants: ["leaked-descriptors"], patience: 3_000 });
    rows.push(
      plantedRow(
        "every connection leaves a file open",
        `${leaking.taken} of ${leaking.asked} connections answered afterwards`,
        leaking.taken < leaking.asked,
      ),
    );
    return rows;
  },
};

function describeRun(run: number, report: DescriptorReport): Row {
  const { findings, damages, endedConnections, answers, taken, asked } = report;
  const row = findingsRow(`run ${run}: idle connections take every descriptor, then close`, findings);
  return {
    ...row,
    seen: `${row.seen}; ${endedConnections} connections ended at once; answered meanwhile: ${answers.join(", ")}; afterwards ${taken} of ${asked} connections answered`,
    holds: row.holds && isClean(findings) && damages.length === 0 && taken === asked && answers.every(isHonest),
  };
}

/** Taken, refused as what may be tried again, or not answered at all. */
export function isHonest(answer: string): boolean {
  const told = answer.replace(/^[a-z ]+: /, "");
  return /^(200|204|503|no answer)/.test(told);
}
