import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { assert, property, string, configureGlobal } from "fast-check";
import { pino } from "pino";
import { describe, expect, onTestFinished, test } from "vitest";
import { contentDisposition } from "../../src/files/content-disposition.ts";
import { orderColumns } from "../../src/store/filter-fields.ts";
import { valueOf } from "../accounts/browser.ts";
import { startTestServer } from "../test-server.ts";
import { sqlPayloads } from "./sql-payloads.ts";

// With a fixed seed, every run tests the same inputs.
configureGlobal({ seed: 20_261_121 });

test("T66: lists accept only their columns and directions as order", async () => {
  const { graphql } = startTestServer();
  const query = "query ($orderBy: DatasetOrderByInput) { datasets(orderBy: $orderBy) { totalCount } }";
  for (const column of [...sqlPayloads, "rowid", "key", "name; --", "NAME", "__proto__", "constructor", ""]) {
    const answer = await graphql(query, { orderBy: { column, direction: "ASC" } });
    expect(answer.errors[0]?.message).toBe(`orderBy.column: must be one of ${orderColumns.datasets.join(", ")}`);
  }
  for (const direction of ["ASC; DROP TABLE x", "asc", "", null]) {
    const answer = await graphql(query, { orderBy: { column: "name", direction } });
    expect(answer.errors[0]?.extensions.code).toBe("BAD_USER_INPUT");
  }
});

test("T67, T75, X8: the service works with frozen prototypes and without eval", { timeout: 120_000 }, async () => {
  const script = fileURLToPath(new URL("frozen-service.ts", import.meta.url));
  const flags = [
    "--conditions=@threadline/source",
    "--disable-proto=delete",
    "--disallow-code-generation-from-strings",
  ];
  const child = spawn(process.execPath, [...flags, script], { stdio: ["ignore", "pipe", "pipe"] });
  onTestFinished(() => void child.kill());
  const output: string[] = [];
  child.stdout.on("data", (chunk) => output.push(String(chunk)));
  child.stderr.on("data", (chunk) => output.push(String(chunk)));
  const code = await new Promise((resolve) => child.once("close", resolve));
  expect({ code, output: output.join("") }).toEqual({ code: 0, output: "as it should be\n" });
});

describe("T68: the last of two equal keys counts", () => {
  test.each([
    [
      "in the variables",
      '{"query":"mutation ($id: String!) { ingestStep(id: $id) { ok } }","variables":{"id":"first","id":"last"}}',
    ],
    ["in the request", '{"query":"{ __typename }","query":"mutation { ingestStep(id: \\"last\\") { ok } }"}'],
    [
      "in a name spelled otherwise",
      '{"query":"mutation ($id: String!) { ingestStep(id: $id) { ok } }","variables":{"id":"first","\\u0069d":"last"}}',
    ],
  ])("%s", async (_where, body) => {
    const { send, graphql } = startTestServer();
    expect(await send("/api/graphql", { body })).toMatchObject({ status: 200, errors: [] });
    const steps = await graphql("{ steps { edges { node { id } } } }");
    expect(steps.data).toEqual({ steps: { edges: [{ node: { id: "last" } }] } });
  });

  test("and a key with an invisible character is another key in storage, responses and search", async () => {
    const { graphql } = startTestServer();
    const metadata = { plan: "free", "plan\u0000": "nul", "plan\u200b": "zero width", "plan ": "space" };
    await graphql('mutation ($metadata: Json) { a: ingestStep(id: "s", metadata: $metadata) { ok } }', { metadata });
    expect((await graphql('{ step(id: "s") { metadata } }')).data).toEqual({ step: { metadata } });
    const query = `query ($filters: [stepsInputType!]) { steps(filters: $filters) { totalCount } }`;
    for (const [value, count] of [
      ["free", 1],
      ["nul", 0],
      ["zero width", 0],
      ["space", 0],
    ] as const) {
      const filters = [{ field: "metadata", path: "plan", operator: "eq", value }];
      expect((await graphql(query, { filters })).data).toEqual({ steps: { totalCount: count } });
    }
  });
});

