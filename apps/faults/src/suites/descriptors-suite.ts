import { type DescriptorReport, takeDescriptors } from "../descriptors.ts";
import { addFindings, nothingFound } from "../history.ts";
import { findingsRow, isClean, plantedRow, type Row } from "../report.ts";
import type { Suite } from "./suite.ts";

export const descriptorsSuite: Suite = {
  defaultRuns: 10,
  async run({ runs, tell, startTime }) {
    const reports: DescriptorReport[] = [];
    const hasTime = startTime();
    for (let run = 1; run <= runs && (run === 1 || hasTime()); run += 1) {
      tell(`${run} of ${runs}`);
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      reports.push(await takeDescriptors({ from: "build" }));
    }
    const leaking = await takeDescriptors({ from: "build", plants: ["leaked-descriptors"], patience: 3_000 });
    return [
      describeRuns(reports),
      plantedRow(
        "every connection leaves a file open",
        `${leaking.taken} of ${leaking.asked} connections answered afterwards`,
        leaking.taken < leaking.asked,
      ),
    ];
  },
};

function describeRuns(reports: readonly DescriptorReport[]): Row {
  const findings = reports.reduce((sum, report) => addFindings(sum, report.findings), nothingFound);
  const sumOf = (count: (report: DescriptorReport) => number): number =>
    reports.reduce((sum, report) => sum + count(report), 0);
  const [taken, asked] = [sumOf((report) => report.taken), sumOf((report) => report.asked)];
  const answers = [...new Set(reports.flatMap((report) => report.answers))].toSorted();
  const row = findingsRow(`idle connections take every descriptor, then close, ${reports.length} times`, findings);
  return {
    ...row,
    seen:
      `${row.seen}; ${sumOf(({ endedConnections }) => endedConnections)} connections closed immediately; ` +
      `answered: ${answers.map((answer) => `"${answer}"`).join(", ")}; afterwards ${taken} of ${asked} connections answered`,
    holds:
      row.holds &&
      isClean(findings) &&
      sumOf(({ damages }) => damages.length) === 0 &&
      taken === asked &&
      answers.every(isHonest),
  };
}

/**
 * Whether a response is acceptable from a service without free descriptors: either the request succeeded, or its
 * failure makes the client retry.
 */
export function isHonest(answer: string): boolean {
  const status = answer.replace(/^[a-z ]+: /, "");
  return /^(200|204|503|no answer)/.test(status);
}
