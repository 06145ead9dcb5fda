import { expect, onTestFinished, test, vi } from "vitest";
import { createServer } from "../../src/create-server.ts";
import type { ThreadlineServer } from "../../src/create-server.ts";
import type { ServerOptions } from "../../src/server-options.ts";
import { roles } from "../../src/store/permissions.ts";
import type { Role } from "../../src/store/permissions.ts";
import { openBrowser, owner, setUp, valueOf } from "./browser.ts";
import type { Browser, GraphQLAnswer } from "./browser.ts";

function start(options: ServerOptions = {}): ThreadlineServer {
  const server = createServer({ apiKey: "tl_test-key", ...options });
  onTestFinished(() => server.close());
  return server;
}

const password = "a password of theirs";
const inviting = `mutation ($email: String!, $role: ProjectRole!) {
  inviteMember(email: $email, role: $role) { url invitation { id email role } }
}`;

async function invite(browser: Browser, email: string, role: string, project?: string): Promise<string> {
  const { data, errors } = await browser.graphql(inviting, { variables: { email, role }, project });
  if (errors[0]) throw new Error(errors[0].message);
  const { url } = valueOf(data, "inviteMember") as { url: string };
  return new URL(url).searchParams.get("token") ?? "";
}

async function join(
  server: ThreadlineServer,
  by: Browser,
  role: Role,
  email = `${role}@example.com`,
  project?: string,
): Promise<Browser> {
  const token = await invite(by, email, role, project);
  const browser = openBrowser(server);
  const { status, body } = await browser.post("/api/session/accept-invitation", { token, name: role, password });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return browser;
}

function codeOf({ errors }: GraphQLAnswer): string | null {
  return errors[0]?.extensions.code ?? null;
}

test("an invitation rejects a weak password, and stays valid", async () => {
  const server = start();
  const token = await invite(await setUp(server), "grace@navy.example.com", "viewer");
  const guest = openBrowser(server);
  const accept = (tried: string) =>
    guest.post("/api/session/accept-invitation", { token, name: "Grace", password: tried });
  const refused = await Promise.all(["GRACE@NAVY.EXAMPLE.COM", "Grace 1906 navy", "qwertyuiop"].map(accept));
  expect(refused.map(({ status, body }) => [status, body.errors?.[0]?.extensions.reason])).toEqual([
    [400, "OWN_WORDS"],
    [400, "OWN_WORDS"],
    [400, "COMMON"],
  ]);
  expect((await accept(password)).status).toBe(200);
});

test("an invitation link works once, for its email and role", async () => {
  const server = start({ baseUrl: "http://localhost/tools" });
  const browser = await setUp(server);
  const { data } = await browser.graphql(inviting, { variables: { email: "Grace@Example.com", role: "annotator" } });
  const { url, invitation } = valueOf(data, "inviteMember") as { url: string; invitation: { email: string } };
  expect(url).toMatch(/^http:\/\/localhost\/tools\/invitation\?token=[\w-]{43}$/);
  expect(invitation.email).toBe("grace@example.com");
  const token = new URL(url).searchParams.get("token") ?? "";

  const guest = openBrowser(server);
  const shown = await guest.post("/api/session/invitation", { token });
  expect(shown.body).toMatchObject({
    email: "grace@example.com",
    role: "annotator",
    projectName: "default",
    hasAccount: false,
  });
  const form = { token, name: "Grace", password, email: "eve@example.com" };
  const { body } = await guest.post("/api/session/accept-invitation", form);
  expect(body).toMatchObject({ signedIn: true, account: { email: "grace@example.com", name: "Grace" } });
  const again = await openBrowser(server).post("/api/session/accept-invitation", form);
  expect(again.status).toBe(404);
  expect((await guest.post("/api/session/invitation", { token })).status).toBe(404);

  const members = await browser.graphql("{ members { email role } invitations { id } }");
  expect(members.data).toEqual({
    members: [
      { email: owner.email, role: "owner" },
      { email: "grace@example.com", role: "annotator" },
    ],
    invitations: [],
  });
});

