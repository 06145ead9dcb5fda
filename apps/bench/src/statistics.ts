/** Returns a percentile of the samples (nearest rank). */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

export function median(samples: readonly number[]): number {
  return percentile(samples, 0.5);
}

export interface Row {
  readonly what: string;
  readonly measured: string;
  readonly target: string;
  readonly met: boolean;
}

/** Rows that compare results with their targets, and a Markdown table with details. */
export interface Report {
  readonly rows: readonly Row[];
  readonly details: string;
}

export function formatTable(rows: readonly Row[]): string {
  const lines = rows.map((row) => `| ${row.what} | ${row.measured} | ${row.target} | ${row.met ? "yes" : "**no**"} |`);
  return ["| what | measured | target | met |", "|---|---|---|---|", ...lines].join("\n");
}
