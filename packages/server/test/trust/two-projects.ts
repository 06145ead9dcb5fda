import type { Role, Scope } from "../../src/store/permissions.ts";
import type { Store } from "../../src/store/store.ts";
import type { ThreadlineServer } from "../../src/create-server.ts";
import { openBrowser, setUp, valueOf } from "../accounts/browser.ts";
import type { Browser } from "../accounts/browser.ts";
import type { RecordKey } from "./argument-kinds.ts";
import { seedProject } from "./seed-project.ts";
import type { OpenServer } from "./trust-stores.ts";

/** Marker in every text of project B. */
export const canary = "CANARY";
/** Prefix of every id of project B. */
export const foreignId = "FOREIGN";

/** A caller with access to project A, and the headers of its requests. */
export interface Actor {
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Answer {
  readonly status: number;
  readonly text: string;
}

/** A service with two projects that contain every kind of record. Only `everywhere` is a member of both. */
export interface TwoProjects {
  readonly server: ThreadlineServer;
  readonly store: Store;
  /** Actors of project A: keys with each set of scopes, accounts with each role, and a link to a thread. */
  readonly actors: readonly Actor[];
  readonly everywhere: Browser;
  readonly projectA: string;
  readonly projectB: string;
  readonly mine: Readonly<Record<RecordKey, string>>;
  readonly foreign: Readonly<Record<RecordKey, string>>;
  ask(actor: Actor, query: string, variables?: object, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  send(actor: Actor, path: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  /** Returns all data of project B as text. */
  stateOfB(): Promise<string>;
}

const password = "a password of theirs";
const roles: readonly Role[] = ["owner", "admin", "editor", "annotator", "viewer"];
const scopeSets: readonly (readonly Scope[])[] = [
  ["ingest", "read", "write"],
  ["ingest", "read"],
  ["ingest", "write"],
  ["read", "write"],
  ["ingest"],
  ["read"],
  ["write"],
  ["connections"],
];
/** A fixed time, so that equal requests have equal responses. */
const now = Date.UTC(2026, 0, 1, 12);

export async function openTwoProjects(open: OpenServer): Promise<TwoProjects> {
  let idPrefix = "NEW";
  let count = 0;
  const { server, store } = await open({
    apiKey: "tl_default-key",
    now: () => now,
    newId: () => `${idPrefix}-${String((count += 1)).padStart(9, "0")}`,
    modelHosts: ["127.0.0.1"],
    // High limits, because limits have separate tests.
    limits: { maxDocumentTokens: 200_000, maxDocumentFields: 50_000, maxAnswerRecords: 1e12 },
  });
  const everywhere = await setUp(server);
  const projectA = (await server.ready).project.id;
  idPrefix = foreignId;
  const projectB = await idOf(everywhere, `mutation { createProject(name: "${canary}-project") { id } }`);

  const foreign = await seedProject(server, everywhere, { project: projectB, mark: canary });
  await join(server, everywhere, { project: projectB, role: "editor", email: foreign.email, name: `${canary}-member` });
  idPrefix = "MINE";
  const mine = await seedProject(server, everywhere, { project: projectA, mark: "mine" });
  await join(server, everywhere, { project: projectA, role: "editor", email: mine.email, name: "mine-member" });

  const accountOf = async (project: string, email: string): Promise<string> =>
    (await store.accounts.members(project)).find(({ account }) => account.email === email)?.account.id ?? "";
  const actors: Actor[] = [];
  for (const scopes of scopeSets) {
    const made = await everywhere.graphql(
      `mutation { createApiKey(name: "k", scopes: [${scopes.join(" ")}]) { secret } }`,
      { project: projectA },
    );
    const { secret } = valueOf(made.data, "createApiKey") as { secret: string };
    actors.push({ name: `a key to ${scopes.join(", ")}`, headers: { "x-api-key": secret } });
  }
  for (const role of roles) {
    const browser = await join(server, everywhere, {
      project: projectA,
      role,
      email: `${role}@example.com`,
      name: role,
    });
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { cookie, origin: "http://localhost", "sec-fetch-site": "same-origin" };
    actors.push({ name: `the ${role}`, headers });
  }
  const shared = await everywhere.graphql("mutation ($id: String!) { shareThread(threadId: $id) { token } }", {
    project: projectA,
    variables: { id: mine.thread },
  });
  const { token } = valueOf(shared.data, "shareThread") as { token: string };
  actors.push({ name: "who has a link to a thread", headers: { "x-threadline-share": token } });
  idPrefix = "NEW";

  const send: TwoProjects["send"] = async (actor, path, body, headers = {}) => {
    const response = await server.fetch(`http://localhost${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...actor.headers, ...headers },
      body: JSON.stringify(body),
    });
    return { status: response.status, text: await response.text() };
  };
  return {
    server,
    store,
    actors,
    everywhere,
    projectA,
    projectB,
    mine: { ...mine, account: await accountOf(projectA, mine.email) },
    foreign: { ...foreign, account: await accountOf(projectB, foreign.email) },
    ask: (actor, query, variables = {}, headers = {}) => send(actor, "/api/graphql", { query, variables }, headers),
    send,
    stateOfB: () => stateOf(store, projectB, foreign.thread),
  };
}

async function stateOf(store: Store, project: string, thread: string): Promise<string> {
  const records: unknown[] = [];
  for await (const record of store.exportRecords(project)) records.push(record);
  return JSON.stringify([
    await store.projects.find(project),
    // The last use of a key is stored after its request.
    (await store.projects.listKeys(project)).map(({ lastUsedAt: _lastUsedAt, ...key }) => key),
    await store.accounts.members(project),
    await store.accounts.invitations(project, now),
    await store.shares.ofThread(project, thread),
    await store.audit.list(project, { first: 100 }),
    records,
  ]);
}

async function join(
  server: ThreadlineServer,
  by: Browser,
  { project, role, email, name }: { project: string; role: Role; email: string; name: string },
): Promise<Browser> {
  const { data, errors } = await by.graphql(
    "mutation ($email: String!, $role: ProjectRole!) { inviteMember(email: $email, role: $role) { url } }",
    { project, variables: { email, role } },
  );
  if (errors[0]) throw new Error(errors[0].message);
  const { url } = valueOf(data, "inviteMember") as { url: string };
  const browser = openBrowser(server);
  const token = new URL(url).searchParams.get("token");
  const { status, body } = await browser.post("/api/session/accept-invitation", { token, name, password });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return browser;
}

async function idOf(browser: Browser, query: string): Promise<string> {
  const { data, errors } = await browser.graphql(query);
  if (errors[0]) throw new Error(errors[0].message);
  return (Object.values(data ?? {})[0] as { id: string }).id;
}
