import type { Database } from "./database.ts";

/** Keys of files that went with their records, or with their projects. */
export async function readLeftOver(database: Database, limit: number): Promise<string[]> {
  const objectKeys: string[] = [];
  for (const { project, where } of await findProjects(database)) {
    if (objectKeys.length >= limit) break;
    const sql = `SELECT object_key FROM files WHERE project_id = ? AND ${where} ORDER BY key LIMIT ?`;
    // oxlint-disable-next-line no-await-in-loop -- one project after the other, until there are enough
    const rows = await database.free(project, (session) =>
      session.all<{ objectKey: string }>(sql, project, limit - objectKeys.length),
    );
    objectKeys.push(...rows.map(({ objectKey }) => objectKey));
  }
  return objectKeys;
}

/** Forgets such files, whose bytes are gone. */
export async function forgetLeftOver(database: Database, objectKeys: readonly string[]): Promise<void> {
  for (const { project, where } of await findProjects(database)) {
    // oxlint-disable-next-line no-await-in-loop -- one project after the other
    await database.free(project, async (session) => {
      const sql = `DELETE FROM files WHERE project_id = ? AND ${where} AND object_key = ANY(?)`;
      await session.run(sql, project, objectKeys);
      await session.run(
        `UPDATE deleted_projects SET has_files = 0
         WHERE key = $1 AND NOT EXISTS (SELECT 1 FROM files WHERE project_id = $1)`,
        project,
      );
    });
  }
}

interface ProjectWithFiles {
  readonly project: number;
  /** The condition that finds what is left over. */
  readonly where: string;
}

/** Of a deleted project all files are left over. */
async function findProjects(database: Database): Promise<ProjectWithFiles[]> {
  const sql = `
    SELECT key AS project, 'TRUE' AS "where" FROM deleted_projects WHERE has_files = 1
    UNION ALL SELECT key, 'left_over' FROM projects ORDER BY project`;
  return database.read(null, (session) => session.all<ProjectWithFiles>(sql));
}
