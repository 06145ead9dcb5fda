import { mkdtemp, rm } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { fieldPermissions } from "../../src/access/field-permissions.ts";
import { auditedFields } from "../../src/resolvers/audited-fields.ts";
import type { Permission } from "../../src/store/permissions.ts";
import { createServer } from "../../src/create-server.ts";
import { listen } from "../../src/http/listen.ts";
import { openBrowser, owner, setUp, valueOf } from "./browser.ts";
import type { Browser } from "./browser.ts";

interface Event {
  readonly id: string;
  readonly action: string;
  readonly actorKind: string;
  readonly actorName: string | null;
  readonly address: string | null;
  readonly subjectName: string | null;
  readonly details: Readonly<Record<string, unknown>> | null;
}

async function start() {
  const server = createServer({ apiKey: "tl_test-key" });
  onTestFinished(() => server.close());
  return { server, browser: await setUp(server) };
}

const fields = "id action actorKind actorName address subjectName details";

async function eventsOf(browser: Browser, project?: string): Promise<readonly Event[]> {
  const { data, errors } = await browser.graphql(`{ auditEvents(first: 100) { ${fields} } }`, { project });
  if (errors[0]) throw new Error(errors[0].message);
  return valueOf(data, "auditEvents") as Event[];
}

test("every mutation of access rights, connections and channels is audited", () => {
  const rights: readonly Permission[] = ["connections", "admin", "own"];
  const deciding = Object.entries(fieldPermissions)
    .filter(([name, { anyOf }]) => name.startsWith("Mutation.") && anyOf.some((each) => rights.includes(each)))
    .map(([name]) => name);
  const others = ["Mutation.createProject", "Mutation.shareThread", "Mutation.unshareThread"];
  expect(Object.keys(auditedFields).toSorted()).toEqual([...deciding, ...others].toSorted());
});

test("an owner's actions are audited with actor, action and target", async () => {
  const { browser } = await start();
  const run = async (query: string): Promise<unknown> => {
    const { data, errors } = await browser.graphql(query, { project: "default" });
    if (errors[0]) throw new Error(errors[0].message);
    return Object.values(data ?? {})[0];
  };
  const key = (await run('mutation { createApiKey(name: "ci", scopes: [ingest, read]) { apiKey { id } } }')) as {
    apiKey: { id: string };
  };
  await run(`mutation { revokeApiKey(id: "${key.apiKey.id}") { id } }`);
  const invited = (await run(
    'mutation { inviteMember(email: "eve@example.com", role: viewer) { invitation { id } } }',
  )) as {
    invitation: { id: string };
  };
  await run(`mutation { revokeInvitation(id: "${invited.invitation.id}") { id } }`);
  await run('mutation { ingestStep(id: "s", threadId: "t") { ok } }');
  const share = (await run('mutation { shareThread(threadId: "t") { id } }')) as { id: string };
  await run(`mutation { unshareThread(id: "${share.id}") { id } }`);
  // Mutations that change nothing are not audited.
  await run('mutation { revokeApiKey(id: "none") { id } }');
  await browser.graphql('mutation { inviteMember(email: "not an address", role: viewer) { url } }');
  await run('mutation { updateProject(name: "renamed") { id } }');
  const events = await eventsOf(browser, "renamed");
  expect(
    events.map(({ action, actorKind, actorName, subjectName, details }) => [
      action,
      actorKind,
      actorName,
      subjectName,
      details,
    ]),
  ).toEqual([
    ["projectRenamed", "account", owner.email, "renamed", { from: "default" }],
    ["threadUnshared", "account", owner.email, null, { link: share.id }],
    ["threadShared", "account", owner.email, null, { link: share.id }],
    ["invitationRevoked", "account", owner.email, "eve@example.com", null],
    ["memberInvited", "account", owner.email, "eve@example.com", { role: "viewer" }],
    ["keyRevoked", "account", owner.email, "ci", null],
    ["keyCreated", "account", owner.email, "ci", { scopes: ["ingest", "read"] }],
    ["signedIn", "account", owner.email, owner.email, null],
    ["accountCreated", "visitor", null, owner.email, null],
  ]);
});

test("deletions of datasets, prompts and dashboards are audited by name, and deletions of users by id", async () => {
  const { browser } = await start();
  const run = async (query: string): Promise<{ readonly id: string }> => {
    const { data, errors } = await browser.graphql(query, { project: "default" });
    if (errors[0]) throw new Error(errors[0].message);
    return Object.values(data ?? {})[0] as { readonly id: string };
  };
  const created = {
    deleteDataset: await run('mutation { createDataset(name: "cases") { id } }'),
    deletePromptLineage: await run('mutation { createPromptLineage(name: "reply") { id } }'),
    deleteDashboard: await run('mutation { createDashboard(dashboard: { name: "costs", widgets: [] }) { id } }'),
    deleteParticipant: await run('mutation { createParticipant(identifier: "ada@example.com") { id } }'),
  };
  for (const [mutation, { id }] of Object.entries(created)) {
    // oxlint-disable-next-line no-await-in-loop -- events are ordered
    await run(`mutation { ${mutation}(id: "${id}") { id } }`);
  }
  // The dataset was already deleted.
  await run(`mutation { deleteDataset(id: "${created.deleteDataset.id}") { id } }`);
  const events = await eventsOf(browser);
  expect(events.slice(0, 4).map(({ action, actorName, subjectName }) => [action, actorName, subjectName])).toEqual([
    ["userDeleted", owner.email, null],
    ["dashboardDeleted", owner.email, "costs"],
    ["promptDeleted", owner.email, "reply"],
    ["datasetDeleted", owner.email, "cases"],
  ]);
  expect(events[4]?.action).toBe("signedIn");
});

