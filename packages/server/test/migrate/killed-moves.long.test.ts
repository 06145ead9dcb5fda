import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { access, rename } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readDiskFiles } from "../../src/files/disk-file-storage.ts";
import { runWithKills, startCommand } from "./run-command.ts";
import { contents, everything, fileCount, manySteps, moving } from "./seed-move.ts";
import { migrate, openFolder, startSource } from "./source-folder.ts";

test("a repeatedly killed run ends with the same result", async () => {
  const { from, to, seeded } = await startSource(manySteps);
  const progress = async (): Promise<number> => {
    await new Promise((resolve) => setTimeout(resolve, 1));
    return access(join(to, "threadline.db"))
      .then(() => {
        const handle = new DatabaseSync(join(to, "threadline.db"), { readOnly: true });
        try {
          return Number(handle.prepare("SELECT count(*) AS count FROM steps").get()?.["count"]);
        } finally {
          handle.close();
        }
      })
      .catch(() => 0);
  };
  const run = (): ReturnType<typeof startCommand> =>
    startCommand(["migrate-data", "--from", from, "--to", to, "--project", "support"]);
  const { code, kills, notices } = await runWithKills(run, { progress, every: 300 });
  expect({ code, notices }).toMatchObject({ code: 0 });
  expect(kills).toBeGreaterThanOrEqual(1);
  const target = await openFolder(to);
  expect(await everything(target)).toEqual(seeded);
  expect((await target.projects.list()).map(({ name }) => name)).toEqual(["support"]);
});

test("a run that is killed between two files continues with the remaining ones", async () => {
  const { root, from, to } = await startSource();
  const name = createHash("sha256").update(`${moving.id}/file-7`).digest("hex");
  const path = join(from, "files", name.slice(0, 2), name.slice(2));
  await rename(path, join(root, "kept"));
  // The reader of this pipe waits forever, because nothing is written.
  execFileSync("mkfifo", [path]);
  const cut = startCommand(["migrate-data", "--from", from, "--to", to, "--project", "support"]);
  const there = async (): Promise<number> =>
    (await contents(readDiskFiles(join(to, "files")))).filter((content) => content !== null).length;
  await expect.poll(there).toBe(fileCount - 1);
  cut.kill();
  expect(await cut.finished).toMatchObject({ signal: "SIGKILL" });
  await rename(join(root, "kept"), path);
  expect(await migrate(from, to, "--project", "support")).toMatchObject({ code: 0 });
  expect(await contents(readDiskFiles(join(to, "files")))).toEqual(await contents(readDiskFiles(join(from, "files"))));
});