test("an invitation ends when it expires, is revoked, or is replaced by the next for the same email", async () => {
  let now = Date.now();
  const server = start({ now: () => now });
  const browser = await setUp(server);
  const first = await invite(browser, "a@example.com", "viewer");
  const second = await invite(browser, "a@example.com", "editor");
  const look = async (token: string): Promise<number> =>
    (await openBrowser(server).post("/api/session/invitation", { token })).status;
  expect([await look(first), await look(second)]).toEqual([404, 200]);

  const { data } = await browser.graphql("{ invitations { id role } }");
  const [open] = valueOf(data, "invitations") as { id: string; role: string }[];
  expect(open?.role).toBe("editor");
  const revoking = `mutation { revokeInvitation(id: "${open?.id}") { email } }`;
  expect((await browser.graphql(revoking)).data).toEqual({ revokeInvitation: { email: "a@example.com" } });
  expect((await browser.graphql(revoking)).data).toEqual({ revokeInvitation: null });
  expect(await look(second)).toBe(404);

  const third = await invite(browser, "a@example.com", "viewer");
  now += 7 * 24 * 3_600_000 + 1;
  expect(await look(third)).toBe(404);
});

test("a member cannot be invited again, and an invitation names its creator", async () => {
  const server = start();
  const browser = await setUp(server);
  const again = await browser.graphql(inviting, { variables: { email: owner.email.toUpperCase(), role: "editor" } });
  expect(again.errors[0]).toMatchObject({
    message: `email: ${owner.email} is already a member of the project`,
    extensions: { code: "CONFLICT", field: "email", reason: "ALREADY_MEMBER" },
  });
  expect((await browser.graphql("{ invitations { id } }")).data).toEqual({ invitations: [] });
  const token = await invite(browser, "bob@example.com", "viewer");
  const { body } = await openBrowser(server).post("/api/session/invitation", { token });
  expect(body["inviterName"]).toBe(owner.name);
});

test("an existing account accepts its own invitations only", async () => {
  const server = start();
  const browser = await setUp(server);
  await browser.graphql('mutation { createProject(name: "second") { id } }');
  const grace = await join(server, browser, "viewer", "grace@example.com", "default");
  const eve = await join(server, browser, "viewer", "eve@example.com", "default");
  const token = await invite(browser, "grace@example.com", "editor", "second");
  expect((await eve.post("/api/session/accept-invitation", { token })).status).toBe(404);
  const stranger = await openBrowser(server).post("/api/session/accept-invitation", { token, name: "x", password });
  expect(stranger.status).toBe(409);
  const { data } = await browser.graphql("{ projects { id name } }");
  const second = (valueOf(data, "projects") as { id: string; name: string }[]).find(({ name }) => name === "second");
  expect((await grace.post("/api/session/invitation", { token })).body["projectId"]).toBe(second?.id);
  expect((await grace.post("/api/session/accept-invitation", { token })).status).toBe(200);
  expect((await grace.graphql("{ projects { name role } }")).data).toEqual({
    projects: [
      { name: "default", role: "viewer" },
      { name: "second", role: "editor" },
    ],
  });
});

test("each role has its permissions, and an error names the missing one", async () => {
  const server = start();
  const browser = await setUp(server);
  await browser.graphql('mutation { ingestStep(id: "s", threadId: "t") { ok } }');
  const asks = [
    ["read", "{ threads { totalCount } }"],
    ["annotate", 'mutation { createScore(name: "n", type: HUMAN, value: 1, stepId: "s") { id } }'],
    ["annotate", 'mutation { updateStep(id: "s", tags: ["seen"]) { id } }'],
    ["annotate", 'mutation { updateThread(id: "t", tags: ["seen"]) { id } }'],
    ["write", 'mutation { updateThread(id: "t", tags: ["seen"], name: "renamed") { id } }'],
    ["write", 'mutation { updateStep(id: "s", output: {}) { id } }'],
    ["write", 'mutation { createPromptLineage(name: "p") { id } }'],
    ["ingest", 'mutation { ingestStep(id: "s2") { ok } }'],
    ["ingest", 'mutation { a: ingestStep(id: "s3") { ok } b: ingestStep(id: "s4") { ok } }'],
    ["admin", "{ members { email } }"],
    ["admin", "{ apiKeys { name } }"],
    ["admin", 'mutation { createApiKey(name: "k", scopes: [read]) { secret } }'],
    ["admin", 'mutation { updateProject(name: "default") { name } }'],
    ["admin", 'mutation { inviteMember(email: "x@example.com", role: admin) { url } }'],
    ["own", 'mutation { inviteMember(email: "y@example.com", role: owner) { url } }'],
  ] as const;
  const may: Readonly<Record<Role, readonly string[]>> = {
    owner: ["read", "annotate", "write", "ingest", "admin", "own"],
    admin: ["read", "annotate", "write", "ingest", "admin"],
    editor: ["read", "annotate", "write", "ingest"],
    annotator: ["read", "annotate"],
    viewer: ["read"],
  };
  for (const role of roles) {
    const member = role === "owner" ? browser : await join(server, browser, role);
    for (const [permission, query] of asks) {
      const answer = await member.graphql(query);
      const expected = may[role].includes(permission) ? null : "FORBIDDEN";
      expect({ role, query, status: answer.status, code: codeOf(answer) }).toEqual({
        role,
        query,
        status: 200,
        code: expected,
      });
      if (expected === null) continue;
      const lacking = permission === "own" && role !== "admin" ? "admin" : permission;
      expect(answer.errors[0]?.extensions.permission).toBe(lacking);
      expect(answer.errors[0]?.message).toContain(lacking);
    }
  }
});

