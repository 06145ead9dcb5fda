import { expect, onTestFinished, test } from "vitest";
import type { ServerOptions } from "../src/server-options.ts";
import { createServer } from "../src/create-server.ts";
import { openBrowser, setUp, valueOf } from "./accounts/browser.ts";
import { apiKey, startTestServer } from "./test-server.ts";

const query = JSON.stringify({ query: "{ __typename }" });

test("the requests of a key are limited per minute over all routes, with Retry-After", async () => {
  const { send, graphql } = startTestServer({ limits: { maxRequestsPerCredential: 3 } });
  expect((await graphql("{ __typename }")).status).toBe(200);
  expect((await send("/api/my-project")).status).toBe(200);
  expect((await graphql("{ __typename }")).status).toBe(200);
  for (const path of ["/api/graphql", "/api/my-project", "/api/export/dataset", "/api/upload/file", "/v1/traces"]) {
    const answer = await send(path, { body: query });
    expect(answer).toMatchObject({ status: 429, errors: [{ extensions: { code: "RATE_LIMITED", limit: 3 } }] });
    expect(answer.errors[0]?.message).toContain("An API key or account is limited to 3 requests per minute");
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  }
});

test("limits are separate for each key and person", async () => {
  const server = createServer({ apiKey, limits: { maxRequestsPerCredential: 2 } });
  onTestFinished(() => server.close());
  const browser = await setUp(server);
  const made = await browser.graphql('mutation { createApiKey(name: "k", scopes: [read]) { secret } }');
  const { secret } = valueOf(made.data, "createApiKey") as { secret: string };
  const visitor = openBrowser(server);
  const statuses = async (key: string): Promise<number[]> => {
    const answers: number[] = [];
    for (let index = 0; index < 3; index += 1) {
      answers.push((await visitor.graphql("{ __typename }", { headers: { "x-api-key": key } })).status);
    }
    return answers;
  };
  expect(await statuses(apiKey)).toEqual([200, 200, 429]);
  expect(await statuses(secret)).toEqual([200, 200, 429]);
  expect((await browser.graphql("{ __typename }")).status).toBe(200);
  expect((await browser.graphql("{ __typename }")).status).toBe(429);
});

test("requests are limited per IP address, independent of credentials; pages are exempt", async () => {
  const server = createServer({ apiKey, limits: { maxRequestsPerAddress: 2 } });
  onTestFinished(() => server.close());
  const ask = async (address: string, path = "/api/graphql", key = apiKey): Promise<number> => {
    const headers = { "x-api-key": key, "content-type": "application/json", "x-forwarded-for": "198.51.100.1" };
    const init = path.startsWith("/api") ? { method: "POST", headers, body: query } : { headers };
    return (await server.fetch(`http://localhost${path}`, init, { address })).status;
  };
  expect(await ask("192.0.2.1")).toBe(200);
  expect(await ask("192.0.2.1", "/api/graphql", "tl_wrong")).toBe(401);
  expect(await ask("192.0.2.1")).toBe(429);
  expect(await ask("192.0.2.1", "/api/session/sign-in")).toBe(429);
  expect(await ask("192.0.2.1", "/health")).toBe(200);
  expect(await ask("192.0.2.2")).toBe(200);
});

test.each<ServerOptions>([{}, { limits: { maxRequestsPerCredential: 0, maxRequestsPerAddress: 0 } }])(
  "requests are not limited unless a limit is set: %j",
  async (options) => {
    const { graphql } = startTestServer(options);
    for (let index = 0; index < 200; index += 1) expect((await graphql("{ __typename }")).status).toBe(200);
  },
);