describe("T69, T70: a template", () => {
  const create = async (content: string) => {
    const { graphql } = startTestServer();
    const lineage = await graphql('mutation { createPromptLineage(name: "p") { id } }');
    const { id } = valueOf(lineage.data, "createPromptLineage") as { id: string };
    return graphql(
      "mutation ($id: String!, $messages: Json) { createPromptVersion(lineageId: $id, templateMessages: $messages) { variables templateMessages } }",
      { id, messages: [{ role: "user", content }] },
    );
  };

  test.each([
    "{{constructor.constructor}}",
    "{{#constructor}}{{prototype}}{{/constructor}}",
    "{{__proto__}}",
    "{{&toString}}{{{valueOf}}}",
    "{{=<% %>=}}<% x %>",
    "{{> partial}}",
  ])("%s is text with variable names", async (content) => {
    const answer = await create(content);
    expect(answer.errors).toEqual([]);
    const stored = answer.data?.["createPromptVersion"] as { templateMessages: { content: string }[] };
    expect(stored.templateMessages[0]?.content).toBe(content);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  test.each([
    ["5,000 sections deep", "{{#a}}".repeat(5_000) + "{{/a}}".repeat(5_000), /deeper than 32 levels/],
    ["never closed", "{{#a}}".repeat(1_000), /is not a valid template/],
    ["of a megabyte", "{{a}}".repeat(200_000), /longer than 256000 characters/],
    ["of tags that never end", "{{".repeat(100_000), /is not a valid template/],
    ["of white space alone, and a tag", `${" ".repeat(250_000)}{{`, /is not a valid template/],
  ])("%s is refused", async (_what, content, message) => {
    const answer = await create(content);
    expect(answer.errors[0]).toMatchObject({
      message: expect.stringMatching(message),
      extensions: { code: "BAD_USER_INPUT" },
    });
  });
});

test("T73: a log line is one line of JSON without control characters, for any request", async () => {
  const chunks: string[] = [];
  const { send } = startTestServer({
    logger: pino({ level: "trace" }, { write: (line: string) => void chunks.push(line) }),
  });
  const hostile = "%0d%0a{%22level%22:60}%1b[2J%e2%80%a8%00";
  await send(`/api/${hostile}`);
  await send(`/api/graphql/${hostile}?x=${hostile}`, { headers: { "x-request-id": "a\u0085b", "x-env": "\u009b2J" } });
  await send("/api/files/a%0ab/c%1bd", { method: "PUT", body: "x" });
  await send("/api/graphql", { body: JSON.stringify({ query: '{ step(id: "\u001b[2J") { id } }' }) });
  const lines = chunks
    .join("")
    .split("\n")
    .filter((line) => line !== "");
  expect(lines.length).toBeGreaterThanOrEqual(4);
  for (const line of lines) {
    expect(JSON.parse(line)).toBeTypeOf("object");
    // oxlint-disable-next-line no-control-regex -- control characters are what it tests
    expect(line).not.toMatch(/[\u0000-\u001f\u007f]/);
  }
});

test("T74: no file name breaks out of its header", () => {
  assert(
    property(string({ unit: "binary", maxLength: 300 }), (name) => {
      const value = contentDisposition("attachment", name);
      expect(value).toMatch(/^attachment; filename="[\x20-\x7e]*"; filename\*=UTF-8''[\w%.!#$&+^`|~-]*$/);
      expect(value.split('"')).toHaveLength(3);
      expect(new Headers({ "content-disposition": value }).get("content-disposition")).toBe(value);
    }),
    { numRuns: 5_000, examples: [["a\r\nset-cookie: x"], ['"; filename=evil'], ["\ud800"], ["../../\u0000"]] },
  );
});
