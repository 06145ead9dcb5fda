import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { inEmptyFolders, serve, start, threadline } from "../../test/migrate/start-service.ts";

inEmptyFolders();

/** Options of tests that start several processes, which takes long on a busy machine. */
const slow = { timeout: 120_000 };

test("help shows an example of every command", async () => {
  const { code, output } = await threadline(["--help"]);
  expect(code).toBe(0);
  for (const word of ["serve", "project", "key", "export", "import", "backup", "Examples:"]) {
    expect(output).toContain(word);
  }
});

test("the help of serve lists flags, variables and defaults", async () => {
  const { output } = await threadline(["serve", "--help"]);
  expect(output.replace(/\s+/g, " ")).toContain(
    "--port <number> Port to listen on; 0 picks a free one (default: 4000; THREADLINE_PORT)",
  );
  expect(output).not.toContain("--api-key");
});

test("--version prints the version of the package", async () => {
  const { version } = JSON.parse(await readFile(join(import.meta.dirname, "../../package.json"), "utf8"));
  expect((await start(["--version"]).finished).output).toBe(`${version}\n`);
});

test("a data folder without a database is an error, not a new database", async () => {
  const { code, notices } = await threadline(["key", "list", "--data-dir", "nowhere"]);
  expect(code).toBe(1);
  expect(notices).toContain("No Threadline database in");
  expect(notices).toContain("--data-dir");
});

test("projects and keys are created, listed and revoked", async () => {
  const made = await threadline(["project", "create", "shop"]);
  expect(made.code).toBe(0);
  expect((await threadline(["project", "list"])).output).toMatch(new RegExp(`${made.output.trim()}\\s+shop`));
  const twice = await threadline(["project", "create", "shop"]);
  expect(twice).toMatchObject({ code: 1, notices: 'threadline: A project "shop" already exists.\n' });

  const key = await threadline(["key", "create", "--project", "shop", "--name", "ci"]);
  expect(key.output).toMatch(/^tl_[\w-]{43}\n$/);
  const list = await threadline(["key", "list", "--project", "shop"]);
  expect(list.output).toMatch(/ci\s+ingest,read,write\s+tl_\S{4}\.\.\.\S{4}\s+\S+Z\s+never\s+valid/);
  expect(list.output).not.toContain(key.output.trim());

  await threadline(["key", "create", "--project", "shop", "--name", "brief", "--expires-days", "30"]);
  const both = await threadline(["key", "list", "--project", "shop"]);
  expect(both.output).toMatch(/brief\s.*\svalid until \d{4}-\S+Z/);
  for (const days of ["0", "abc", "1.5"]) {
    // oxlint-disable-next-line no-await-in-loop -- one command after the other
    const wrong = await threadline(["key", "create", "--project", "shop", "--name", "wrong", "--expires-days", days]);
    expect(wrong).toMatchObject({ code: 1, notices: expect.stringContaining("--expires-days must be a whole number") });
  }

  const id = /^(\S+)\s+ci/m.exec(list.output)?.[1] ?? "";
  expect((await threadline(["key", "revoke", id, "--project", "shop"])).code).toBe(0);
  expect((await threadline(["key", "list", "--project", "shop"])).output).toMatch(/revoked \S+Z/);
  expect((await threadline(["key", "revoke", "none", "--project", "shop"])).code).toBe(1);
  expect((await threadline(["key", "list", "--project", "other"])).notices).toContain("Projects: shop.");
});

test("the first start creates a key and shows it once; commands work while the server runs", slow, async () => {
  const first = await serve();
  expect(first.key).toMatch(/^tl_/);
  expect(await first.projectOf(first.key ?? "")).toBe(200);
  expect(await first.projectOf("tl_wrong")).toBe(401);

  const added = (await threadline(["key", "create", "--name", "second"])).output.trim();
  expect(await first.projectOf(added)).toBe(200);
  const id = /^(\S+)\s+second/m.exec((await threadline(["key", "list"])).output)?.[1] ?? "";
  await threadline(["key", "revoke", id]);
  await expect.poll(() => first.projectOf(added)).toBe(401);

  first.child.kill("SIGTERM");
  expect((await first.finished).code).toBe(0);
  const second = await serve();
  expect(second.key).toBeNull();
  expect(await second.projectOf(first.key ?? "")).toBe(200);
});

