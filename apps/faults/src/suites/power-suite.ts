import { type CutReport, replayCuts } from "../power/replay.ts";
import { recordServer } from "../power/record.ts";
import { plantedRow, type Row } from "../report.ts";
import type { Plant } from "../server-process.ts";
import type { Suite, SuiteContext } from "./suite.ts";

const cutsPerRecording = 100;

/** Simulates power failures from recorded disk operations of the service. */
export const powerSuite: Suite = {
  defaultRuns: 1_000,
  async run({ runs, tell, startTime }) {
    const total = await cut(runs, [], { tell, startTime });
    const rows: Row[] = [
      {
        what: `${total.cuts} cuts: lost steps and files, damaged databases, partial records`,
        seen: `${total.losing} lose, ${total.damaged} damage, ${total.strange} show partial records; ${total.acknowledged} acknowledgments checked${total.examples.map((example) => `; ${example}`).join("")}`,
        holds: total.losing + total.damaged + total.strange === 0,
      },
    ];
    for (const [plant, what] of [
      ["synchronous-normal", "`synchronous=NORMAL`"],
      ["synchronous-off", "`synchronous=OFF`"],
      ["unsynced-files", "files and folders that are not synced"],
    ] as const) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const planted = await cut(Math.ceil(runs / 10), [plant], { tell, startTime });
      const seen = `${planted.losing} of ${planted.cuts} cuts lose, ${planted.damaged} damage the database`;
      rows.push(plantedRow(what, seen, planted.losing > 0));
    }
    return rows;
  },
};

async function cut(
  runs: number,
  plants: readonly Plant[],
  { tell, startTime }: Pick<SuiteContext, "tell" | "startTime">,
): Promise<CutReport> {
  const hasTime = startTime();
  let total: CutReport = { cuts: 0, losing: 0, damaged: 0, strange: 0, acknowledged: 0, examples: [] };
  while (total.cuts < runs && (total.cuts === 0 || hasTime())) {
    // oxlint-disable no-await-in-loop -- one recording after the other
    const recording = await recordServer({ from: "build", plants, batches: 60 });
    const seed = total.cuts + 1;
    const report = await replayCuts(recording, { cuts: Math.min(cutsPerRecording, runs - total.cuts), seed });
    await recording.remove();
    // oxlint-enable no-await-in-loop
    total = {
      cuts: total.cuts + report.cuts,
      losing: total.losing + report.losing,
      damaged: total.damaged + report.damaged,
      strange: total.strange + report.strange,
      acknowledged: total.acknowledged + report.acknowledged,
      examples: [...total.examples, ...report.examples].slice(0, 5),
    };
    tell(
      `${total.cuts} cuts${plants.map((plant) => ` with ${plant}`).join("")}: ${total.losing} lose, ${total.damaged} damage`,
    );
  }
  return total;
}
