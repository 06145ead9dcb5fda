import { expect, onTestFinished, test } from "vitest";
import { openWithProjects } from "../../src/store/conformance/open-store.ts";
import { otherProject, project } from "../../src/store/conformance/with-store.ts";
import { Database } from "../../src/store/session/postgres/database.ts";
import { openPostgresStore } from "../../src/store/postgres/open-postgres-store.ts";
import { ProjectRemoval } from "../../src/store/upkeep/postgres/project-removal.ts";
import { describePostgres } from "./describe-postgres.ts";

const name = "removed";
const segments = 50;

describePostgres("the removal of a project", (tests) => {
  test("deletes few long rows at a time, across partitions, and resumes after an interruption", async () => {
    const { server } = tests();
    const url = await server.createDatabase(name, "migrated");
    const store = await openWithProjects(() => openPostgresStore({ url }));
    const administer = <Row>(sql: string): Promise<Row[]> => server.administer(sql, name) as Promise<Row[]>;
    // Creates two partitions with rows at the same positions. A trigger counts the rows that each statement deletes.
    await administer(`
      INSERT INTO search_segments (project_id, key, period, first_step, last_step, steps, starts, postings, paths, columns)
      SELECT p.key, number, period, 1, 1, '', '', '', '{}', '' FROM projects p, generate_series(1, ${segments}) n (number),
        unnest(ARRAY[0, extract(epoch FROM now())::bigint / 86400]) d (period);
      CREATE TABLE removals (count int);
      CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS
        $$ BEGIN INSERT INTO removals SELECT count(*) FROM gone; RETURN NULL; END $$;
      CREATE TRIGGER noted AFTER DELETE ON search_segments REFERENCING OLD TABLE AS gone FOR EACH STATEMENT
        EXECUTE FUNCTION note()`);
    const left = async (): Promise<number> =>
      (await administer<{ count: number }>("SELECT count(*)::int AS count FROM search_segments"))[0]?.count ?? -1;
    expect(await left()).toBe(4 * segments);

    await store.projects.delete(project, Date.now());
    await expect.poll(left, { interval: 5 }).toBeLessThan(4 * segments);
    await store.close();
    const database = new Database({
      url,
      poolSize: 2,
      statementTimeout: 30_000,
      preparedStatements: 0,
      onError: () => {},
    });
    onTestFinished(() => database.close());
    await new ProjectRemoval(database, () => {}).finish();

    expect(await left()).toBe(2 * segments);
    const removals = await administer<{ count: number }>("SELECT count FROM removals WHERE count > 0");
    expect(removals.reduce((sum, { count }) => sum + count, 0)).toBe(2 * segments);
    expect(Math.max(...removals.map(({ count }) => count))).toBeLessThanOrEqual(16);
    const other = await administer("SELECT 1 FROM projects WHERE id = '" + otherProject + "'");
    expect(other).toHaveLength(1);
  });
});
