import type { ProjectRemoval as ProjectRemovalPort } from "../../resources/projects.ts";
import type { Session as StoreSession } from "../../session/session.ts";
import type { Database } from "../../session/postgres/database.ts";
import { ProjectWork } from "./project-work.ts";
import { ownSession, type Session } from "../../session/postgres/session.ts";

/** Number of rows per slice. `rowsOf` has lower numbers for tables with long rows. */
const usualRows = 5_000;
const rowsOf: { readonly [table: string]: number } = { search_segments: 16, step_payloads: 1_000 };

/**
 * Deletes the records of deleted projects in the background, in slices. The rows of files stay until the bytes of the
 * files are deleted.
 */
export class ProjectRemoval extends ProjectWork implements ProjectRemovalPort {
  #tables: readonly string[] | undefined;

  constructor(database: Database, onError: (error: Error) => void) {
    super({
      database,
      lock: "removal",
      waiting: "SELECT key FROM deleted_projects WHERE is_freed = 0 ORDER BY key",
      transact: (project, job) => database.free(project, job),
      work: (session, project) => this.#free(session, project),
      onError,
    });
  }

  start(session: StoreSession): void {
    this.hastenAfter(ownSession(session));
  }

  async #free(session: Session, project: number): Promise<boolean> {
    for (const table of await this.#tablesOf(session)) {
      // Rows of different partitions can have the same `ctid`, so the partition (`tableoid`) is compared, too.
      const sql = `
        WITH next AS MATERIALIZED (
          SELECT tableoid AS part, ctid AS place FROM ${table} WHERE project_id = $1 LIMIT ${rowsOf[table] ?? usualRows}
        )
        DELETE FROM ${table} WHERE project_id = $1 AND ctid = ANY(ARRAY(SELECT place FROM next))
        AND (tableoid, ctid) IN (SELECT part, place FROM next)`;
      // oxlint-disable-next-line no-await-in-loop -- one table after the other
      if ((await session.run(sql, project)) > 0) return true;
    }
    await session.run("UPDATE deleted_projects SET is_freed = 1 WHERE key = ?", project);
    return false;
  }

  /** Tables with rows of projects, except files. */
  async #tablesOf(session: Session): Promise<readonly string[]> {
    const sql = `
      SELECT c.relname AS name FROM pg_class c
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'project_id' AND NOT a.attisdropped
      WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = current_schema()::regnamespace AND c.relname <> 'files'
      ORDER BY c.relname`;
    this.#tables ??= (await session.all<{ name: string }>(sql)).map(({ name }) => name);
    return this.#tables;
  }
}
