import type { Fragment } from "../session/fragment.ts";

/** Maximum number of conditions in a statement. Each is a bit of an integer. */
const maxBits = 30;

/** Row of a statement that tests several conditions: bit n of `bits` is set if condition n is met. */
export interface TestedRow {
  readonly id: string;
  readonly bits: number;
}

/**
 * Returns an integer expression that tests all conditions. The test of a condition ends at its first part that is not
 * met.
 */
function bitsOf<Parameter>(conditions: readonly Fragment<Parameter>[]): Fragment<Parameter> {
  return {
    sql: conditions.map(({ sql }, bit) => `CASE WHEN ${sql} THEN ${2 ** bit} ELSE 0 END`).join(" + "),
    parameters: conditions.flatMap(({ parameters }) => parameters),
  };
}

/** Calls `read` with at most {@link maxBits} conditions at a time. Returns the matching ids of each condition. */
export async function matchEach<Parameter>(
  conditions: readonly Fragment<Parameter>[],
  read: (bits: Fragment<Parameter>) => TestedRow[] | Promise<TestedRow[]>,
): Promise<string[][]> {
  const matched: string[][] = [];
  for (let start = 0; start < conditions.length; start += maxBits) {
    const part = conditions.slice(start, start + maxBits);
    // oxlint-disable-next-line no-await-in-loop -- one statement after the other
    const rows = await read(bitsOf(part));
    for (const bit of part.keys()) {
      matched.push(rows.filter(({ bits }) => (bits & (1 << bit)) !== 0).map(({ id }) => id));
    }
  }
  return matched;
}
