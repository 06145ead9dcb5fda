import { createHash } from "node:crypto";
import { access, readFile } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { moveProject } from "../../src/cli/migrate/move-project.ts";
import { openDiskFileStorage, readDiskFiles } from "../../src/files/disk-file-storage.ts";
import { openS3FileStorage } from "../../src/files/s3-file-storage.ts";
import { openSqliteStore } from "../../src/store/sqlite/open-sqlite-store.ts";
import { startS3 } from "../files/s3-server.ts";
import { migrate, openFolder, startSource } from "./source-folder.ts";
import { runCommand } from "./run-command.ts";
import { contents, everything, moving, staying } from "./seed-move.ts";

async function checksum(path: string): Promise<string> {
  return createHash("sha256")
    .update(await readFile(path))
    .digest("hex");
}

test("every project moves with all its data, and the source is not changed", async () => {
  const { from, to, seeded } = await startSource();
  const before = await checksum(join(from, "threadline.db"));
  const { code, output, notices } = await migrate(from, to);
  expect({ code, notices }).toMatchObject({ code: 0, notices: expect.stringContaining("Source and target are equal") });
  expect(notices).toContain("Missing at the source: 1 of 13 files.");
  expect(output).toMatch(/^step +59 +59 +([0-9a-f]{16}) +\1 +equal$/m);
  expect(output).toMatch(/^bytes of files +12 +12 +([0-9a-f]{16}) +\1 +equal$/m);
  for (const kind of ["tombstone", "apiKey", "member", "invitation", "quota", "threadShare", "auditEvent"]) {
    expect(output).toMatch(new RegExp(`^${kind} .* equal$`, "m"));
  }
  const target = await openFolder(to);
  expect(await everything(target)).toEqual(seeded);
  expect(await contents(readDiskFiles(join(to, "files")))).toEqual(await contents(readDiskFiles(join(from, "files"))));
  expect((await target.projects.list()).map(({ name }) => name)).toEqual(["support", "other"]);
  expect(await checksum(join(from, "threadline.db"))).toBe(before);
  expect(await migrate(from, to)).toMatchObject({ code: 0 });
  expect(await everything(target)).toEqual(seeded);
});

test("files move into a bucket and out of it", async () => {
  const { root, from, to } = await startSource();
  const s3 = await startS3();
  onTestFinished(() => s3.stop());
  const bucket = s3.filesUrl("files/moved");
  const { accessKeyId, secretAccessKey } = s3.credentials;
  const env = { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey };
  const into = ["migrate-data", "--from", from, "--to", to, "--to-files", bucket, "--project", "support"];
  expect(await runCommand(into)).toMatchObject({ code: 1, notices: expect.stringContaining("AWS_ACCESS") });
  expect(await runCommand(into, env)).toMatchObject({ code: 0 });
  const wanted = await contents(readDiskFiles(join(from, "files")));
  expect(await contents(await openS3FileStorage({ url: bucket, credentials: s3.credentials }))).toEqual(wanted);
  const back = ["migrate-data", "--from", to, "--from-files", bucket, "--to", join(root, "back")];
  const { code, notices } = await runCommand(back, env);
  expect({ code, notices }).toMatchObject({ code: 0 });
  expect(notices).not.toContain(secretAccessKey.repeat(2));
  expect(await contents(readDiskFiles(join(root, "back", "files")))).toEqual(wanted);
});

test("differences are reported as a failure", async () => {
  const { from, to } = await startSource();
  expect(await migrate(from, to)).toMatchObject({ code: 0 });
  const target = await openSqliteStore({ path: join(to, "threadline.db") });
  await target.scores.update(moving.id, "score 3", { value: 0.5, updatedAt: 99 });
  await target.steps.ingest(staying.id, [{ id: "of the target", createdAt: 5 }]);
  await target.close();
  const { code, output, notices } = await migrate(from, to);
  expect(code).toBe(1);
  expect(output).toMatch(/^score +(\d+) +\1 .* DIFFERENT$/m);
  expect(output).toMatch(/^step +3 +4 .* DIFFERENT$/m);
  expect(notices).toContain("differ in 2 rows");
});

test("corrupted files are reported as a failure", async () => {
  const { from, to } = await startSource();
  expect(await migrate(from, to, "--project", "support")).toMatchObject({ code: 0 });
  const files = await openDiskFileStorage(join(to, "files"));
  const size = (await files.stat(`${moving.id}/file-5`))?.size ?? 0;
  async function* other(): AsyncGenerator<Uint8Array> {
    yield Buffer.alloc(size);
  }
  await files.write(`${moving.id}/file-5`, other(), { maxBytes: size });
  const { code, output } = await migrate(from, to, "--project", "support");
  expect(code).toBe(1);
  expect(output).toMatch(/^bytes of files .* DIFFERENT$/m);
});

