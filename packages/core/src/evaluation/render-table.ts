export function renderTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

export function renderValue(value: number): string {
  return String(Number(value.toFixed(3)));
}

export function renderInterval(interval: { readonly lower: number; readonly upper: number } | null): string {
  return interval === null ? "-" : `${renderValue(interval.lower)} to ${renderValue(interval.upper)}`;
}
