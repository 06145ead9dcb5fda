import { diffLines } from "diff";

/** Row of a diff, with a line of each text. A line is null where its text has none. */
export interface DiffRow {
  readonly kind: "same" | "changed" | "added" | "removed";
  readonly before: { readonly number: number; readonly text: string } | null;
  readonly after: { readonly number: number; readonly text: string } | null;
  /**
   * Other line of a changed pair: for a removed line, the line that replaces it; for an added line, the line that it
   * replaces. The changed words are found by comparing both. Only set for changed lines in a diff with a single column.
   */
  readonly other?: string | undefined;
}

/** Maximum time to search for the smallest diff, in milliseconds. If it is exceeded, everything counts as changed. */
const timeout = 500;

/** Compares two texts line by line. A line and its replacement share a row. */
export function diffRows(before: string, after: string): DiffRow[] {
  const changes = diffLines(before, after, { timeout }) ?? [
    { value: before, removed: true, added: false },
    { value: after, removed: false, added: true },
  ];
  const rows: DiffRow[] = [];
  const numbers = { before: 0, after: 0 };
  let removed: string[] = [];
  const flush = (added: readonly string[]): void => {
    for (let index = 0; index < Math.max(removed.length, added.length); index += 1) {
      const [old, fresh] = [removed[index], added[index]];
      rows.push({
        kind: old === undefined ? "added" : fresh === undefined ? "removed" : "changed",
        before: old === undefined ? null : { number: (numbers.before += 1), text: old },
        after: fresh === undefined ? null : { number: (numbers.after += 1), text: fresh },
      });
    }
    removed = [];
  };
  for (const change of changes) {
    const lines = linesOf(change.value);
    if (change.removed) removed.push(...lines);
    else if (change.added) flush(lines);
    else {
      flush([]);
      for (const text of lines) {
        numbers.before += 1;
        numbers.after += 1;
        rows.push({
          kind: "same",
          before: { number: numbers.before, text },
          after: { number: numbers.after, text },
        });
      }
    }
  }
  flush([]);
  return rows;
}

/**
 * Converts the rows of a side-by-side diff to a diff in one column. A changed line becomes two rows: the old line and
 * the new one.
 */
export function unifiedRows(rows: readonly DiffRow[]): DiffRow[] {
  const unified: DiffRow[] = [];
  let added: DiffRow[] = [];
  for (const row of rows) {
    if (row.kind === "changed") {
      unified.push({ kind: "removed", before: row.before, after: null, other: row.after?.text });
      added.push({ kind: "added", before: null, after: row.after, other: row.before?.text });
      continue;
    }
    if (row.kind === "added") {
      added.push(row);
      continue;
    }
    if (row.kind === "same") {
      unified.push(...added);
      added = [];
    }
    unified.push(row);
  }
  return [...unified, ...added];
}

export interface Fold {
  readonly kind: "fold";
  readonly from: number;
  readonly count: number;
}

const context = 3;
/**
 * Minimum number of lines to hide together. Hiding fewer lines would save little space, because the placeholder takes a
 * line itself.
 */
const minFold = 4;

/**
 * Hides unchanged lines that are more than {@link context} lines away from any change. `opened` contains the hidden
 * parts that the user expanded, each by the index of its first line (`from`).
 */
export function foldRows(rows: readonly DiffRow[], opened: ReadonlySet<number>): readonly (DiffRow | Fold)[] {
  const folded: (DiffRow | Fold)[] = [];
  let at = 0;
  while (at < rows.length) {
    let end = at;
    while (rows[end]?.kind === "same") end += 1;
    const from = at === 0 ? 0 : at + context;
    const to = end === rows.length ? end : end - context;
    if (to - from >= minFold && !opened.has(from)) {
      folded.push(...rows.slice(at, from), { kind: "fold", from, count: to - from }, ...rows.slice(to, end));
    } else folded.push(...rows.slice(at, end));
    at = end;
    const changed = rows[at];
    if (changed === undefined) continue;
    folded.push(changed);
    at += 1;
  }
  return folded;
}

function linesOf(value: string): string[] {
  const lines = value.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}
