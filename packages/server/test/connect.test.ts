import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createServer as createHttpServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { listen } from "../src/http/listen.ts";
import { noteSecret } from "./canaries/secret-watch.ts";
import { runCommand } from "./migrate/run-command.ts";
import { apiKey, startTestServer } from "./test-server.ts";

async function startService() {
  const { graphql, server } = startTestServer({ noLogin: true });
  const listener = await listen(server, { host: "127.0.0.1", port: 0 });
  onTestFinished(() => listener.close());
  return { graphql, server, url: listener.url };
}

async function createKey(url: string, scope: string): Promise<string> {
  const response = await fetch(`${url}/api/graphql`, {
    method: "POST",
    headers: { origin: url, "content-type": "application/json" },
    body: JSON.stringify({ query: `mutation { createApiKey(name: "agents", scopes: [${scope}]) { secret } }` }),
  });
  const { data } = (await response.json()) as { readonly data: { createApiKey: { secret: string } } };
  noteSecret(data.createApiKey.secret);
  return data.createApiKey.secret;
}

async function connectIn(url: string, key: string, ...more: string[]) {
  const home = await mkdtemp(join(tmpdir(), "threadline-connect-"));
  onTestFinished(() => rm(home, { recursive: true }));
  const env = { HOME: home, THREADLINE_URL: url, THREADLINE_API_KEY: key };
  const answer = await runCommand(["connect", "claude-code", "--yes", ...more], env);
  return { ...answer, home, files: await readdir(home, { recursive: true }) };
}

/** Starts a program other than the service on a port. Resolves to its URL. */
async function startOther(answer: RequestListener): Promise<string> {
  const other = createHttpServer(answer);
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => new Promise<void>((resolve) => other.close(() => resolve())));
  return `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
}

test("connect checks the key with the service, names its project and stores nothing", async () => {
  const { graphql, url } = await startService();
  const { data } = await graphql("{ projects { id } }");
  const { projects } = data as { readonly projects: readonly { readonly id: string }[] };
  for (const key of [apiKey, await createKey(url, "ingest")]) {
    const { code, home, notices } = await connectIn(url, key);
    expect([code, notices]).toEqual([
      0,
      expect.stringContaining(`${url} accepts the key: project ${projects[0]?.id}.`),
    ]);
    expect(await readFile(join(home, ".claude/settings.json"), "utf8")).toContain(key);
  }
  expect((await graphql("{ steps { totalCount } }")).data).toEqual({ steps: { totalCount: 0 } });
});

test("connect with a wrong key, scope or address changes nothing, and its error names the remedy", async () => {
  const { url } = await startService();
  const page = await startOther((_request, response) => response.end("<html>"));
  const collector = await startOther((_request, response) => response.end("{}"));
  const moved = await startOther((_request, response) => response.writeHead(308, { location: `${url}/x` }).end());
  const gone = createHttpServer();
  await new Promise<void>((resolve) => gone.listen(0, "127.0.0.1", resolve));
  const { port } = gone.address() as AddressInfo;
  await new Promise<void>((resolve) => gone.close(() => resolve()));
  const cases: readonly (readonly [url: string, key: string, message: RegExp])[] = [
    [url, "tl_unknown", /rejected the key \(Invalid API key: .*\)\. Create a key with/],
    [url, await createKey(url, "read"), /is not allowed to send records \(.*\)\. Create one with the scope ingest/],
    [`${url}/wrong`, apiKey, /is not a Threadline service \(HTTP status 404\)\. Check --url/],
    [page, apiKey, /is not a Threadline service \(HTTP status 200\)/],
    [collector, apiKey, /is not a Threadline service \(HTTP status 200\)/],
    [moved, apiKey, new RegExp(`redirects to ${url}\\. Set --url`)],
    [`http://127.0.0.1:${port}`, apiKey, /is not reachable \(.*\)\. Start the service, or set --url/],
  ];
  for (const [address, key, message] of cases) {
    const { code, files, notices, output } = await connectIn(address, key);
    expect([code, notices, files]).toEqual([1, expect.stringMatching(message), []]);
    expect(notices).toContain("Nothing was changed. To change the settings without this check");
    expect(output + notices).not.toContain(key);
  }
  const { code, files } = await connectIn(`http://127.0.0.1:${port}`, apiKey, "--no-check");
  expect([code, files]).toEqual([0, expect.arrayContaining([join(".claude", "settings.json")])]);
});

test("connect also checks the key of a program that is connected already, but not with --undo", async () => {
  const { url } = await startService();
  const { home } = await connectIn(url, apiKey);
  const env = { HOME: home, THREADLINE_URL: url, THREADLINE_API_KEY: apiKey };
  const again = await runCommand(["connect", "claude-code", "--yes"], env);
  expect([again.code, again.notices]).toEqual([0, expect.stringMatching(/accepts the key[^]*already connected/)]);
  const undo = await runCommand(["connect", "claude-code", "--yes", "--undo"], { HOME: home });
  expect([undo.code, undo.notices]).toEqual([0, expect.stringContaining("is disconnected")]);
});
