import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { onTestFinished, test } from "vitest";
import { expectFailureAlone } from "../../conformance/failing-retention.ts";
import { openWithProjects } from "../../conformance/open-store.ts";
import { project } from "../../conformance/with-store.ts";
import { openSqliteStore } from "../../sqlite/open-sqlite-store.ts";
import { openThreadedStore } from "../../sqlite/open-threaded-store.ts";

test.each([
  { name: "one thread", open: openSqliteStore },
  { name: "a writing thread", open: openThreadedStore },
])("a project that cannot be cleaned does not block others, with $name", async ({ open }) => {
  const folder = await mkdtemp(join(tmpdir(), "threadline-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, "threadline.db");
  const errors: Error[] = [];
  const store = await openWithProjects(() => open({ path, retentionDays: 7, onError: (error) => errors.push(error) }));
  onTestFinished(() => store.close());
  const database = new DatabaseSync(path, { timeout: 60_000 });
  onTestFinished(() => database.close());
  await expectFailureAlone({
    store,
    errors,
    async refuse() {
      const row = database.prepare("SELECT key FROM projects WHERE id = ?").get(project);
      database.exec(
        `CREATE TRIGGER stays BEFORE DELETE ON steps WHEN old.project_id = ${Number(row?.["key"])}
           BEGIN SELECT RAISE(ABORT, 'It stays.'); END`,
      );
    },
    async allow() {
      database.exec("DROP TRIGGER stays");
    },
  });
});
