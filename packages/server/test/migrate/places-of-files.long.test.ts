import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openSqliteStore } from "../../src/store/sqlite/open-sqlite-store.ts";
import { moving } from "./seed-move.ts";
import { migrate, startSource } from "./source-folder.ts";

async function disturb(to: string): Promise<void> {
  const target = await openSqliteStore({ path: join(to, "threadline.db") });
  await target.scores.update(moving.id, "score 3", { value: 0.5, updatedAt: 99 });
  await target.close();
}

test("with shared files, the output does not advise to delete a project, and explains why", async () => {
  const { root, from, to } = await startSource();
  await mkdir(to);
  // The target has a symbolic link to the same folder.
  await symlink(join(from, "files"), join(to, "files"));
  const warning = `Source and target share the files in ${join(to, "files")}. If the project`;
  const moved = await migrate(from, to);
  expect(moved).toMatchObject({ code: 0 });
  expect(moved.notices.split(warning).length).toBe(3);
  await disturb(to);
  const differing = await migrate(from, to);
  expect(differing).toMatchObject({ code: 1, notices: expect.stringContaining("Use an empty target database") });
  expect(differing.notices).toContain(warning);
  expect(differing.notices).not.toContain("Delete the project at the target");

  const apart = join(root, "apart");
  expect((await migrate(from, apart)).notices).not.toContain("Source and target share");
  await disturb(apart);
  expect((await migrate(from, apart)).notices).toContain("Delete the project at the target");
});

test("the output ends with the command that serves the target", async () => {
  const { from, to } = await startSource();
  const { notices } = await migrate(from, to);
  expect(notices).toContain(`\n  threadline serve --data-dir ${to}\n`);
});