test("writes to the source during the move are detected", async () => {
  const { from } = await startSource();
  const writer = await openFolder(from);
  const source = await openSqliteStore({ path: join(from, "threadline.db"), readOnly: true });
  const target = await openSqliteStore({ path: ":memory:" });
  onTestFinished(async () => {
    await source.close();
    await target.close();
  });
  const writes: Promise<unknown>[] = [];
  /** Imports records, and then waits until the concurrent writes to the source are committed. */
  const importRecords: typeof target.importRecords = async (...values) => {
    const count = await target.importRecords(...values);
    await Promise.all(writes);
    return count;
  };
  const project = (await source.projects.find(moving.id)) ?? moving;
  const move = (onRecord: (kind: string) => void): ReturnType<typeof moveProject> =>
    moveProject({
      source: { store: source, files: readDiskFiles(join(from, "files")) },
      target: {
        store: { ...target, importRecords },
        files: { ...readDiskFiles(from), write: async () => 0, delete: async () => false },
      },
      project,
      name: project.name,
      sharesFiles: true,
      onRecord,
      onNotice: () => {},
    });
  const disturbed = await move((kind) => {
    if (kind !== "score" || writes.length > 0) return;
    writes.push(writer.steps.ingest(moving.id, [{ id: "late", createdAt: 3 }]));
  });
  await Promise.all(writes);
  expect(disturbed.isUnchanged).toBe(false);
  expect((await move(() => {})).isUnchanged).toBe(true);
});

test("a project of the same name is not changed, and the moved one may be renamed", async () => {
  const { from, to, seeded } = await startSource();
  const target = await openSqliteStore({ path: join(to, "threadline.db") });
  await target.projects.create({ id: "theirs", name: "support", createdAt: 1 });
  await target.close();
  const refused = await migrate(from, to, "--project", "support");
  expect(refused).toMatchObject({
    code: 1,
    notices: expect.stringContaining('already has a project "support" (theirs)'),
  });
  expect(await migrate(from, to, "--project", "support", "--as", "moved")).toMatchObject({ code: 0 });
  const opened = await openFolder(to);
  expect(await everything(opened)).toEqual({ ...(seeded as object), project: { ...moving, name: "moved" } });
  expect(await opened.projects.find("support")).toMatchObject({ id: "theirs" });
});

test("existing accounts of the target are kept, with their data", async () => {
  const { from, to } = await startSource();
  const writer = await openSqliteStore({ path: join(from, "threadline.db") });
  const view = { createdAt: 1, updatedAt: 2, name: "mine", resource: "steps", filters: [], columns: null } as const;
  await writer.views.create(
    moving.id,
    { ...view, id: "own", query: null, orderBy: null, timeRange: null, isShared: false, ownerId: "ann-id" },
    9,
  );
  await writer.close();
  const target = await openSqliteStore({ path: join(to, "threadline.db") });
  await target.projects.create({ id: "first", name: "first", createdAt: 1 });
  const account = { id: "other-ann", email: "ann@example.com", name: "Ann", createdAt: 1, passwordHash: "theirs" };
  await target.accounts.createFirst(account);
  await target.secret("share-links");
  await target.close();
  const { code, notices } = await migrate(from, to, "--project", "support");
  expect({ code, notices }).toMatchObject({ code: 0, notices: expect.stringContaining("Copy them again") });
  const opened = await openFolder(to);
  const members = await opened.accounts.members(moving.id);
  expect(members.map(({ account: { id }, role }) => [id, role])).toEqual([
    ["other-ann", "owner"],
    ["bob-id", "viewer"],
  ]);
  expect(await opened.views.get(moving.id, "own")).toMatchObject({ ownerId: "other-ann" });
  expect((await opened.shares.find("link"))?.share.createdBy).toBe("other-ann");
});

test.each([
  [["--from", "x"], "--to (THREADLINE_MIGRATE_TO)"],
  [["--from", "nowhere", "--to", "x"], "No Threadline database"],
  [["--from", "x", "--to", "./x"], "are the same store"],
  [["--from", "x", "--to", "y", "--as", "z"], "needs --project"],
  [["--from", "x", "--to", "y", "--to-files", "./pgfiles"], "Omit --to-files"],
  [["--from", "x", "--to", "postgres://db/x", "--to-files", "./pgfiles"], "pgfiles/files, then"],
  [["--from", "mysql://id:hidden-word@db/x", "--to", "y"], "must be a PostgreSQL URL"],
  [["--from", "x", "--to", "y", "--to-files", "s3://id:hidden-word@files"], "must not contain credentials"],
])("the flags %j are refused", async (flags, message) => {
  const { code, notices } = await runCommand(["migrate-data", ...flags]);
  expect(code).toBe(1);
  expect(notices).toContain(message);
  expect(notices).not.toContain("hidden-word");
});

test("a source of another format is rejected", async () => {
  const { from, to } = await startSource();
  const handle = new DatabaseSync(join(from, "threadline.db"));
  handle.exec("PRAGMA user_version = 1");
  handle.close();
  expect(await migrate(from, to)).toMatchObject({ code: 1, notices: expect.stringContaining("has the format 1") });
  await expect(access(join(to, "threadline.db"))).rejects.toThrow("ENOENT");
});
