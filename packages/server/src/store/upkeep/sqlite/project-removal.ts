import { BackgroundWork } from "../../background-work.ts";
import type { ProjectRemoval as ProjectRemovalPort } from "../../resources/projects.ts";
import type { Database, Parameter } from "../../session/sqlite/database.ts";
import type { FactKind } from "../../rollups/rollup-fact.ts";
import type { Rollups } from "../../rollups/sqlite/rollups.ts";
import type { WordSweep } from "../../search/sqlite/word-sweep.ts";

/** Maximum duration of a slice, in milliseconds. */
const sliceTime = 8;
/** Pause after a slice, in milliseconds. */
const restTime = 20;
const retryTime = 1_000;
/** Maximum number of rows that are deleted at a time. */
const chunkSize = 200;

/**
 * Tables whose rows are not deleted here. File storage deletes a row of `files` after it has deleted the bytes of the
 * file.
 */
const kept = new Set(["files"]);
/** Tables that reference a step only by its key, and the columns with that key. */
const ofSteps = {
  step_payloads: "step",
  generations: "step",
  generation_payloads: "step",
  step_words: "rowid",
} as const;
/**
 * Tables whose rows do not name their project. `column` contains keys of another table. `parents` selects the keys that
 * belong to a project.
 */
const ofParents = {
  step_attributes: { column: "path", parents: "SELECT key FROM attribute_paths WHERE project_id = ?1" },
  attribute_blocks: { column: "path", parents: "SELECT key FROM attribute_paths WHERE project_id = ?1" },
  step_shapes: {
    column: "shape",
    parents: "SELECT key FROM attribute_shapes WHERE project_id = ?1 UNION ALL SELECT -?1",
  },
} as const;
/**
 * Tables whose rows are deleted first, in this order. Users are deleted before threads, because triggers on threads
 * would update the users. Indexed data are deleted before their index.
 */
const first = [
  "step_index_backlog",
  "users",
  "steps",
  "threads",
  "scores",
  "step_attributes",
  "attribute_blocks",
  "step_shapes",
];

/**
 * Deletes the records of deleted projects in the background, in slices. Other projects are served between the slices.
 */
export class ProjectRemoval implements ProjectRemovalPort {
  readonly #database: Database;
  readonly #rollups: Rollups;
  readonly #sweep: WordSweep;
  #tables: readonly string[] | undefined;
  readonly #background: BackgroundWork;

  /** `follows`: whether this connection does the work. One connection per file is enough. */
  constructor(
    parts: { readonly database: Database; readonly rollups: Rollups; readonly sweep: WordSweep },
    { follows }: { readonly follows: boolean },
  ) {
    this.#database = parts.database;
    this.#rollups = parts.rollups;
    this.#sweep = parts.sweep;
    this.#background = new BackgroundWork({
      name: "removal",
      work: () => (this.#work() ? restTime : null),
      retryTime,
      follows,
    });
    this.#background.wake(restTime);
  }

  start(): void {
    this.#background.wake(restTime);
  }

  close(): Promise<void> {
    return this.#background.close();
  }

  async finish(): Promise<void> {
    while (this.#work());
  }

  /** Runs a slice. Returns whether work is left. */
  #work(): boolean {
    const sql = "SELECT key FROM deleted_projects WHERE is_freed = 0 LIMIT 1";
    const project = this.#database.get<{ key: number }>(sql)?.key;
    if (project === undefined) return false;
    const startedAt = performance.now();
    this.#database.writeUnsynced(() => {
      for (const table of this.#tablesInOrder()) {
        while (this.#freeChunk(table, project)) if (performance.now() - startedAt > sliceTime) return;
      }
      this.#sweep.request();
      this.#database.run("UPDATE deleted_projects SET is_freed = 1 WHERE key = ?", project);
    });
    return true;
  }

  #freeChunk(table: string, project: number): boolean {
    if (table === "steps" || table === "threads" || table === "scores") return this.#freeSummed(table, project);
    if (table === "step_attributes" || table === "attribute_blocks" || table === "step_shapes") {
      const { column, parents } = ofParents[table];
      return this.#deleteSome(table, `${column} IN (${parents})`, project);
    }
    return this.#deleteSome(table, "project_id = ?1", project);
  }

  /**
   * Deletes a chunk of the steps, threads or scores of a project. Does not subtract the records from the rollups,
   * because all rollups of the project are deleted, too.
   */
  #freeSummed(kind: FactKind, project: number): boolean {
    const sql = `SELECT key FROM ${kind} WHERE project_id = ? LIMIT ${chunkSize}`;
    const rows = this.#database.all<{ key: number }>(sql, project);
    if (rows.length === 0) return false;
    const keys = JSON.stringify(rows.map(({ key }) => key));
    const among = "IN (SELECT value FROM json_each(?))";
    if (kind === "steps") {
      for (const [table, column] of Object.entries(ofSteps)) {
        this.#database.run(`DELETE FROM ${table} WHERE ${column} ${among}`, keys);
      }
    }
    this.#database.run(`DELETE FROM ${kind} WHERE key ${among}`, keys);
    this.#rollups.retreat(kind, keys);
    return true;
  }

  #deleteSome(table: string, where: string, ...parameters: Parameter[]): boolean {
    const key = this.#keyOf(table);
    const sql = `DELETE FROM ${table} WHERE (${key}) IN (SELECT ${key} FROM ${table} WHERE ${where} LIMIT ${chunkSize})`;
    return this.#database.run(sql, ...parameters).changes > 0;
  }

  #keyOf(table: string): string {
    const columns = this.#database.all<{ name: string }>(
      "SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk",
      table,
    );
    return columns.map(({ name }) => name).join(", ");
  }

  /** Tables with rows of projects. Rollups are last, because remaining records may still be added to them. */
  #tablesInOrder(): readonly string[] {
    if (this.#tables !== undefined) return this.#tables;
    const found = this.#database.all<{ name: string }>(
      `SELECT t.name FROM sqlite_schema t JOIN pragma_table_info(t.name) c ON c.name = 'project_id'
       WHERE t.type = 'table' ORDER BY t.name = 'rollups', t.name`,
    );
    const others = found.map(({ name }) => name).filter((name) => !first.includes(name) && !kept.has(name));
    this.#tables = [...first, ...others];
    return this.#tables;
  }
}
