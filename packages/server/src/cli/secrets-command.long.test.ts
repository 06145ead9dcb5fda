import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { expect, onTestFinished, test, vi } from "vitest";
import { authenticatorCode, codeLife } from "../../test/accounts/authenticator.ts";
import { openBrowser, owner, setUp, valueOf } from "../../test/accounts/browser.ts";
import type { Browser } from "../../test/accounts/browser.ts";
import { createServer } from "../create-server.ts";
import type { ThreadlineServer } from "../create-server.ts";
import { replaceSigningSecrets } from "./secrets-command.ts";

const apiKey = "tl_test-key";
const path = "/api/session/second-factor";

async function createFolder() {
  const dataDir = await mkdtemp(join(tmpdir(), "threadline-secrets-"));
  let server: ThreadlineServer | undefined;
  onTestFinished(async () => {
    await server?.close();
    await rm(dataDir, { recursive: true });
  });
  return {
    async start(): Promise<ThreadlineServer> {
      await server?.close();
      server = createServer({ dataDir, apiKey });
      await server.ready;
      return server;
    },
    async replace(only?: string): Promise<string> {
      await server?.close();
      const [input, output, notices] = [new PassThrough(), new PassThrough(), new PassThrough()];
      await replaceSigningSecrets({ dataDir, only }, { env: {}, input, output, notices });
      return String(notices.read() ?? "");
    },
  };
}

const isSignedIn = async (browser: Browser): Promise<boolean | undefined> =>
  (await browser.send("/api/session")).body.signedIn;

test("replacing secrets ends sessions, file URLs, links and feedback tokens; passwords, authenticators and keys stay valid", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const { start, replace } = await createFolder();
  const first = await start();
  const browser = await setUp(first);
  const { secret, backupCodes } = (await browser.post(`${path}/begin`, owner)).body;
  await browser.post(`${path}/confirm`, { code: authenticatorCode(String(secret)) });
  vi.setSystemTime(Date.now() + codeLife);
  const sharing = 'mutation { upsertThread(id: "t") { id } shareThread(threadId: "t") { url } }';
  const { url } = valueOf((await browser.graphql(sharing)).data, "shareThread") as { url: string };
  const headers = { "x-threadline-share": url.split("/").at(-1) ?? "" };
  const readShared = async (server: ThreadlineServer) =>
    (await openBrowser(server).graphql("{ sharedThread { id } }", { headers })).status;
  const uploaded = await browser.post("/api/upload/file", {
    fileName: "a.txt",
    contentType: "text/plain",
    uploadType: "raw",
  });
  const { put } = uploaded.body as unknown as { put: { url: string } };
  const upload = async (server: ThreadlineServer) =>
    (await server.fetch(put.url, { method: "PUT", headers: { "content-type": "text/plain" }, body: "text" })).status;
  const moved = (server: ThreadlineServer): Browser => {
    const again = openBrowser(server);
    for (const [name, value] of browser.cookies) again.cookies.set(name, value);
    return again;
  };
  expect(await readShared(first)).toBe(200);
  const minted = await browser.graphql('mutation { createFeedbackToken(threadId: "t") { token } }');
  const { token } = valueOf(minted.data, "createFeedbackToken") as { token: string };
  const sendFeedback = async (server: ThreadlineServer) =>
    (await openBrowser(server).post("/api/feedback", { token, value: 1 })).status;

  expect(await replace("links")).toMatch(/^links: replaced[^]*Restart all servers/);
  const second = await start();
  expect([await readShared(second), await isSignedIn(moved(second))]).toEqual([401, true]);
  expect(await upload(second)).toBeLessThan(300);
  expect(await sendFeedback(second)).toBe(204);

  expect(await replace()).toMatch(/sessions: replaced[^]*files: replaced[^]*links: replaced[^]*feedback: replaced/);
  const third = await start();
  expect([await upload(third), await sendFeedback(third)]).toEqual([403, 403]);
  expect(await isSignedIn(moved(third))).toBe(false);
  const entering = openBrowser(third);
  expect((await entering.post("/api/session/sign-in", owner)).body["awaitsCode"]).toBe(true);
  const code = authenticatorCode(String(secret));
  expect((await entering.post(`${path}/sign-in`, { code })).body.signedIn).toBe(true);
  const other = openBrowser(third);
  await other.post("/api/session/sign-in", owner);
  expect((await other.post(`${path}/sign-in`, { code: (backupCodes as string[])[0] })).body.signedIn).toBe(true);
  const byKey = await openBrowser(third).graphql("{ threads { totalCount } }", { headers: { "x-api-key": apiKey } });
  expect(byKey.data).toEqual({ threads: { totalCount: 1 } });
});

test("an unknown secret is reported", async () => {
  const { replace } = await createFolder();
  await expect(replace("sessions,keys")).rejects.toThrow(
    '--only must be a comma-separated list of sessions, files, links, feedback, models, channels, but it contains "keys".',
  );
});