test("records are exported from one project and imported into another, idempotently", async () => {
  const server = await serve();
  await server.graphql('mutation { createDataset(name: "questions") { id } }');
  await server.graphql('mutation { ingestStep(id: "s", threadId: "t", name: "step") { ok } }');

  const exported = await threadline(["export"]);
  expect(exported.code).toBe(0);
  const records = exported.output
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(records.map(({ kind }) => kind).toSorted()).toEqual(["dataset", "step", "thread"]);

  await threadline(["project", "create", "copy"]);
  for (let round = 0; round < 2; round += 1) {
    const imported = await threadline(["import", "--project", "copy"], exported.output);
    expect(imported).toMatchObject({ code: 0, notices: "Imported 3 records.\n" });
  }
  expect((await threadline(["export", "--project", "copy"])).output).toBe(exported.output);

  const file = join(process.cwd(), "records.jsonl");
  expect((await threadline(["export", "--output", file])).code).toBe(0);
  expect(await readFile(file, "utf8")).toBe(exported.output);
  expect((await stat(file)).mode & 0o077).toBe(0);
  expect(await threadline(["export", "--output", file])).toMatchObject({ code: 1 });
  expect((await threadline(["import", "--project", "copy", "--input", file])).code).toBe(0);
});

test.each([
  ["not json", "is not valid JSON"],
  ['{"kind":"planet","record":{}}', "Line 2: record: must be an exported record"],
  ['{"kind":"step"}', "Line 2: record: must be an exported record"],
  ['{"kind":"step","record":[]}', "Line 2: record: must be an exported record"],
  ['{"kind":"dataset","record":{"id":"d","createdAt":1,"type":"key_value"}}', "Line 2: dataset.name: must be a string"],
  [
    [1, 2]
      .map((id) => `{"kind":"dataset","record":{"id":"${id}","createdAt":1,"name":"n","type":"key_value"}}`)
      .join("\n"),
    "A record in line 3 or shortly before cannot be stored",
  ],
])("an invalid line of an import is reported: %s", async (line, message) => {
  await threadline(["project", "create", "default"]);
  await writeFile(join(process.cwd(), "bad.jsonl"), `\n${line}\n`);
  const { code, notices } = await threadline(["import", "--input", "bad.jsonl"]);
  expect(code).toBe(1);
  expect(notices).toContain(message);
});

test("a backup of a running server is a data folder with the same records and files", slow, async () => {
  const server = await serve();
  const key = server.key ?? "";
  const signed = await fetch(`${server.url}/api/upload/file`, {
    method: "POST",
    headers: { "x-api-key": key },
    body: JSON.stringify({ fileName: "f", uploadType: "raw" }),
  });
  const { put, signedUrl } = await signed.json();
  await fetch(put.url, { method: "PUT", body: "bytes" });

  expect(await threadline(["backup", "copy"])).toMatchObject({ code: 0 });
  expect((await threadline(["backup", "copy"])).notices).toContain("exists");
  const restored = await serve(["--data-dir", "copy"]);
  expect(await restored.projectOf(key)).toBe(200);
  const read = await fetch(signedUrl.replace(server.url, restored.url));
  expect(await read.text()).toBe("bytes");
});

test("a key can have limited scopes", async () => {
  const server = await serve();
  const key = (await threadline(["key", "create", "--name", "app", "--scopes", "ingest"])).output.trim();
  expect((await threadline(["key", "list"])).output).toMatch(/app\s+ingest\s+tl_/);
  const headers = { "content-type": "application/json", "x-api-key": key };
  const body = JSON.stringify({ query: "{ threads { totalCount } }" });
  const answer = await fetch(`${server.url}/api/graphql`, { method: "POST", headers, body });
  expect(await answer.json()).toMatchObject({ errors: [{ extensions: { code: "FORBIDDEN", permission: "read" } }] });
  const wrong = await threadline(["key", "create", "--name", "app", "--scopes", "ingest,all"]);
  expect(wrong).toMatchObject({ code: 1 });
  expect(wrong.notices).toContain(
    "--scopes must be a comma-separated list of ingest, read, write, connections, browser",
  );
  const origins = "https://shop.example";
  expect(await threadline(["key", "create", "--name", "page", "--scopes", "browser"])).toMatchObject({ code: 1 });
  await threadline(["key", "create", "--name", "page", "--scopes", "browser", "--origins", origins]);
  expect((await threadline(["key", "list"])).output).toMatch(/page\s+browser\s+tl_/);
});