test("sign-ins, sign-outs, failures and password changes are audited in the account's projects only", async () => {
  const { server, browser } = await start();
  await browser.graphql('mutation { createProject(name: "second") { id } }');
  const invited = await browser.graphql('mutation { inviteMember(email: "eve@example.com", role: admin) { url } }', {
    project: "second",
  });
  const { url } = valueOf(invited.data, "inviteMember") as { url: string };
  const eve = openBrowser(server);
  const password = "a password of Eve";
  const form = { email: "eve@example.com", name: "Eve", password };
  await eve.post("/api/session/accept-invitation", { token: new URL(url).searchParams.get("token"), ...form });
  await eve.post("/api/session/sign-out");
  await openBrowser(server).post("/api/session/sign-in", { ...form, password: "a wrong guess" });
  await openBrowser(server).post("/api/session/sign-in", { email: "nobody@example.com", password: "a guess" });
  await eve.post("/api/session/sign-in", form);
  await eve.post("/api/session/password", { currentPassword: password, newPassword: "another password" });
  await eve.post("/api/session/sign-out-everywhere", { password: "another password" });
  const wanted = [
    "accountCreated",
    "memberInvited",
    "memberJoined",
    "passwordChanged",
    "projectCreated",
    "signInFailed",
    "signedIn",
    "signedIn",
    "signedOut",
    "signedOutEverywhere",
  ];
  await expect
    .poll(async () => (await eventsOf(browser, "second")).map(({ action }) => action).toSorted())
    .toEqual(wanted);
  const events = await eventsOf(browser, "second");
  expect(events.find(({ action }) => action === "signInFailed")).toMatchObject({
    actorKind: "visitor",
    actorName: null,
    subjectName: "eve@example.com",
  });
  expect(JSON.stringify(events)).not.toMatch(/guess|password of Eve|another password|nobody@/);
  expect((await eventsOf(browser, "default")).map(({ action }) => action)).toEqual(["signedIn", "accountCreated"]);
});

test("only owners read the audit log, in pages", async () => {
  const { server, browser } = await start();
  for (const name of ["a", "b", "c"]) {
    await browser.graphql(`mutation { createApiKey(name: "${name}", scopes: [read]) { secret } }`);
  }
  const [newest, second] = await eventsOf(browser);
  expect(newest?.subjectName).toBe("c");
  const page = await browser.graphql(`{ auditEvents(first: 1, before: "${newest?.id}") { id } }`);
  expect(page.data).toEqual({ auditEvents: [{ id: second?.id }] });
  const byKey = await openBrowser(server).graphql("{ auditEvents { id } }", {
    headers: { "x-api-key": "tl_test-key" },
  });
  expect(byKey.errors[0]?.extensions).toMatchObject({ code: "FORBIDDEN", permission: "own" });
});

test("the deletion of a project is audited in the owner's other projects", async () => {
  const { browser } = await start();
  await browser.graphql('mutation { createProject(name: "second") { id } }');
  await browser.graphql('mutation { deleteProject(name: "second") { id } }', { project: "second" });
  expect((await eventsOf(browser)).map(({ action, subjectName }) => [action, subjectName])).toEqual([
    ["projectDeleted", "second"],
    ["signedIn", owner.email],
    ["accountCreated", owner.email],
  ]);
});

test("the IP address is that of the socket, or the one reported by a trusted proxy", async () => {
  const server = createServer({ apiKey: "tl_test-key", proxies: 1, noLogin: true });
  const listener = await listen(server, { port: 0 });
  onTestFinished(async () => {
    await listener.close();
    await server.close();
  });
  const ask = async (query: string): Promise<{ data: { auditEvents: Event[] } }> => {
    const headers = {
      "content-type": "application/json",
      origin: listener.url,
      "sec-fetch-site": "same-origin",
      "x-forwarded-for": "203.0.113.9, 198.51.100.7",
    };
    const response = await fetch(`${listener.url}/api/graphql`, {
      method: "POST",
      headers,
      body: JSON.stringify({ query }),
    });
    return (await response.json()) as { data: { auditEvents: Event[] } };
  };
  await ask('mutation { createApiKey(name: "k", scopes: [read]) { secret } }');
  const { data } = await ask(`{ auditEvents { ${fields} } }`);
  expect(data.auditEvents[0]).toMatchObject({ actorKind: "noLogin", actorName: null, address: "198.51.100.7" });
});

test("audit entries cannot be changed in the database", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "threadline-audit-"));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const server = createServer({ dataDir, apiKey: "tl_test-key" });
  await setUp(server);
  await server.close();
  const database = new DatabaseSync(join(dataDir, "threadline.db"));
  onTestFinished(() => database.close());
  expect(() => database.exec("UPDATE audit_events SET actor_name = 'eve'")).toThrow(
    "Rows of audit_events are never updated.",
  );
  expect(database.prepare("SELECT action, subject_name FROM audit_events").all()).toEqual([
    { action: "accountCreated", subject_name: owner.email },
    { action: "signedIn", subject_name: owner.email },
  ]);
});
