import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createServer } from "../../src/create-server.ts";
import { openBrowser, setUp, valueOf } from "./browser.ts";
import type { Browser } from "./browser.ts";

const deleting = "mutation ($name: String!) { deleteProject(name: $name) { id name } }";
const password = "a password of theirs";

/** Starts a service on disk, with an owner, and the projects `default` and `second` with a step and a file each. */
async function start() {
  const dataDir = await mkdtemp(join(tmpdir(), "threadline-delete-project-"));
  const server = createServer({ apiKey: "tl_test-key", dataDir });
  onTestFinished(async () => {
    await server.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  const owner = await setUp(server);
  const { project } = await server.ready;
  const made = await owner.graphql('mutation { createProject(name: "second") { id } }');
  const { id: second } = valueOf(made.data, "createProject") as { id: string };
  const keyOf = async (named: string): Promise<string> => {
    const creating = 'mutation { createApiKey(name: "k", scopes: [ingest, read, write]) { secret } }';
    const { data } = await owner.graphql(creating, { project: named });
    return (valueOf(data, "createApiKey") as { secret: string }).secret;
  };
  const withKey = async (secret: string, path: string, body: object): Promise<Response> =>
    server.fetch(`http://localhost${path}`, {
      method: "POST",
      headers: { "x-api-key": secret, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const fill = async (secret: string): Promise<string> => {
    const mutation =
      'mutation { ingestStep(id: "s", threadId: "t", output: "canary") { ok } shareThread(threadId: "t") { token } }';
    const answer = (await (await withKey(secret, "/api/graphql", { query: mutation })).json()) as {
      data: { shareThread: { token: string } };
    };
    const signed = await withKey(secret, "/api/upload/file", { fileName: "f", uploadType: "raw" });
    const { put, signedUrl } = (await signed.json()) as { put: { url: string }; signedUrl: string };
    await server.fetch(put.url, { method: "PUT", body: "bytes" });
    expect(await (await server.fetch(signedUrl)).text()).toBe("bytes");
    return JSON.stringify({ signedUrl, token: answer.data.shareThread.token });
  };
  const files = async (): Promise<number> => {
    const names = await readdir(join(dataDir, "files"), { recursive: true, withFileTypes: true });
    return names.filter((entry) => entry.isFile()).length;
  };
  return { server, owner, first: project.id, second, keyOf, withKey, fill, files };
}

async function joinAs(server: Awaited<ReturnType<typeof start>>["server"], by: Browser, role: string, project: string) {
  const inviting =
    "mutation ($email: String!, $role: ProjectRole!) { inviteMember(email: $email, role: $role) { url } }";
  const { data } = await by.graphql(inviting, { variables: { email: `${role}@example.com`, role }, project });
  const { url } = valueOf(data, "inviteMember") as { url: string };
  const token = new URL(url).searchParams.get("token") ?? "";
  const browser = openBrowser(server);
  await browser.post("/api/session/accept-invitation", { token, name: role, password });
  return browser;
}

test("deleting a project removes its keys, members, links and files at once, and nothing of another project", async () => {
  const { server, owner, first, second, keyOf, withKey, fill, files } = await start();
  const [key, otherKey] = [await keyOf(second), await keyOf(first)];
  const reach = JSON.parse(await fill(key)) as { signedUrl: string; token: string };
  const otherReach = JSON.parse(await fill(otherKey)) as { signedUrl: string; token: string };
  expect(await files()).toBe(2);

  const misnamed = await owner.graphql(deleting, { project: second, variables: { name: "default" } });
  expect(misnamed.errors[0]?.extensions).toMatchObject({ code: "BAD_USER_INPUT", field: "name" });
  const { data } = await owner.graphql(deleting, { project: second, variables: { name: "second" } });
  expect(data).toEqual({ deleteProject: { id: second, name: "second" } });

  const query = '{ step(id: "s") { output } }';
  const shared = (token: string) =>
    server.fetch("http://localhost/api/graphql", {
      method: "POST",
      headers: { "x-threadline-share": token, "content-type": "application/json" },
      body: JSON.stringify({ query: "{ sharedThread { id } }" }),
    });
  // The key may be cached for a second, but the data of its project are deleted.
  const answers = [
    await (await withKey(key, "/api/graphql", { query })).text(),
    await (await withKey(key, "/api/export/dataset", { name: "x" })).text(),
    await (await server.fetch(reach.signedUrl)).text(),
    await (await shared(reach.token)).text(),
    JSON.stringify((await owner.graphql(query, { project: second })).errors),
  ];
  for (const answer of answers) expect(answer).toMatch(/NOT_FOUND|UNAUTHENTICATED/);
  expect(answers.join()).not.toContain("canary");
  expect((await server.fetch(reach.signedUrl)).status).toBe(404);
  expect((await owner.graphql("{ projects { name } }")).data).toEqual({ projects: [{ name: "default" }] });
  await expect.poll(files).toBe(1);

  expect((await owner.graphql(query, { project: first })).data).toEqual({ step: { output: "canary" } });
  expect(await (await withKey(otherKey, "/api/graphql", { query })).json()).toEqual({
    data: { step: { output: "canary" } },
  });
  expect(await (await server.fetch(otherReach.signedUrl)).text()).toBe("bytes");
  expect(await (await shared(otherReach.token)).json()).toEqual({ data: { sharedThread: { id: "t" } } });
  const made = await owner.graphql('mutation { createProject(name: "second") { id } }');
  const again = (valueOf(made.data, "createProject") as { id: string }).id;
  expect((await owner.graphql("{ steps { totalCount } }", { project: again })).data).toEqual({
    steps: { totalCount: 0 },
  });
});

test("only an owner can delete a project, and the last project cannot be deleted", async () => {
  const { server, owner, first, second, keyOf, withKey } = await start();
  const variables = { name: "second" };
  const admin = await joinAs(server, owner, "admin", second);
  const refused = await admin.graphql(deleting, { project: second, variables });
  expect(refused.errors[0]?.extensions).toMatchObject({ code: "FORBIDDEN", permission: "own" });
  const byKey = await withKey(await keyOf(second), "/api/graphql", { query: deleting, variables });
  expect(await byKey.text()).toContain("FORBIDDEN");
  await owner.graphql(deleting, { project: second, variables });
  const last = await owner.graphql(deleting, { project: first, variables: { name: "default" } });
  expect(last.errors[0]).toMatchObject({ extensions: { code: "CONFLICT" } });
  expect((await admin.graphql("{ projects { name } }")).data).toEqual({ projects: [] });
});
