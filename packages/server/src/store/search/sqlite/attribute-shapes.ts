import type { Fragment, Database } from "../../session/sqlite/database.ts";

/** Maximum number of shapes (sets of metadata paths) per project. Further shapes are stored as one shared shape. */
const maximumShapes = 2_000;
/**
 * Maximum number of shapes whose steps are read as separate ranges of the index. Each range is already sorted, so
 * SQLite only has to merge them. With more shapes, SQLite reads the steps of all these shapes together, and sorts them.
 */
const maximumRanges = 32;

/**
 * Index that finds the steps with or without a metadata path. A shape is the set of paths in the metadata of a step,
 * and the index has one range of steps for each shape. Applications use few shapes, so a search reads few ranges.
 */
export class AttributeShapes {
  readonly #database: Database;
  readonly #shapes = new Map<string, number>();

  constructor(database: Database) {
    this.#database = database;
  }

  add(project: number, paths: readonly number[], createdAt: number, step: number): void {
    const shape = this.#find(project, paths) ?? this.#create(project, paths);
    this.#database.run(
      "INSERT OR IGNORE INTO step_shapes (shape, created_at, step) VALUES (?, ?, ?)",
      shape,
      createdAt,
      step,
    );
  }

  remove(project: number, paths: readonly number[], createdAt: number, step: number): void {
    const shape = this.#find(project, paths) ?? variedShape(project);
    this.#database.run(
      "DELETE FROM step_shapes WHERE shape = ? AND created_at = ? AND step = ?",
      shape,
      createdAt,
      step,
    );
  }

  /** Ranges of the steps whose metadata has the path, or lacks it. Steps with the shared shape are always included. */
  ranges(project: number, path: number | undefined, hasPath: boolean): Fragment[] {
    const sql = `
      SELECT key FROM attribute_shapes WHERE project_id = ?
      AND ${hasPath ? "" : "NOT "}EXISTS (SELECT 1 FROM json_each(paths) WHERE value = ?)`;
    const rows = this.#database.all<{ key: number }>(sql, project, path ?? 0);
    const shapes = [...rows.map((row) => row.key), variedShape(project)];
    const range = "SELECT step AS key, created_at AS value FROM step_shapes WHERE shape";
    if (shapes.length <= maximumRanges) return shapes.map((shape) => ({ sql: `${range} = ?`, parameters: [shape] }));
    return [{ sql: `${range} IN (SELECT value FROM json_each(?))`, parameters: [JSON.stringify(shapes)] }];
  }

  #find(project: number, paths: readonly number[]): number | undefined {
    const identity = JSON.stringify(paths);
    const known = this.#shapes.get(`${project} ${identity}`);
    if (known !== undefined) return known;
    const sql = "SELECT key FROM attribute_shapes WHERE project_id = ? AND paths = ?";
    const key = this.#database.get<{ key: number }>(sql, project, identity)?.key;
    if (key !== undefined) this.#remember(project, identity, key);
    return key;
  }

  #create(project: number, paths: readonly number[]): number {
    const sql = "SELECT count(*) AS count FROM attribute_shapes WHERE project_id = ?";
    if ((this.#database.get<{ count: number }>(sql, project)?.count ?? 0) >= maximumShapes) return variedShape(project);
    return this.#database.run(
      "INSERT INTO attribute_shapes (project_id, paths) VALUES (?, ?)",
      project,
      JSON.stringify(paths),
    ).key;
  }

  #remember(project: number, identity: string, key: number): void {
    if (this.#shapes.size >= maximumShapes) this.#shapes.clear();
    this.#shapes.set(`${project} ${identity}`, key);
  }
}

function variedShape(project: number): number {
  return -project;
}
