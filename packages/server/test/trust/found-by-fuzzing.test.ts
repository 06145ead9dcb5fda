import { expect, test } from "vitest";
import { startTestServer } from "../test-server.ts";

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
