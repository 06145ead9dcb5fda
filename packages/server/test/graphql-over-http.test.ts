import { serverAudits } from "graphql-http";
import { expect, test } from "vitest";
import { apiKey, startTestServer } from "./test-server.ts";

/**
 * Ids of the audits that the service does not pass: responses with `application/json` keep status 400 (decision 0061).
 */
const exempt = new Set(["572B", "FDE2", "7B9B"]);

test("every MUST and SHOULD audit of GraphQL over HTTP passes, except the status for existing clients", async () => {
  const { server } = startTestServer();
  const url = "http://localhost/api/graphql";
  const fetchFn = (input: string, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers);
    headers.set("x-api-key", apiKey);
    return server.fetch(input, { ...init, headers });
  };
  const audits = serverAudits({ url, fetchFn }).filter(({ name }) => /^(?:MUST|SHOULD) /.test(name));
  expect(audits.length).toBeGreaterThan(35);
  const failed: string[] = [];
  for (const audit of audits) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const result = await audit.fn();
    if (result.status !== "ok") failed.push(`${audit.id} ${audit.name}: ${result.reason}`);
  }
  expect(failed.filter((text) => !exempt.has(text.slice(0, 4)))).toEqual([]);
  expect(failed.map((text) => text.slice(0, 4)).toSorted()).toEqual([...exempt].toSorted());
});

const query = "{ __typename }";
const typeOf = ({ headers }: { readonly headers: Headers }) => headers.get("content-type")?.split(";")[0];

test.each([
  [undefined, "application/json"],
  ["*/*", "application/json"],
  ["application/json", "application/json"],
  ["application/graphql-response+json", "application/graphql-response+json"],
  ["application/graphql-response+json, application/json;q=0.9", "application/graphql-response+json"],
  ["Application/GraphQL-Response+JSON; charset=utf-8", "application/graphql-response+json"],
  ["application/graphql-response+json;q=0.5, application/json", "application/json"],
  ["application/graphql-response+json;q=0", "application/json"],
])("accept: %s gets %s, for results and errors", async (accept, type) => {
  const { send } = startTestServer();
  const headers = accept === undefined ? {} : { accept };
  const bodies = [{ query }, { query: "{" }, { query: "{ nothing }" }, { query: 1 }];
  const answers = await Promise.all(
    bodies.map((body) => send("/api/graphql", { headers, body: JSON.stringify(body) })),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 400, 400, 400]);
  for (const answer of answers) expect(typeOf(answer)).toBe(type);
  const unauthenticated = await send("/api/graphql", { headers: { ...headers, "x-api-key": "wrong" }, body: "{}" });
  expect(unauthenticated).toMatchObject({ status: 401, errors: [{ extensions: { code: "UNAUTHENTICATED" } }] });
  expect(typeOf(unauthenticated)).toBe(type);
});
