import type { Attribute } from "../flatten-attributes.ts";
import { foldCase } from "../../comparable-text.ts";
import type { Fragment, Database } from "../../session/sqlite/database.ts";

/** Number of values per block. Each value is from a different step. */
const blockSize = 1_024;
const countedValues = 4 * blockSize;

interface Path {
  /** Key of the last step in the blocks. */
  last: number;
  /** Number of values of steps after `last`. */
  behind: number;
}

/**
 * Index for substrings of metadata values. A search of the index is twenty times as fast as testing single values. The
 * values of a path are divided into blocks of about a thousand steps. The text of a block joins its distinct values,
 * and may contain outdated values. If a block has no text, its values are tested one by one.
 *
 * The newest steps are in no block, because they change most.
 */
export class AttributeBlocks {
  readonly #database: Database;
  readonly #paths = new Map<number, Path>();
  #version: number | undefined;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Discards cached data that another process may have changed. Call it at the start of a transaction. */
  refresh(): void {
    const version = this.#database.get<{ data_version: number }>("PRAGMA data_version")?.data_version;
    if (version !== this.#version) this.#paths.clear();
    this.#version = version;
  }

  /** Discards cached data of rolled-back writes. */
  forget(): void {
    this.#paths.clear();
  }

  add(path: number, step: number, attribute: Pick<Attribute, "kind" | "text">): void {
    const known = this.#pathOf(path);
    if (step > known.last) {
      known.behind += 1;
      if (known.behind >= 2 * blockSize) this.#close(path, known);
      return;
    }
    const sql = "UPDATE attribute_blocks SET texts = texts || char(10) || ? WHERE path = ? AND first = ?";
    const block = this.#blockOf(path, step);
    if (block !== undefined) this.#database.run(sql, textOf(attribute), path, block);
  }

  /**
   * Deletes the text of the block that contains the step's value, because this value must be deleted. {@link renew}
   * creates the text again, without the value.
   */
  remove(path: number, step: number): void {
    const block = this.#blockOf(path, step);
    const sql =
      "UPDATE attribute_blocks SET texts = NULL, is_outdated = 1 WHERE path = ? AND first = ? AND NOT is_outdated";
    if (block !== undefined) this.#database.run(sql, path, block);
  }

  get areOutdated(): boolean {
    return this.#database.get("SELECT 1 FROM attribute_blocks WHERE is_outdated LIMIT 1") !== undefined;
  }

  /** Rebuilds one block. Call it in a transaction. */
  renew(): void {
    const sql = "SELECT path, first, last FROM attribute_blocks WHERE is_outdated LIMIT 1";
    const block = this.#database.get<{ path: number; first: number; last: number }>(sql);
    if (block === undefined) return;
    const { path, first, last } = block;
    const rows = "SELECT step, kind, text FROM step_attributes WHERE path = ? AND step BETWEEN ? AND ?";
    const texts = textsOf(this.#database.all<ValueRow>(rows, path, first, last));
    const update = "UPDATE attribute_blocks SET texts = ?, is_outdated = 0 WHERE path = ? AND first = ?";
    this.#database.run(update, texts, path, first);
  }

  /** Returns queries for the values of a path that may contain `needle` and that may pass `test`. */
  candidates(path: number, needle: string, test: Fragment): Fragment[] {
    const mayMatch = `(a.kind = 'unsure' OR ${test.sql})`;
    return [
      {
        sql: `
          SELECT a.step AS key, a.created_at AS value FROM attribute_blocks b
          CROSS JOIN step_attributes a ON a.path = b.path AND a.step BETWEEN b.first AND b.last
          WHERE b.path = ? AND (b.texts IS NULL OR instr(b.texts, ?) > 0) AND ${mayMatch}`,
        parameters: [path, foldCase(needle), ...test.parameters],
      },
      {
        sql: `
          SELECT a.step AS key, a.created_at AS value FROM step_attributes a
          WHERE a.path = ? AND a.step > coalesce((${lastOfPath}), ${beforeAll}) AND ${mayMatch}`,
        parameters: [path, path, ...test.parameters],
      },
    ];
  }

  #pathOf(path: number): Path {
    const known = this.#paths.get(path);
    if (known !== undefined) return known;
    const last = this.#database.get<{ last: number }>(lastOfPath, path)?.last ?? beforeAll;
    const found = { last, behind: this.#countBehind(path, last) };
    this.#paths.set(path, found);
    return found;
  }

  #countBehind(path: number, last: number): number {
    const values = `SELECT 1 FROM step_attributes WHERE path = ? AND step > ? LIMIT ${countedValues}`;
    return this.#database.get<{ count: number }>(`SELECT count(*) AS count FROM (${values})`, path, last)?.count ?? 0;
  }

  /** Creates a block of the oldest values that are in no block. */
  #close(path: number, known: Path): void {
    const sql = `SELECT step, kind, text FROM step_attributes WHERE path = ? AND step > ? ORDER BY step LIMIT ${blockSize}`;
    const rows = this.#database.all<ValueRow>(sql, path, known.last);
    const last = rows.at(-1)?.step;
    if (last === undefined) return;
    const insert = "INSERT INTO attribute_blocks (path, first, last, texts) VALUES (?, ?, ?, ?)";
    this.#database.run(insert, path, known.last + 1, last, textsOf(rows));
    known.last = last;
    known.behind = this.#countBehind(path, last);
  }

  /** Returns the first step of the block that contains a step; undefined if no block contains it. */
  #blockOf(path: number, step: number): number | undefined {
    const sql = "SELECT first, last FROM attribute_blocks WHERE path = ? AND first <= ? ORDER BY first DESC LIMIT 1";
    const block = this.#database.get<{ first: number; last: number }>(sql, path, step);
    return block !== undefined && step <= block.last ? block.first : undefined;
  }
}

interface ValueRow {
  readonly step: number;
  readonly kind: Attribute["kind"];
  readonly text: string;
}

const lastOfPath = "SELECT last FROM attribute_blocks WHERE path = ? ORDER BY first DESC LIMIT 1";
const beforeAll = 0;

/** Distinct texts of the values, one per line. Null if one of the values cannot be compared by its text. */
function textsOf(rows: readonly ValueRow[]): string | null {
  const texts = new Set<string>();
  for (const row of rows) {
    const text = textOf(row);
    if (text === null) return null;
    texts.add(text);
  }
  return [...texts].join("\n");
}

function textOf({ kind, text }: Pick<Attribute, "kind" | "text">): string | null {
  return kind === "unsure" ? null : foldCase(text);
}
