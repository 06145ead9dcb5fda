import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { createServer, type ThreadlineServer } from "../create-server.ts";
import { openSqliteStore } from "../store/sqlite/open-sqlite-store.ts";

const apiKey = "data-folder-lock";

async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "threadline-lock-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

function serve(dataDir: string): ThreadlineServer {
  const server = createServer({ dataDir, apiKey });
  onTestFinished(() => server.close());
  return server;
}

test("a folder is used by one service at a time, and the error of a second service names the first", async () => {
  const folder = await createFolder();
  const first = serve(folder);
  await first.ready;
  const refused = serve(folder);
  await expect(refused.ready).rejects.toMatchObject({
    name: "StoreOpenError",
    message: expect.stringContaining(`Another service uses ${folder} (process ${process.pid} on ${hostname()})`),
  });
  await refused.close();
  expect((await first.fetch("http://localhost/ready")).status).toBe(200);
  await first.close();
  await serve(folder).ready;
});

test("a service that is killed leaves no lock", async () => {
  const folder = await createFolder();
  const source = pathToFileURL(join(import.meta.dirname, "../create-server.ts")).href;
  const script = `
    const { createServer } = await import(${JSON.stringify(source)});
    const server = createServer({ dataDir: ${JSON.stringify(folder)}, apiKey: ${JSON.stringify(apiKey)} });
    await server.ready;
    console.log("ready");
    setInterval(() => {}, 1_000);`;
  const program = join(await createFolder(), "serve.mjs");
  await writeFile(program, script);
  const child = spawn(process.execPath, ["--conditions=@threadline/source", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  await once(child.stdout, "data");
  const refused = serve(folder);
  await expect(refused.ready).rejects.toThrow(`process ${child.pid} on`);
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await exited;
  await serve(folder).ready;
});

test("commands can open the database while a service runs", async () => {
  const folder = await createFolder();
  await serve(folder).ready;
  const store = await openSqliteStore({ path: join(folder, "threadline.db") });
  expect((await store.projects.list()).map(({ name }) => name)).toEqual(["default"]);
  await store.close();
});

test("a folder that lost its database is rejected, a new folder is not", async () => {
  const folder = await createFolder();
  const first = serve(folder);
  await first.ready;
  await first.close();
  expect(await readFile(join(folder, "threadline.pid"), "utf8")).toContain(String(process.pid));
  await rm(join(folder, "threadline.db"));
  const lost = /threadline\.db is missing, but .* has files of an earlier start\. Restore the database from a backup/;
  await expect(serve(folder).ready).rejects.toThrow(lost);
  expect(await readdir(folder)).not.toContain("threadline.db");

  const uploads = await createFolder();
  await mkdir(join(uploads, "files", "incoming"), { recursive: true });
  await writeFile(join(uploads, "files", "upload"), "bytes");
  await expect(serve(uploads).ready).rejects.toThrow(lost);
  await rm(join(uploads, "files", "upload"));
  await serve(uploads).ready;
});
