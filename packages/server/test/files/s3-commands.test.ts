import { access, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openSqliteStore } from "../../src/store/sqlite/open-sqlite-store.ts";
import { runCommand } from "../migrate/run-command.ts";

const filesUrl = "s3://files/some/prefix?endpoint=https://s3.example.com";

test("a backup reports that it excludes files in a bucket", async () => {
  const root = await mkdtemp(join(tmpdir(), "threadline-s3-commands-"));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const data = join(root, "data");
  await (await openSqliteStore({ path: join(data, "threadline.db") })).close();
  const copy = join(root, "copy");
  const { code, notices } = await runCommand(["backup", copy, "--data-dir", data], { THREADLINE_FILES_URL: filesUrl });
  expect(code).toBe(0);
  expect(notices).toContain("The uploaded files are in an S3 bucket, and not in this backup");
  await access(join(copy, "threadline.db"));
  await expect(access(join(copy, "files"))).rejects.toThrow("ENOENT");

  const shared = { THREADLINE_FILES_URL: filesUrl, THREADLINE_DATABASE_URL: "postgres://threadline@db/threadline" };
  const refused = await runCommand(["backup", join(root, "other")], shared);
  expect(refused).toMatchObject({ code: 1, notices: expect.stringContaining("Uploaded files are in an S3 bucket") });
});

test.each([
  [["--files-url", filesUrl], {}, "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY"],
  [["--files-url", "https://s3.example.com/files"], {}, "must be the URL of an S3 bucket"],
  [["--files-url", "s3://id:hidden-word@files"], {}, "must not contain credentials"],
  [[], { THREADLINE_FILES_URL: filesUrl, AWS_SECRET_ACCESS_KEY: "hidden-word" }, "AWS_ACCESS_KEY_ID"],
])("serve rejects invalid options: %j", async (flags, env, message) => {
  const { code, output, notices } = await runCommand(["serve", "--port", "0", ...flags], env);
  expect(code).toBe(2);
  expect(notices).toContain(message);
  expect(output + notices).not.toContain("hidden-word");
});
