import type { Findings } from "./history.ts";

export interface Row {
  readonly what: string;
  readonly seen: string;
  readonly holds: boolean;
}

export function formatTable(rows: readonly Row[]): string {
  const lines = rows.map(({ what, seen, holds }) => `| ${what} | ${seen} | ${holds ? "yes" : "**no**"} |`);
  return ["| what | seen | holds |", "| --- | --- | --- |", ...lines].join("\n");
}

/** Returns a table row that compares acknowledged and stored records. */
export function findingsRow(what: string, findings: Findings): Row {
  const { acknowledged, lost, duplicates, strangers, misplaced } = findings;
  return {
    what,
    seen:
      `${acknowledged} steps acknowledged: ${lost.length} lost, ${duplicates.length} stored twice, ` +
      `${strangers.length} stored with other content, ${misplaced.length} out of order`,
    holds: isClean(findings) && acknowledged > 0,
  };
}

export function isClean({ lost, duplicates, strangers, misplaced }: Findings): boolean {
  return lost.length + duplicates.length + strangers.length + misplaced.length === 0;
}

/** Returns a table row for a planted bug. The row counts as failed if the bug was not detected. */
export function plantedRow(what: string, seen: string, isFound: boolean): Row {
  return { what: `planted bug: ${what}`, seen, holds: isFound };
}
