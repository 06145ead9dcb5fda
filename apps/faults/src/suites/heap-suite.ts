import { addFindings, nothingFound } from "../history.ts";
import { findingsRow, plantedRow, type Row } from "../report.ts";
import { type HeapOptions, type HeapReport, pressHeap } from "../small-heap.ts";
import type { Suite } from "./suite.ts";

type Pressure = Pick<HeapOptions, "heap" | "of" | "requests" | "size" | "together">;

const megabyte = 1_000_000;
const pressures: readonly Pressure[] = [
  { heap: 64, of: "values", size: 4 * megabyte, together: 8, requests: 40 },
  { heap: 64, of: "text", size: 50 * megabyte, together: 4, requests: 12 },
  { heap: 256, of: "values", size: 16 * megabyte, together: 8, requests: 24 },
  { heap: 256, of: "text", size: 60 * megabyte, together: 6, requests: 24 },
];

/** Runs the service with a heap that is too small for its requests. */
export const heapSuite: Suite = {
  defaultRuns: 5,
  async run({ runs, tell, startTime }) {
    const rows: Row[] = [];
    for (const pressure of pressures) {
      const reports: HeapReport[] = [];
      const hasTime = startTime();
      for (let run = 1; run <= runs && (run === 1 || hasTime()); run += 1) {
        tell(`${describe(pressure)}: ${run} of ${runs}`);
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        reports.push(await pressHeap({ ...pressure, from: "build" }));
      }
      rows.push(describeRuns(pressure, reports));
    }
    const [first = { heap: 64, of: "values", size: 4 * megabyte, together: 8, requests: 40 }] = pressures;
    const leaking = await pressHeap({ ...first, requests: 200, from: "build", plants: ["remembered-requests"] });
    const lost = leaking.lost.length + leaking.findings.lost.length;
    rows.push(
      plantedRow(
        "parsed JSON is never freed",
        leaking.outlived ? "the process lives" : `the process ends: "${leaking.end}"; ${lost} acknowledged lost`,
        !leaking.outlived && lost === 0,
      ),
    );
    return rows;
  },
};

function describe({ heap, of, size, together }: Pressure): string {
  return `heap of ${heap} MB, ${together} requests at once with ${size / megabyte} MB of ${of === "text" ? "one text" : "small values"}`;
}

function describeRuns(pressure: Pressure, reports: readonly HeapReport[]): Row {
  const row = findingsRow(
    `${describe(pressure)} (${reports.length} times ${pressure.requests})`,
    reports.reduce((sum, { findings }) => addFindings(sum, findings), nothingFound),
  );
  const counts = new Map<string, number>();
  for (const { answers } of reports)
    for (const [answer, count] of Object.entries(answers)) counts.set(answer, (counts.get(answer) ?? 0) + count);
  const lost = reports.reduce((sum, report) => sum + report.lost.length, 0);
  const outlived = reports.filter((report) => report.outlived).length;
  const list = [...counts]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([answer, count]) => `${count} x ${answer}`);
  return {
    ...row,
    seen: `${row.seen}; large ones: ${list.join(", ")}, ${lost} lost; ${outlived} of ${reports.length} processes live`,
    holds: row.holds && lost === 0 && outlived === reports.length && [...counts.keys()].every(isHonest),
  };
}

/** Whether a response is acceptable: the request succeeded, or was rejected as retryable. */
export function isHonest(answer: string): boolean {
  return /^(200|429|503)$/.test(answer);
}