test("the REST routes require permissions, too", async () => {
  const server = start();
  const browser = await setUp(server);
  const viewer = await join(server, browser, "viewer");
  expect((await viewer.post("/api/export/dataset", { name: "none" })).status).toBe(200);
  expect((await viewer.post("/api/my-project")).status).toBe(200);
  const upload = await viewer.post("/api/upload/file", { fileName: "f" });
  expect(upload.status).toBe(403);
  expect(upload.body.errors?.[0]?.extensions).toMatchObject({ code: "FORBIDDEN", permission: "ingest" });
  expect((await browser.post("/api/upload/file", { fileName: "f" })).status).toBe(200);
});

test("members cannot grant more than their own role, and only owners change owners", async () => {
  const server = start();
  const browser = await setUp(server);
  const admin = await join(server, browser, "admin");
  const { data } = await admin.graphql("{ members { accountId role } viewer { id } }");
  const ownerId = (valueOf(data, "members") as { accountId: string; role: string }[]).find(
    ({ role }) => role === "owner",
  )?.accountId;
  const { id } = valueOf(data, "viewer") as { id: string };
  const change = (accountId: string | undefined, role: string): string =>
    `mutation { updateMemberRole(accountId: "${accountId}", role: ${role}) { role } }`;
  expect(codeOf(await admin.graphql(change(id, "owner")))).toBe("FORBIDDEN");
  expect(codeOf(await admin.graphql(change(ownerId, "viewer")))).toBe("FORBIDDEN");
  expect(codeOf(await admin.graphql(`mutation { removeMember(accountId: "${ownerId}") { email } }`))).toBe("FORBIDDEN");
  expect(codeOf(await admin.graphql(change("none", "viewer")))).toBe("NOT_FOUND");
});

test("at least one owner stays, also when two leave concurrently", async () => {
  const server = start();
  const browser = await setUp(server);
  const second = await join(server, browser, "owner");
  const { data } = await browser.graphql("{ members { accountId } }");
  const [first, other] = (valueOf(data, "members") as { accountId: string }[]).map(({ accountId }) => accountId);
  const leave = (id: string | undefined): string => `mutation { removeMember(accountId: "${id}") { email } }`;
  const answers = await Promise.all([browser.graphql(leave(first)), second.graphql(leave(other))]);
  expect(answers.map(codeOf).toSorted()).toEqual(["CONFLICT", null]);
  const [left] = answers.map(codeOf)[0] === null ? [second] : [browser];
  const { data: rest } = await left.graphql("{ members { accountId role } }");
  const [last] = valueOf(rest, "members") as { accountId: string; role: string }[];
  expect(last?.role).toBe("owner");
  const demote = `mutation { updateMemberRole(accountId: "${last?.accountId}", role: admin) { role } }`;
  expect(codeOf(await left.graphql(demote))).toBe("CONFLICT");
});

test("role changes and removals apply to open sessions at once", async () => {
  const server = start();
  const browser = await setUp(server);
  const editor = await join(server, browser, "editor");
  const { data } = await editor.graphql("{ viewer { id } }");
  const { id } = valueOf(data, "viewer") as { id: string };
  await browser.graphql(`mutation { updateMemberRole(accountId: "${id}", role: viewer) { role } }`);
  expect(codeOf(await editor.graphql('mutation { createDataset(name: "d") { id } }'))).toBe("FORBIDDEN");
  await browser.graphql(`mutation { removeMember(accountId: "${id}") { email } }`);
  expect((await editor.graphql("{ threads { totalCount } }", { project: "default" })).status).toBe(404);
  expect((await editor.graphql("{ projects { name } }")).data).toEqual({ projects: [] });
});

