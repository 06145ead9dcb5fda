import { BackgroundWork } from "../../background-work.ts";
import { encodeSketch } from "../latency-sketch.ts";
import {
  dimensions,
  isEmptyCell,
  type LevelCell,
  levels,
  mergeCell,
  minutesKeptFrom,
  pendingLimit,
  type PendingRecords,
  RollupCells,
  sketches,
  sums,
  toCell,
} from "../rollup-cells.ts";
import { type Fact, type FactKind, factKinds, type WantedFacts } from "../rollup-fact.ts";
import type { Database, Parameter } from "../../session/sqlite/database.ts";
import { toSnakeCase } from "../../schema/snake-case.ts";
import { findFact, noteChanges, selectFacts, toFact } from "./rollup-facts.ts";

/** Number of records that are added to the rollups at a time. */
const sliceSize = 2_000;
/**
 * Delay before written records are added to the rollups, in milliseconds. A long delay saves work, because each batch
 * writes many rows.
 */
const restTime = 1_000;
/** Delay if there are enough records for a whole slice, in milliseconds. */
const busyRestTime = 20;
const retryTime = 1_000;
/**
 * Selects the newest rows of a project after a mark. Without the `+`, SQLite would use an index that starts with the
 * project, and would read all rows of the project.
 */
const afterMark = "r.key > ? AND +r.project_id = ? ORDER BY r.key DESC LIMIT ?";

interface ChangeRow {
  readonly kind: FactKind;
  readonly record: number;
  readonly fact: string | null;
}

/**
 * Maintains hourly and minute rollups in the background. Records are added in the order of their keys. The mark of a
 * table is the key of the last record that was added. If an added record is changed or deleted later, its old facts are
 * first stored in `rollup_changes`.
 *
 * Readers also count these changes and the records after the mark, so that results always equal a recount.
 */
export class Rollups {
  readonly #database: Database;
  readonly #now: () => number;
  readonly #work: BackgroundWork;
  /** Approximate number of records written since the last slice. */
  #waiting = 0;

  /** `follows`: whether to update the rollups after writes. Only one connection to a file needs to do so. */
  constructor(database: Database, { follows, now }: { readonly follows: boolean; readonly now: () => number }) {
    this.#database = database;
    this.#now = now;
    this.#work = new BackgroundWork({
      name: "rollups",
      work: () => (database.writeUnsynced(() => this.#sumSlice()) ? busyRestTime : null),
      retryTime,
      follows,
    });
    this.touch();
  }

  /**
   * Stores the values with which the rollups count the records that match a condition on `r`, to subtract them later.
   * Call it before the records are changed or deleted.
   */
  note(kind: FactKind, where: string, ...parameters: Parameter[]): void {
    this.#database.run(noteChanges(kind, where), ...parameters);
    this.touch();
  }

  /** Counts written records, and schedules adding them to the rollups. */
  touch(count = 1): void {
    const wasFew = this.#waiting < sliceSize;
    this.#waiting += count;
    if (wasFew && this.#waiting >= sliceSize) this.#work.hasten(busyRestTime);
    else this.#work.wake(restTime);
  }

  /**
   * Moves the mark back after the last records of a table were deleted without a call of `note`. The mark is the
   * highest key that the rollups count. SQLite gives the keys of the deleted records to new records, which would
   * otherwise seem to be counted already.
   */
  retreat(kind: FactKind, keys: string): void {
    this.#database.run(
      "DELETE FROM rollup_changes WHERE kind = ? AND record IN (SELECT value FROM json_each(?))",
      kind,
      keys,
    );
    const mark = this.mark(kind);
    this.#setMark(kind, mark, mark);
  }

  /** Approximate number of records that are not in the rollups. */
  waiting(): number {
    const changes = this.#database.get<{ count: number }>("SELECT count(*) AS count FROM rollup_changes")?.count ?? 0;
    const behind = factKinds.map((kind) => {
      const last = this.#database.get<{ key: number | null }>(`SELECT max(key) AS key FROM ${kind}`)?.key ?? 0;
      return Math.max(last - this.mark(kind), 0);
    });
    return behind.reduce((sum, each) => sum + each, changes);
  }

  close(): Promise<void> {
    return this.#work.close();
  }

