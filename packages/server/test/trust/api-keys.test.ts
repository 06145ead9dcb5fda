import { mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { assert, asyncProperty, string, configureGlobal } from "fast-check";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { createPublicUrl } from "../../src/http/public-url.ts";
import { createServer } from "../../src/create-server.ts";
import { mountRoutes } from "../../src/mount-routes.ts";
import { openStorage } from "../../src/open-storage.ts";
import { openSqliteStore } from "../../src/store/sqlite/open-sqlite-store.ts";
import type { Store } from "../../src/store/store.ts";
import { openBrowser, owner, setUp, valueOf } from "../accounts/browser.ts";
import { apiKey } from "../test-server.ts";
import { describeStores, openForTest } from "./trust-stores.ts";
import { openTwoProjects } from "./two-projects.ts";

// With a fixed seed, every run tests the same inputs.
configureGlobal({ seed: 20_261_121 });

/** Routes that respond without a key or a session, and why. */
const open: Readonly<Record<string, string>> = {
  "GET /health": "says that the process runs, and nothing else",
  "GET /ready": "says that the store answers, and nothing else",
  "GET /api/graphql": "the page of the explorer, which holds no data; off in production",
  "GET /api/graphql/assets/:name": "its scripts and styles",
  "GET /api/session": "whether the visitor is signed in",
  "POST /api/session/setup": "needs the token of the link that only the log shows",
  "POST /api/session/setup-link": "says whether that token is right",
  "POST /api/session/sign-in": "is where a session comes from",
  "POST /api/session/sign-out": "ends the visitor's own session",
  "POST /api/session/invitation": "needs the token of the invitation",
  "POST /api/session/accept-invitation": "needs the token of the invitation",
  "POST /api/session/reset-password/request": "sends a message to an account, and answers the same for every email",
  "POST /api/session/reset-password/link": "needs the token of the message",
  "POST /api/session/reset-password": "needs the token of the message",
  "POST /api/session/sso": "begins to sign in",
  "GET /api/session/callback/sso": "needs the provider's answer and the browser's own state",
  "POST /api/feedback": "needs a signed token",
  "OPTIONS /api/feedback": "lets a page of any origin send feedback, which needs a signed token",
  "GET /feedback.js": "a script that sends feedback, which holds no data",
  "PUT /api/files/:projectId/:fileId": "needs a signature",
  "POST /api/files/:projectId/:fileId": "needs a signature",
  "GET /api/files/:projectId/:fileId": "needs a signature",
  "OPTIONS /api/files/:projectId/:fileId": "lets a page of another origin upload, which needs a signature",
};

test("T01, T115: every route requires a key or a session, except those listed here", async () => {
  const baseUrl = "https://threadline.example";
  const storage = await openStorage({ dataDir: undefined, store: undefined, files: undefined, now: Date.now });
  onTestFinished(() => storage.close());
  const { app } = await mountRoutes(
    {
      publicUrl: createPublicUrl({ baseUrl }),
      now: Date.now,
      newId: () => crypto.randomUUID(),
      sso: { issuer: "https://idp.example", clientId: "c", clientSecret: "s" },
      mail: { url: "smtp://127.0.0.1:1", from: "threadline@example.com" },
    },
    storage,
  );
  const routes = new Set(
    app.routes.filter(({ method }) => method !== "ALL").map(({ method, path }) => `${method} ${path}`),
  );
  const answered: string[] = [];
  for (const route of routes) {
    const [method = "", path = ""] = route.split(" ");
    const headers = { origin: baseUrl, "sec-fetch-site": "same-origin", "content-type": "application/json" };
    const url = `${baseUrl}${path.replaceAll(/:\w+/g, "x")}`;
    const response = await app.fetch(new Request(url, { method, headers, body: method === "GET" ? null : "{}" }));
    if (response.status !== 401) answered.push(route);
  }
  expect(answered.toSorted()).toEqual(Object.keys(open).toSorted());
});

test("T02: malformed keys are not looked up", async () => {
  const store = await openSqliteStore({ path: ":memory:" });
  const asked: string[] = [];
  const projects: Store["projects"] = {
    ...store.projects,
    findKey: (hash) => {
      asked.push(hash);
      return store.projects.findKey(hash);
    },
  };
  const server = createServer({ store: { ...store, projects }, apiKey });
  onTestFinished(() => server.close());
  await server.ready;
  asked.length = 0;
  const send = (key: string): Promise<Response> =>
    server.fetch("http://localhost/api/graphql", { method: "POST", headers: [["x-api-key", key]], body: "{}" });
  for (const key of ["", " ", "a b", "k".repeat(257), "é", "a\u0007", `${apiKey}, ${apiKey}`, "k".repeat(1_000_000)]) {
    const answer = await send(key).catch((error: unknown) => error);
    // The class `Request` throws a `TypeError` if the key is not a valid header value.
    expect(answer instanceof TypeError || (answer as Response).status === 401).toBe(true);
  }
  expect(asked).toEqual([]);
  await assert(
    asyncProperty(string({ unit: "binary", maxLength: 400 }), async (key) => {
      const answer = await send(key).catch((error: unknown) => error);
      expect(answer instanceof TypeError || (answer as Response).status === 401).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test("T04, T06, T103: no secret is in the database, its journal, the files or the log", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "threadline-trust-"));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const lines: string[] = [];
  const server = createServer({
    dataDir,
    apiKey: "tl_canary-preset-key-0123456789",
    logger: pino({ level: "trace" }, { write: (line: string) => void lines.push(line) }),
  });
  const browser = await setUp(server);
  const made = await browser.graphql('mutation { createApiKey(name: "k", scopes: [read, ingest]) { secret } }');
  const { secret } = valueOf(made.data, "createApiKey") as { secret: string };
  const invited = await browser.graphql('mutation { inviteMember(email: "eve@example.com", role: viewer) { url } }');
  const { url } = valueOf(invited.data, "inviteMember") as { url: string };
  await browser.graphql('mutation { ingestStep(id: "s", threadId: "t") { ok } }');
  const shared = await browser.graphql('mutation { shareThread(threadId: "t") { token } }');
  const { token } = valueOf(shared.data, "shareThread") as { token: string };
  await openBrowser(server).post("/api/session/sign-in", { ...owner, password: "CANARY-wrong-password" });
  for (const headers of [{ "x-api-key": secret }, { "x-threadline-share": token }]) {
    await server.fetch(`http://localhost/api/graphql?api_key=${secret}&signature=${token}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify({ query: "{ broken" }),
    });
  }
  const session = browser.cookies.get("threadline-session") ?? "";
  await server.close();

  const invitation = new URL(url).searchParams.get("token") ?? "";
  const secrets = [
    "tl_canary-preset-key-0123456789",
    secret,
    invitation,
    token.split(".")[1] ?? "",
    decodeURIComponent(session).split(".")[0] ?? "",
    owner.password,
    "CANARY-wrong-password",
  ];
  expect(secrets.every((text) => text.length >= 16)).toBe(true);
  const log = lines.join("");
  const found: string[] = [];
  for (const name of await readdir(dataDir, { recursive: true })) {
    const bytes = await readFile(join(dataDir, name)).catch(() => Buffer.alloc(0));
    found.push(...secrets.filter((text) => bytes.includes(text)).map((text) => `${name}: ${text}`));
  }
  found.push(...secrets.filter((text) => log.includes(text)).map((text) => `log: ${text}`));
  expect(found).toEqual([]);
  expect(log).toContain('"requestId"');
});

describeStores(({ open: openStore }) => {
  test("T07: keys, password hashes and tokens cannot be read back", async () => {
    const world = await openTwoProjects(openStore);
    onTestFinished(() => world.server.close());
    const rows = await Promise.all(
      (["user", "session", "account", "verification"] as const).map((table) =>
        world.store.accounts.findRows(table, []),
      ),
    );
    const hashes = rows.flat().flatMap((row) => [row["password"], row["token"]]);
    const keys = await world.store.projects.listKeys(world.projectA);
    const secrets = [
      ...world.actors.flatMap(({ headers }) => headers["x-api-key"] ?? []),
      ...keys.map(({ hash }) => hash),
      ...(await world.store.accounts.invitations(world.projectA, 0)).map(({ hash }) => hash),
      ...hashes.filter((value) => typeof value === "string"),
    ];
    expect(secrets.length).toBeGreaterThan(20);
    const document = `{ viewer { id name email permissions } projects { id name } members { accountId email name }
      invitations { id email } apiKeys { id name scopes prefix last4 revokedAt } }`;
    for (const actor of world.actors) {
      const { text } = await world.ask(actor, document);
      expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
    }
    const { text } = await world.ask(
      world.actors.find(({ name }) => name === "the owner") ?? { name: "", headers: {} },
      document,
    );
    expect(text).toContain('"prefix":"tl_');
  });

  test("T11: a request with a key ignores the session of another project", async () => {
    const target = await openForTest(openStore, { apiKey });
    const browser = await setUp(target.server);
    await browser.graphql('mutation { createProject(name: "other") { id } }');
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const own = { cookie, origin: "http://localhost", "sec-fetch-site": "same-origin" };
    const cases = [
      [{ "x-api-key": apiKey }, 200, "default", ["read", "ingest", "annotate", "write"]],
      [
        { ...own, "x-threadline-project": "other" },
        200,
        "other",
        ["read", "ingest", "annotate", "write", "connections", "admin", "own"],
      ],
      [
        { ...own, "x-api-key": apiKey, "x-threadline-project": "other" },
        200,
        "default",
        ["read", "ingest", "annotate", "write"],
      ],
      [{ ...own, "x-api-key": "tl_wrong", "x-threadline-project": "other" }, 401, undefined, undefined],
    ] as const;
    for (const [headers, status, project, permissions] of cases) {
      const response = await target.server.fetch("http://localhost/api/graphql", {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify({ query: "{ viewer { permissions project { name } } }" }),
      });
      const body = (await response.json()) as {
        data?: { viewer: { permissions: string[]; project: { name: string } } };
      };
      expect({
        status: response.status,
        project: body.data?.viewer.project.name,
        permissions: body.data?.viewer.permissions,
      }).toEqual({ status, project, permissions });
    }
  });
});
