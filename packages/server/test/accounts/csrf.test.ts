import { expect, onTestFinished, test } from "vitest";
import { createServer } from "../../src/create-server.ts";
import type { ThreadlineServer } from "../../src/create-server.ts";
import { owner, setUp } from "./browser.ts";
import type { Browser } from "./browser.ts";

function start(): ThreadlineServer {
  const server = createServer({ apiKey: "tl_test-key" });
  onTestFinished(() => server.close());
  return server;
}

const mutation = JSON.stringify({ query: 'mutation { createDataset(name: "forged") { id } }' });

async function datasets(browser: Browser): Promise<unknown> {
  return (await browser.graphql("{ datasets { totalCount } }")).data;
}

/** Headers of cross-site requests with cookies. An empty value removes a header. */
const foreign: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ["by fetch from another site", { origin: "https://evil.example", "sec-fetch-site": "cross-site" }],
  ["from another port of this host", { origin: "http://localhost:8080", "sec-fetch-site": "same-site" }],
  ["from a sandboxed frame", { origin: "null", "sec-fetch-site": "cross-site" }],
  ["by a browser that names the origin only", { origin: "https://evil.example", "sec-fetch-site": "" }],
  ["by a browser that names the site only", { origin: "", "sec-fetch-site": "cross-site" }],
  ["by a client that names neither", { origin: "", "sec-fetch-site": "" }],
  ["from a navigation", { origin: "", "sec-fetch-site": "none" }],
  ["as a form", { "content-type": "application/x-www-form-urlencoded" }],
  ["as a form with files", { "content-type": "multipart/form-data; boundary=x" }],
  ["as plain text", { "content-type": "text/plain" }],
  ["as text that looks like JSON", { "content-type": "text/plain; application/json" }],
  ["as a GraphQL document", { "content-type": "application/graphql" }],
];

test.each(foreign)("a mutation with the session cookie is rejected when it comes %s", async (_how, headers) => {
  const server = start();
  const browser = await setUp(server);
  const { status, body } = await browser.send("/api/graphql", {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: mutation,
  });
  expect(status).toBe(403);
  expect(body.errors?.[0]?.extensions.code).toBe("FORBIDDEN");
  expect(await datasets(browser)).toEqual({ datasets: { totalCount: 0 } });
});

test.each(foreign.slice(0, 7))("sign-in, sign-out and setup are rejected when they come %s", async (_how, headers) => {
  const server = start();
  const browser = await setUp(server);
  const leaving = ["sign-out", "sign-out-everywhere", "sessions/end", "sessions/end-others"];
  for (const path of ["sign-in", ...leaving, "setup", "password", "accept-invitation"]) {
    const { status } = await browser.post(`/api/session/${path}`, { ...owner, token: "t" }, headers);
    expect({ path, status }).toEqual({ path, status: 403 });
  }
  expect((await browser.send("/api/session")).body.signedIn).toBe(true);
});

test("cross-site queries and other routes are rejected with the session cookie, too", async () => {
  const server = start();
  const browser = await setUp(server);
  const headers = { origin: "https://evil.example", "sec-fetch-site": "cross-site" };
  expect((await browser.graphql("{ viewer { name } }", { headers })).status).toBe(403);
  for (const path of ["/api/upload/file", "/api/my-project", "/api/export/dataset"]) {
    expect((await browser.post(path, { fileName: "f" }, headers)).status).toBe(403);
  }
});

test("a form without JSON is accepted with the header that only our pages can send", async () => {
  const server = start();
  const browser = await setUp(server);
  const { status } = await browser.send("/api/my-project", { method: "POST", project: "default" });
  expect(status).toBe(200);
});

test("a request with a key needs no origin, and ignores a cookie", async () => {
  const server = start();
  const browser = await setUp(server);
  const headers = { "x-api-key": "tl_test-key", origin: "", "sec-fetch-site": "" };
  const viewer = "{ viewer { name email } apiKeys { id } }";
  const { status, errors } = await browser.graphql(viewer, { headers });
  expect(status).toBe(200);
  expect(errors[0]?.extensions).toMatchObject({ code: "FORBIDDEN", permission: "admin" });
  const wrong = await browser.graphql(viewer, { headers: { "x-api-key": "tl_wrong" } });
  expect(wrong.status).toBe(401);
});

test("no response is readable by another origin", async () => {
  const server = start();
  const browser = await setUp(server);
  const headers = { origin: "https://evil.example", "sec-fetch-site": "cross-site" };
  const answers = [
    await browser.send("/api/session", { headers }),
    await browser.post("/api/graphql", { query: "{ viewer { name } }" }, headers),
    await browser.post("/api/session/sign-in", owner, headers),
    await browser.send("/api/graphql", { method: "OPTIONS", headers }),
  ];
  for (const answer of answers) {
    const names = [...answer.headers.keys()].filter((name) => name.startsWith("access-control-"));
    expect(names).toEqual([]);
    expect(answer.headers.get("cross-origin-resource-policy")).toBe("same-origin");
    expect(answer.headers.get("cache-control")).toBe("no-store");
  }
});
