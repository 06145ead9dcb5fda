import type { Fragment } from "../session/fragment.ts";

/** Maximum number of conditions in a statement, because their results are the bits of an integer. */
const maxBits = 30;

/** Row of a statement that tests several conditions: bit n of `bits` is set if condition n is met. */
export interface TestedRow {
  readonly id: string;
  readonly bits: number;
}

function bitsOf<Parameter>(conditions: readonly Fragment<Parameter>[]): Fragment<Parameter> {
  return {
    sql: conditions.map(({ sql }, bit) => `CASE WHEN ${sql} THEN ${2 ** bit} ELSE 0 END`).join(" + "),
    parameters: conditions.flatMap(({ parameters }) => parameters),
  };
}

/**
 * Returns the ids of the records that match each condition. `read` executes a statement that selects the given
 * expression as `bits`.
 */
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
