import { expect, test } from "vitest";
import { apiKey, startTestServer } from "../test-server.ts";

/** What hostile input has once been answered wrongly, by a fuzzer or a matrix: each stays as a row. */
const found: readonly (readonly [string, string, object, readonly string[]])[] = [
  [
    "active users of a range that no stored sum covers",
    '{ timeSeries(metrics: [activeUserCount], from: "2026-01-01") { lines { total } } }',
    {},
    [],
  ],
];

test.each(found)("%s", async (_name, query, variables, codes) => {
  const { graphql } = startTestServer({ now: () => Date.UTC(2026, 0, 1, 12) });
  const answer = await graphql(query, { ...variables });
  expect(answer.status).toBeLessThan(500);
  expect(answer.errors.map(({ extensions }) => extensions.code)).toEqual(codes);
});

test("keys with escapes are kept, whatever keys other payloads had in their place", async () => {
  const { server } = startTestServer();
  const send = async (query: string, input = "null"): Promise<string> => {
    const response = await server.fetch("http://localhost/api/graphql", {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": apiKey },
      body: `{"query":${JSON.stringify(query)},"variables":{"input":${input}}}`,
    });
    return response.text();
  };
  for (const input of ['{"h":[],"\\\\":0}', '{"h":1,"\\n":2}', '{"h":1,"\\"":2}', '{"h":1,"\\\\":2}']) {
    await send('mutation ($input: Json) { a: ingestStep(id: "s", input: $input) { ok } }', input);
    // As text: whoever parses the answer meets the fault of V8 again.
    expect(await send('{ step(id: "s") { input } }')).toBe(`{"data":{"step":{"input":${input}}}}`);
  }
});
