import { expect, onTestFinished, test } from "vitest";
import { createServer } from "../../src/create-server.ts";
import { noteSecret } from "../canaries/secret-watch.ts";
import { openBrowser, setUp, valueOf } from "./browser.ts";

const dayMs = 86_400_000;
const start = Date.UTC(2026, 10, 30);
const creation = `mutation ($expiresAt: DateTime) {
  createApiKey(name: "ci", scopes: [read], expiresAt: $expiresAt) { secret apiKey { expiresAt } }
}`;

test("an expired key is rejected with an error that names the key and the time", async () => {
  let now = start;
  const server = createServer({ apiKey: "tl_test-key", now: () => now });
  onTestFinished(() => server.close());
  const owner = await setUp(server);
  const expiresAt = new Date(start + dayMs).toISOString();
  const { data } = await owner.graphql(creation, { variables: { expiresAt } });
  const { secret, apiKey } = valueOf(data, "createApiKey") as { secret: string; apiKey: object };
  noteSecret(secret);
  expect(apiKey).toEqual({ expiresAt });
  const read = () => openBrowser(server).graphql("{ viewer { name } }", { headers: { "x-api-key": secret } });
  expect((await read()).status).toBe(200);
  now = start + dayMs - 1;
  expect((await read()).status).toBe(200);
  now = start + dayMs;
  const { status, errors } = await read();
  expect(status).toBe(401);
  expect(errors).toMatchObject([
    {
      message: `Expired API key: the key "ci" in the header "x-api-key" expired at ${expiresAt}. Create a new key`,
      extensions: { code: "UNAUTHENTICATED" },
    },
  ]);
  const log = await owner.graphql("{ auditEvents(first: 1) { action details } }");
  expect(valueOf(log.data, "auditEvents")).toEqual([
    { action: "keyCreated", details: { scopes: ["read"], expiresAt: start + dayMs } },
  ]);
});

test("the expiry of a key must be in the future", async () => {
  const server = createServer({ apiKey: "tl_test-key", now: () => start });
  onTestFinished(() => server.close());
  const owner = await setUp(server);
  const { errors } = await owner.graphql(creation, { variables: { expiresAt: new Date(start).toISOString() } });
  expect(errors).toMatchObject([{ extensions: { code: "BAD_USER_INPUT", field: "expiresAt" } }]);
});
