import { expect, onTestFinished, test } from "vitest";
import { createServer } from "../../src/create-server.ts";
import { setUp, valueOf } from "../accounts/browser.ts";
import { ingestStepDocument } from "../batch-documents.ts";
import { noteSecret } from "../canaries/secret-watch.ts";
import { startTestServer } from "../test-server.ts";
import { operations } from "./schema-arguments.ts";
import { sqlPayloads } from "./sql-payloads.ts";
import { describeStoresInTurn, openForTest } from "./trust-stores.ts";

/** Published vulnerabilities of related programs (model gateways and experiment stores). */
test.each([
  ["CVE-2023-1177", "file:///etc/passwd"],
  ["CVE-2023-2356", "http://localhost/../../../../../../etc/passwd"],
  ["CVE-2023-2356", "mlflow-artifacts://host/../../../../../../etc/passwd"],
  ["CVE-2023-2780", "..\\..\\..\\..\\etc\\passwd"],
  ["CVE-2023-6977", "/etc/passwd/..\\..\\..\\etc\\passwd"],
  ["CVE-2023-6831", "../../../../../../etc/passwd"],
])("%s (MLflow): %s does not read a file, in any argument", async (_name, source) => {
  const { graphql, server, send } = startTestServer();
  const { query, variables } = ingestStepDocument([
    { id: source, threadId: source, name: source, attachments: [{ id: "a", name: source, objectKey: source }] },
  ]);
  expect((await graphql(query, variables)).errors).toEqual([]);
  const texts = [
    JSON.stringify(await graphql("query ($id: String!) { attachment(id: $id) { name url } }", { id: "a" })),
  ];
  const signed = await send("/api/upload/file", { body: JSON.stringify({ fileName: source, threadId: source }) });
  expect(signed.status).toBe(200);
  for (const method of ["GET", "PUT", "DELETE"]) {
    for (const path of [source, encodeURIComponent(source)]) {
      const response = await server.fetch(`http://localhost/api/files/${path.replaceAll("\\", "%5c")}`, { method });
      texts.push(await response.text());
      expect(response.status).toBeGreaterThanOrEqual(400);
    }
  }
  expect(texts[0]).toContain('"url":null');
  expect(texts.join("")).not.toContain("root:x:0");
});

describeStoresInTurn(({ open }) => {
  test("CVE-2026-42208 (LiteLLM): a key is not part of a statement", async () => {
    const { server } = await openForTest(open, { apiKey: "tl_neighbour-key" });
    for (const payload of sqlPayloads) {
      const key = payload.replaceAll("\u0000", "");
      for (const headers of [{ "x-api-key": key }, { authorization: `Bearer ${key}` }, { "x-threadline-share": key }]) {
        const response = await server.fetch("http://localhost/api/graphql", {
          method: "POST",
          headers: { "content-type": "application/json", ...headers },
          body: JSON.stringify({ query: "{ threads { totalCount } }" }),
        });
        expect({ headers, status: response.status }).toEqual({ headers, status: 401 });
      }
    }
  });
});

test("CVE-2026-35030 (LiteLLM): a key similar to a cached one is another key", async () => {
  const { server } = startTestServer();
  const browser = await setUp(server);
  const made = await browser.graphql('mutation { createApiKey(name: "k", scopes: [read]) { secret } }');
  const { secret } = valueOf(made.data, "createApiKey") as { secret: string };
  noteSecret(secret);
  const ask = async (key: string): Promise<number> => {
    const headers = { "content-type": "application/json", "x-api-key": key };
    const body = JSON.stringify({ query: "{ threads { totalCount } }" });
    return (await server.fetch("http://localhost/api/graphql", { method: "POST", headers, body })).status;
  };
  for (let at = 0; at < secret.length; at += 1) {
    expect(await ask(secret)).toBe(200);
    const other = secret.slice(0, at) + (secret[at] === "A" ? "B" : "A") + secret.slice(at + 1);
    noteSecret(other);
    expect({ at, status: await ask(other) }).toEqual({ at, status: 401 });
  }
});

test("GHSA-qqcv-vg9f-5rr3 (LiteLLM): API keys of any scope cannot manage members or projects", async () => {
  const server = createServer();
  onTestFinished(() => server.close());
  const browser = await setUp(server);
  const scopes = "read, ingest, write";
  const made = await browser.graphql(`mutation { createApiKey(name: "all", scopes: [${scopes}]) { secret } }`);
  const { secret } = valueOf(made.data, "createApiKey") as { secret: string };
  noteSecret(secret);
  const managing = operations.filter(({ coordinate }) =>
    /(?<!mentionable)Member|Invitation|\.(create|update|delete)Project$/.test(coordinate),
  );
  expect(managing.length).toBeGreaterThan(6);
  for (const { kind, field, coordinate } of managing) {
    const required = field.args.filter(({ type }) => String(type).endsWith("!"));
    const given = required
      .map(({ name, type }) => `${name}: ${String(type) === "ProjectRole!" ? "owner" : '"x"'}`)
      .join(", ");
    const selection = /^(String|Boolean|Int|ID|DateTime)!?$/.test(String(field.type)) ? "" : "{ __typename }";
    const response = await server.fetch("http://localhost/api/graphql", {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": secret },
      body: JSON.stringify({ query: `${kind} { ${field.name}${given === "" ? "" : `(${given})`} ${selection} }` }),
    });
    const text = await response.text();
    expect({ coordinate, text }).toEqual({ coordinate, text: expect.stringContaining('"code":"FORBIDDEN"') });
  }
});
