import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer as createHttpServer, request } from "node:http";
import type { RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { createServer, listen } from "../../src/index.ts";
import type { ServerOptions } from "../../src/index.ts";
import { closedPort, examine } from "./examine.ts";

const metricsToken = "metrics-token-of-a-test";
const folders: string[] = [];
let dataDir: string;

beforeEach(async () => {
  dataDir = await newFolder();
});

afterEach(() => Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true }))));

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "threadline-doctor-"));
  folders.push(folder);
  return folder;
}

async function serve(options: ServerOptions = {}): Promise<number> {
  const server = createServer({ apiKey: "key-of-a-test", webDir: false, dataDir, ...options });
  await server.ready;
  const listener = await listen(server, { port: 0 });
  onTestFinished(async () => {
    await listener.close();
    await server.close();
  });
  return listener.port;
}

async function another(answer: RequestListener): Promise<number> {
  const server = createHttpServer(answer).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  onTestFinished(() => new Promise<void>((resolve) => void server.close(() => resolve())));
  return (server.address() as AddressInfo).port; // not a string, because the server listens on a port
}

test("a service of this version responds, also below a path and behind a proxy", async () => {
  const port = await serve({ metricsToken, basePath: "/threadline" });
  const proxy = await another(({ url, headers, method }, response) => {
    request({ port, host: "127.0.0.1", path: url, headers, method }, (answer) => answer.pipe(response)).end();
  });
  const baseUrl = `http://127.0.0.1:${proxy}/threadline`;
  const found = await examine({ port, dataDir, baseUrl, metricsToken });
  expect(found["service"]).toMatchObject({
    level: "ok",
    message: expect.stringContaining("/threadline responds and serves these records"),
  });
  expect(found["running-version"]).toMatchObject({ level: "ok", message: `${packageJson.version} runs.` });
  expect(found["public-url"]).toMatchObject({ level: "ok", message: `${baseUrl} leads to these records.` });
});

test("another deployment at the port, and at the public URL, is reported", async () => {
  await serve();
  const others = await serve({ dataDir: await newFolder() });
  const found = await examine({ port: others, dataDir, baseUrl: `http://127.0.0.1:${others}` });
  expect(found["service"]).toMatchObject({
    level: "failure",
    message: `A Threadline service with a different database responds at http://127.0.0.1:${others}.`,
  });
  expect(found["public-url"]).toMatchObject({
    level: "failure",
    message: expect.stringContaining("different database"),
  });
  const empty = await examine({ port: others, dataDir: await newFolder() });
  expect(empty["service"]).toMatchObject({ level: "failure", message: expect.stringContaining("different database") });
});

test("a copy of the data is not mistaken for the data of the responding service", async () => {
  const copy = await newFolder();
  const before = createServer({ dataDir, apiKey: "key-of-a-test", webDir: false });
  await before.ready;
  await before.close();
  await cp(dataDir, copy, { recursive: true });
  const port = await serve();
  expect((await examine({ port, dataDir: copy }))["service"]?.level).toBe("failure");
  expect((await examine({ port, dataDir }))["service"]?.level).toBe("ok");
});

test("the responding service cannot be identified without access to the records", async () => {
  const [port, elsewhere] = [await serve(), await newFolder()];
  await writeFile(join(elsewhere, "threadline.db"), "no database");
  const found = await examine({ port, dataDir: elsewhere });
  expect(found["service"]).toMatchObject({ level: "warning", message: expect.stringContaining("cannot determine") });
});

test("another program at the port, and at the public URL, is reported", async () => {
  const port = await another((_request, response) => response.end("Welcome"));
  const found = await examine({ port, dataDir, baseUrl: `http://127.0.0.1:${port}` });
  expect(found["service"]).toMatchObject({ level: "failure", message: expect.stringContaining("Another program") });
  expect(found["public-url"]).toMatchObject({ level: "failure", message: expect.stringContaining("another program") });
});

test("an unreachable public URL is reported", async () => {
  const port = await serve();
  const found = await examine({ port, dataDir, baseUrl: `http://127.0.0.1:${await closedPort()}` });
  expect(found["public-url"]).toMatchObject({ level: "warning", message: expect.stringContaining("ECONNREFUSED") });
});

test.each([
  ["no token", {}, "404"],
  ["another token than the settings have", { metricsToken: `${metricsToken}2` }, "401"],
])("a service that runs with %s is reported", async (_name, options, status) => {
  const found = await examine({ port: await serve(options), dataDir, metricsToken });
  expect(found["running-version"]).toMatchObject({ level: "failure", message: expect.stringContaining(status) });
});

test("a service of another version is reported", async () => {
  const port = await serve({ metricsToken });
  const found = await examine({ port, dataDir, metricsToken }, { version: "1.2.3" });
  expect(found["running-version"]).toMatchObject({
    level: "warning",
    message: `The service runs ${packageJson.version}, but 1.2.3 is installed.`,
  });
});

test("a service whose store does not respond is reported", async () => {
  const broken = createServer({ apiKey: "key-of-a-test", webDir: false });
  await broken.ready;
  const listener = await listen(broken, { port: 0 });
  onTestFinished(() => listener.close());
  await broken.close();
  const found = await examine({ port: listener.port, dataDir });
  expect(found["service"]).toMatchObject({ level: "failure" });
});