  catchUp(): void {
    while (this.#database.writeUnsynced(() => this.#sumSlice()));
  }

  /**
   * Returns the records of a project that are not in its rollups yet. Call it in the read transaction that reads the
   * rollups.
   */
  pending(project: number, { kinds, dimensions: wanted }: WantedFacts): PendingRecords {
    const cells = new RollupCells(wanted);
    let leftOut = 0;
    for (const change of this.#changes(pendingLimit)) {
      if (!kinds.includes(change.kind)) continue;
      this.#apply(change, { add: (fact, sign) => fact.fact.project === project && cells.add(fact, sign) });
    }
    for (const kind of kinds) {
      const mark = this.mark(kind);
      const facts = this.#facts(kind, afterMark, mark, project, pendingLimit);
      for (const { fact } of facts) cells.add(fact, 1);
      if (facts.length < pendingLimit) continue;
      leftOut += Math.max((facts.at(-1)?.key ?? 0) - mark - 1, 0);
    }
    return { cells, leftOut };
  }

  /**
   * Totals of a project's records created within a range of minutes. Undefined if there are more than `limit` records.
   */
  recount(
    project: number,
    { from, to }: { readonly from: number; readonly to: number },
    limit: number,
    { kinds, dimensions: wanted }: WantedFacts,
  ): RollupCells | undefined {
    const cells = new RollupCells(wanted);
    let count = 0;
    for (const kind of kinds) {
      const where = "r.project_id = ? AND r.created_at >= ? AND r.created_at < ? LIMIT ?";
      const [start, end] = [Math.round(from * 60_000), Math.round(to * 60_000)];
      const facts = this.#facts(kind, where, project, start, end, limit - count + 1);
      count += facts.length;
      if (count > limit) return undefined;
      for (const { fact } of facts) cells.add(fact, 1);
    }
    return cells;
  }

  /** First minute with minute rollups. */
  get minutesFrom(): number {
    return this.mark("minutes");
  }

  mark(name: FactKind | "minutes"): number {
    return this.#database.get<{ key: number }>("SELECT key FROM rollup_marks WHERE name = ?", name)?.key ?? 0;
  }

  #sumSlice(): boolean {
    this.#waiting = 0;
    this.#prune();
    const cells = new RollupCells();
    const changes = this.#changes(sliceSize);
    for (const change of changes) {
      this.#apply(change, cells);
      this.#database.run("DELETE FROM rollup_changes WHERE kind = ? AND record = ?", change.kind, change.record);
    }
    let isFull = changes.length === sliceSize;
    for (const kind of factKinds) {
      const mark = this.mark(kind);
      const facts = this.#facts(kind, "r.key > ? ORDER BY r.key LIMIT ?", mark, sliceSize);
      for (const { fact } of facts) cells.add(fact, 1);
      isFull ||= facts.length === sliceSize;
      this.#setMark(kind, mark, facts.at(-1)?.key ?? mark);
    }
    for (const changed of cells.byLevel(this.minutesFrom)) this.#storeCell(changed);
    return isFull;
  }

  #changes(limit: number): ChangeRow[] {
    return this.#database.all<ChangeRow>("SELECT kind, record, fact FROM rollup_changes LIMIT ?", limit);
  }

  #apply({ kind, record, fact }: ChangeRow, cells: { add(fact: Fact, sign: 1 | -1): unknown }): void {
    if (fact !== null) cells.add(toFact(kind, JSON.parse(fact)), -1);
    const present = findFact(this.#database, kind, record);
    if (present !== undefined) cells.add(present, 1);
  }

  #facts(kind: FactKind, where: string, ...parameters: Parameter[]): { readonly key: number; readonly fact: Fact }[] {
    const rows = this.#database.all<{ readonly key: number }>(selectFacts(kind, where), ...parameters);
    return rows.map((row) => ({ key: row.key, fact: toFact(kind, row) }));
  }

  /**
   * Stores a mark: the highest key that the rollups count. New records must get keys above the mark. If the last
   * records of a table were deleted, SQLite gives their keys to new records. The mark is therefore at most the highest
   * key that is left in the table and in `rollup_changes`.
   */
  #setMark(kind: FactKind, before: number, reached: number): void {
    const sql = `
      SELECT max(coalesce((SELECT max(key) FROM ${kind}), 0),
        coalesce((SELECT max(record) FROM rollup_changes WHERE kind = ?), 0)) AS last`;
    const last = this.#database.get<{ last: number }>(sql, kind)?.last ?? 0;
    const mark = Math.min(reached, last);
    if (mark === before) return;
    this.#database.run("INSERT OR REPLACE INTO rollup_marks (name, key) VALUES (?, ?)", kind, mark);
  }

  #prune(): void {
    const before = this.minutesFrom;
    const from = minutesKeptFrom(this.#now(), before);
    if (from === before) return;
    this.#database.run("INSERT OR REPLACE INTO rollup_marks (name, key) VALUES ('minutes', ?)", from);
    const projects = this.#database.all<{ key: number }>("SELECT key FROM projects");
    const where = "project_id = ? AND level = ? AND dimension = ? AND bucket < ?";
    for (const { key } of projects) {
      for (const dimension of Object.values(dimensions)) {
        this.#database.run(`DELETE FROM rollups WHERE ${where}`, key, levels.minute, dimension, from);
      }
    }
  }

  #storeCell({ level, place, cell: delta }: LevelCell): void {
    const { project, dimension, bucket, environment, value } = place;
    const key = [project, level, dimension, bucket, environment, value];
    const known = this.#database.get<Record<string, number | Uint8Array | null>>(selectCell, ...key);
    const cell = known === undefined ? delta : toCell(known);
    if (cell !== delta) mergeCell(cell, delta);
    if (isEmptyCell(cell)) {
      if (known !== undefined) this.#database.run(deleteCell, ...key);
      return;
    }
    const bytes = sketches.map((name) => (cell[name].isEmpty ? null : encodeSketch(cell[name])));
    this.#database.run(replaceCell, ...key, ...sums.map((name) => cell[name]), ...bytes);
  }
}

const keyColumns = ["project_id", "level", "dimension", "bucket", "environment", "value"];
const columns = [...sums, ...sketches];
const byKey = keyColumns.map((name) => `${name} = ?`).join(" AND ");
const selection = columns.map((name) => `${toSnakeCase(name)} AS ${name}`).join(", ");
const selectCell = `SELECT ${selection} FROM rollups WHERE ${byKey}`;
const deleteCell = `DELETE FROM rollups WHERE ${byKey}`;
const replaceCell = `
  INSERT OR REPLACE INTO rollups (${[...keyColumns, ...columns.map(toSnakeCase)].join(", ")})
  VALUES (${[...keyColumns, ...columns].map(() => "?").join(", ")})`;
