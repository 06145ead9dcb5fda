/** Returns the rows with each of the values, in the order of the values. */
export function groupBy<Row>(values: readonly string[], rows: readonly Row[], of: (row: Row) => string): Row[][] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(of(row));
    if (group === undefined) groups.set(of(row), [row]);
    else group.push(row);
  }
  return values.map((value) => groups.get(value) ?? []);
}
