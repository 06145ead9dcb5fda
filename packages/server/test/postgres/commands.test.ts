import { Writable } from "node:stream";
import { expect, test } from "vitest";
import { run } from "../../src/cli/run.ts";
import { describePostgres } from "./describe-postgres.ts";

async function threadline(args: readonly string[], env: Record<string, string> = {}) {
  const text = { output: "", notices: "" };
  const into = (name: keyof typeof text): Writable =>
    new Writable({
      write(chunk, _encoding, done) {
        text[name] += String(chunk);
        done();
      },
    });
  const terminal = { env, input: process.stdin, output: into("output"), notices: into("notices") };
  const code = await run(args, terminal, "0.0.0");
  return { code, ...text };
}

describePostgres("the command line on a PostgreSQL database", (tests) => {
  test("creates and lists projects and keys, and exports", async () => {
    const url = await tests().server.createDatabase("commands", "migrated");
    const flag = ["--database-url", url];
    expect(await threadline(["project", "create", "support", ...flag])).toMatchObject({ code: 0 });
    const listed = await threadline(["project", "list"], { THREADLINE_DATABASE_URL: url });
    expect(listed.output).toContain("support");
    const key = await threadline(["key", "create", "--name", "ci", "--project", "support", ...flag]);
    expect(key.output).toMatch(/^tl_\S+\n$/);
    expect((await threadline(["export", "--project", "support", ...flag])).notices).toContain("Exported 0 records.");
  });

  test("refers to pg_dump for backups, without the password", async () => {
    const url = await tests().server.createDatabase("backup", "migrated");
    const backup = await threadline(["backup", "./copy", "--database-url", url]);
    expect(backup).toMatchObject({ code: 1, notices: expect.stringContaining("pg_dump") });
    const closed = "postgres://threadline:hidden-word@127.0.0.1:1/threadline";
    const refused = await threadline(["project", "list", "--database-url", closed]);
    expect(refused).toMatchObject({ code: 1, notices: expect.stringContaining("The database cannot be reached") });
    const wrong = await threadline(["project", "list", "--database-url", "mysql://threadline:hidden-word@db"]);
    expect(wrong).toMatchObject({ code: 2, notices: expect.stringContaining("must be a PostgreSQL URL") });
    expect(refused.notices + wrong.notices).not.toContain("hidden-word");
  });
});