test("an API key has its creator and its last use, written once an hour", async () => {
  const server = start();
  const browser = await setUp(server);
  const made = await browser.graphql(
    'mutation { createApiKey(name: "app", scopes: [ingest]) { secret apiKey { createdBy lastUsedAt } } }',
  );
  const { secret, apiKey } = valueOf(made.data, "createApiKey") as { secret: string; apiKey: unknown };
  expect(apiKey).toEqual({ createdBy: owner.name, lastUsedAt: null });

  const readKeys = async (): Promise<unknown> => {
    const { data } = await browser.graphql("{ apiKeys { name createdBy lastUsedAt } }");
    return data?.["apiKeys"];
  };
  const unused = { createdBy: null, lastUsedAt: null, name: expect.any(String) as string };
  expect(await readKeys()).toEqual([unused, { name: "app", createdBy: owner.name, lastUsedAt: null }]);
  await openBrowser(server).graphql('mutation { ingestStep(id: "s") { ok } }', { headers: { "x-api-key": secret } });
  await vi.waitFor(async () =>
    expect(await readKeys()).toEqual([
      unused,
      { name: "app", createdBy: owner.name, lastUsedAt: expect.any(String) as string },
    ]),
  );
});

test("an API key has its scopes, and its secret is shown once", async () => {
  const server = start();
  const browser = await setUp(server);
  const made = await browser.graphql(
    'mutation { createApiKey(name: "app", scopes: [ingest, ingest]) { secret apiKey { id scopes prefix last4 } } }',
  );
  const { secret, apiKey } = valueOf(made.data, "createApiKey") as {
    secret: string;
    apiKey: { id: string; scopes: string[] };
  };
  expect(apiKey.scopes).toEqual(["ingest"]);
  const { data } = await browser.graphql("{ apiKeys { name scopes prefix last4 revokedAt } }");
  expect(JSON.stringify(data)).not.toContain(secret);
  expect(data?.["apiKeys"]).toHaveLength(2);

  const app = openBrowser(server);
  const headers = { "x-api-key": secret };
  expect(codeOf(await app.graphql('mutation { ingestStep(id: "s") { ok } }', { headers }))).toBeNull();
  expect(codeOf(await app.graphql("{ steps { totalCount } }", { headers }))).toBe("FORBIDDEN");
  expect(codeOf(await app.graphql('mutation { deleteStep(id: "s") { id } }', { headers }))).toBe("FORBIDDEN");
  const viewer = await app.graphql("{ viewer { name email role permissions } projects { name role } }", { headers });
  expect(viewer.data).toEqual({
    viewer: { name: "app", email: null, role: null, permissions: ["ingest"] },
    projects: [{ name: "default", role: null }],
  });
  for (const query of [
    'mutation { createProject(name: "x") { id } }',
    'mutation { createApiKey(name: "x", scopes: [read]) { secret } }',
    'mutation { inviteMember(email: "x@example.com", role: viewer) { url } }',
    "{ members { email } }",
  ]) {
    expect(codeOf(await app.graphql(query, { headers: { "x-api-key": "tl_test-key" } }))).toBe("FORBIDDEN");
  }
  const none = await browser.graphql('mutation { createApiKey(name: "x", scopes: []) { secret } }');
  expect(codeOf(none)).toBe("BAD_USER_INPUT");
});

test("a revoked key is rejected within a second", async () => {
  let now = Date.now();
  const server = start({ now: () => now });
  const browser = await setUp(server);
  const { data } = await browser.graphql(
    'mutation { createApiKey(name: "k", scopes: [read]) { secret apiKey { id } } }',
  );
  const { secret, apiKey } = valueOf(data, "createApiKey") as { secret: string; apiKey: { id: string } };
  const use = async (): Promise<number> =>
    (await openBrowser(server).graphql("{ viewer { name } }", { headers: { "x-api-key": secret } })).status;
  expect(await use()).toBe(200);
  await browser.graphql(`mutation { revokeApiKey(id: "${apiKey.id}") { revokedAt } }`);
  now += 1_000;
  expect(await use()).toBe(401);
});
