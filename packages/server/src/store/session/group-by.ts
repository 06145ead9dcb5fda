/** Returns one group for each element of `values`, in the same order: all rows for which `of` returns this value. */
export function groupBy<Row>(values: readonly string[], rows: readonly Row[], of: (row: Row) => string): Row[][] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(of(row));
    if (group === undefined) groups.set(of(row), [row]);
    else group.push(row);
  }
  return values.map((value) => groups.get(value) ?? []);
}
