import { getIntrospectionQuery } from "graphql";
import { describe, expect, test } from "vitest";
import { createEngineFixture } from "./engine-fixture.ts";

function batchOf(count: number): { readonly query: string; readonly variables: Record<string, unknown> } {
  const indexes = Array.from({ length: count }, (_, index) => index);
  const declared = indexes.map((n) => `$id_${n}: String! $type_${n}: StepType $startTime_${n}: DateTime`).join(" ");
  const fields = indexes.map(
    (n) => `step${n}: ingestStep(id: $id_${n}, type: $type_${n}, startTime: $startTime_${n}) { ok message }`,
  );
  const variables = Object.fromEntries(
    indexes.flatMap((n) => [
      [`id_${n}`, `id${n}`],
      [`type_${n}`, "run"],
    ]),
  );
  return { query: `mutation AddStep(${declared}) { ${fields.join(" ")} }`, variables };
}

function deep(open: string, close: string, count: number): string {
  return open.repeat(count) + close.repeat(count);
}

function firstError(response: { readonly body: { readonly errors?: readonly object[] } }): Record<string, unknown> {
  return (response.body.errors?.[0] ?? {}) as Record<string, unknown>;
}

describe("a batch document", () => {
  test("becomes one call for all items", async () => {
    const { execute, ingested } = createEngineFixture();
    const { query, variables } = batchOf(3);
    const response = await execute(query, variables);
    expect(response).toEqual({
      status: 200,
      body: {
        data: {
          step0: { ok: true, message: null },
          step1: { ok: true, message: null },
          step2: { ok: true, message: null },
        },
      },
    });
    expect(ingested).toEqual([
      [
        { id: "id0", type: "run" },
        { id: "id1", type: "run" },
        { id: "id2", type: "run" },
      ],
    ]);
  });

  test("whose selections depend on variables runs field by field", async () => {
    const { execute } = createEngineFixture({
      resolvers: { Mutation: { ingestStep: () => ({ ok: true, message: "stored" }) } },
    });
    const query = `mutation ($terse: Boolean!) {
      a: ingestStep(id: "a") { ok message @skip(if: $terse) }
      b: ingestStep(id: "b") { ok ... @include(if: $terse) { message } }
    }`;
    const response = await execute(query, { terse: true });
    expect(response.body).toEqual({ data: { a: { ok: true }, b: { ok: true, message: "stored" } } });
  });

  test("whose selections are nested keeps to the limits of other documents", async () => {
    const { execute } = createEngineFixture();
    const score = 'createScore(name: "s", type: AI, value: 1, stepId: "a")';
    const nested = await execute(`mutation { ${score} { step { thread { steps { thread { steps { id } } } } } } }`);
    expect(firstError(nested)["message"]).toContain("selects the list Thread.steps inside itself");
    const aliased = Array.from({ length: 31 }, (_, n) => `s${n}: ${score} { step { id } }`).join(" ");
    expect(firstError(await execute(`mutation { ${aliased} }`))["message"]).toContain("more than 30 aliases");
  });

  test.each([
    ["an unknown enum value", { type_1: "poem" }, "type: must be one of assistant_message"],
    ["a bad date", { startTime_1: "yesterday" }, "startTime: is not a date"],
    ["a missing id", { id_1: undefined }, "id: is required"],
    ["a null id", { id_1: null }, "id: must not be null"],
    ["an id that is not a text", { id_1: { a: 1 } }, "id: String cannot represent"],
  ])("fails only the item with %s", async (_name, change, message) => {
    const { execute, ingested } = createEngineFixture();
    const { query, variables } = batchOf(3);
    const response = await execute(query, { ...variables, ...change });
    expect(response.status).toBe(200);
    expect(response.body.data).toEqual({
      step0: { ok: true, message: null },
      step1: null,
      step2: { ok: true, message: null },
    });
    expect(response.body.errors).toHaveLength(1);
    expect(firstError(response)).toMatchObject({ path: ["step1"], extensions: { code: "BAD_USER_INPUT" } });
    expect(firstError(response)["message"]).toContain(message);
    expect(ingested[0]).toHaveLength(2);
  });

  test("masks the failure of one item and keeps the others", async () => {
    const { execute, lines } = createEngineFixture();
    const { query, variables } = batchOf(2);
    const response = await execute(query, { ...variables, id_0: "deleted" });
    expect(response.body.data).toEqual({ step0: null, step1: { ok: true, message: null } });
    expect(firstError(response)).toMatchObject({ path: ["step0"], extensions: { code: "INTERNAL" } });
    expect(JSON.stringify(response.body)).not.toContain("the disk failed");
    expect(lines.join("")).toContain("the disk failed");
  });

  test("may have inline literals, defaults and a shared variable", async () => {
    const { execute, ingested } = createEngineFixture();
    const query = `mutation M($t: String, $type: StepType = tool) {
      a: ingestStep(id: "1", threadId: $t, type: $type) { ok } b: ingestStep(id: "2", threadId: $t, input: { x: [1] }) { ok } }`;
    expect((await execute(query, { t: "t1" })).status).toBe(200);
    expect(ingested).toMatchObject([
      [
        { id: "1", threadId: "t1", type: "tool" },
        { id: "2", threadId: "t1", input: { x: [1] } },
      ],
    ]);
  });

  test("may have 1,000 items and no more", async () => {
    const { execute, ingested } = createEngineFixture();
    const allowed = batchOf(1_000);
    expect((await execute(allowed.query, allowed.variables)).body.errors).toBeUndefined();
    expect(ingested[0]).toHaveLength(1_000);
    const refused = batchOf(1_001);
    const response = await execute(refused.query, refused.variables);
    expect(response.status).toBe(400);
    expect(firstError(response)["extensions"]).toMatchObject({ code: "PAYLOAD_TOO_LARGE", limit: 1_000 });
  });

  test.each([
    "mutation AddStep() {\n \n }",
    "\n    mutation CreateScores() {\n      \n    }\n    ",
    "mutation AddGenerationsToDataset($datasetId: String!) { }",
  ])("without items does nothing: %j", async (query) => {
    expect(await createEngineFixture().execute(query)).toEqual({ status: 200, body: { data: {} } });
  });
});

describe("ingestSteps", () => {
  const query = "mutation ($steps: [StepInput!]!) { ingestSteps(steps: $steps) { id ok message } }";

  test("fails a bad element alone and names its field", async () => {
    const steps = [
      { id: "a", type: "run" },
      { id: "b", generation: { tokenCount: 3e9 } },
      { id: "c" },
      { type: "run" },
      7,
    ];
    const response = await createEngineFixture().execute(query, { steps });
    expect(response.body).toMatchObject({
      data: {
        ingestSteps: [
          { id: "a", ok: true },
          {
            id: "b",
            ok: false,
            message: expect.stringMatching(/^steps\[1\]\.generation\.tokenCount: Int cannot represent/),
          },
          { id: "c", ok: true },
          { id: "", ok: false, message: "steps[3].id: is required" },
          { id: "", ok: false, message: "steps[4]: must be an object" },
        ],
      },
    });
  });

  test("ignores keys that are not in the schema", async () => {
    const steps = [{ id: "a", strange: "x", generation: { strange: 1 }, scores: [{ step: null }] }];
    const response = await createEngineFixture().execute(query, { steps, unknown: 1 });
    expect(response.body).toEqual({ data: { ingestSteps: [{ id: "a", ok: true, message: null }] } });
  });
});

describe("variables", () => {
  const query =
    "query ($first: Int, $filters: [stepsInputType!]) { steps(first: $first, filters: $filters) { totalCount } }";

  test("that no operation declares are ignored", async () => {
    expect((await createEngineFixture().execute(query, { createdAt_0: "x", first: 1 })).status).toBe(200);
  });

  test.each([
    [{ first: "one" }, "first: Int cannot represent non-integer value"],
    [{ first: 2 ** 53 }, "first: Int cannot represent non 32-bit"],
    [{ filters: [{ field: "id", operator: "like" }] }, "filters[0].operator: must be one of eq"],
    [{ filters: [{ field: "id", operator: "eq", vale: 1 }] }, "filters[0].vale: is not a field of stepsInputType"],
    [{ filters: [{ operator: "eq" }] }, "filters[0].field: is required"],
  ])("that are invalid are rejected before execution: %j", async (variables, message) => {
    const response = await createEngineFixture().execute(query, variables);
    expect(response.status).toBe(400);
    expect(response.body.data).toBeUndefined();
    expect(firstError(response)).toMatchObject({ extensions: { code: "BAD_USER_INPUT" } });
    expect(firstError(response)["message"]).toContain(message);
  });
});

describe("a document", () => {
  test.each(["1e400", "-1e400", "9".repeat(400)])("with the number %s is refused", async (number) => {
    const { execute } = createEngineFixture();
    const response = await execute(
      `mutation { createScore(name: "s", type: AI, value: ${number}, stepId: "s") { id } }`,
    );
    expect(response.status).toBe(400);
    expect(firstError(response)["message"]).toBe(`${number} is beyond the range of a 64-bit float`);
  });

  test.each([
    ["that is not GraphQL", "query {", "GRAPHQL_PARSE_FAILED", /Syntax Error/],
    ["that is empty", "", "GRAPHQL_PARSE_FAILED", /Syntax Error/],
    ["with unknown fields", "{ nothing }", "GRAPHQL_VALIDATION_FAILED", /Cannot query field "nothing"/],
    [
      "of 100,000 aliases",
      `{ ${Array.from({ length: 100_000 }, (_, n) => `a${n}: __typename`).join(" ")} }`,
      "GRAPHQL_VALIDATION_FAILED",
      /more than 2000 tokens/,
    ],
    [
      "of 31 aliases",
      `{ ${Array.from({ length: 31 }, (_, n) => `a${n}: __typename`).join(" ")} }`,
      "GRAPHQL_VALIDATION_FAILED",
      /more than 30 aliases/,
    ],
    [
      "with 50,000 directives",
      `{ __typename ${"@skip(if: false) ".repeat(50_000)} }`,
      "GRAPHQL_VALIDATION_FAILED",
      /more than 2000 tokens/,
    ],
    [
      "100,000 selections deep",
      `{ ${deep("a {", "}", 100_000)} }`,
      "GRAPHQL_VALIDATION_FAILED",
      /more than 2000 tokens/,
    ],
    [
      "200 selections deep",
      `{ ${"a {".repeat(200)} b ${"}".repeat(200)} }`,
      "GRAPHQL_VALIDATION_FAILED",
      /nested deeper/,
    ],
    [
      "with a list literal 20,000 deep",
      `mutation { a: ingestStep(id: "1", input: ${deep("[", "]", 20_000)}) { ok } }`,
      "GRAPHQL_VALIDATION_FAILED",
      /nested/,
    ],
    [
      "with a fragment cycle",
      "query { ...A } fragment A on Query { ...A }",
      "GRAPHQL_VALIDATION_FAILED",
      /Cannot spread fragment "A" within itself/,
    ],
    [
      "that doubles by fragments",
      `query { ...F0 } ${Array.from({ length: 24 }, (_, n) => `fragment F${n} on Query { ...F${n + 1} ...F${n + 1} }`).join(" ")} fragment F24 on Query { __typename }`,
      "GRAPHQL_VALIDATION_FAILED",
      /more than 2000 fields/,
    ],
    [
      "that selects a list inside itself",
      "{ threads { edges { node { steps { thread { steps { id } } } } } } }",
      "GRAPHQL_VALIDATION_FAILED",
      /Thread\.steps inside itself/,
    ],
    [
      "of two operations without a name",
      "query A { __typename } query B { __typename }",
      "GRAPHQL_VALIDATION_FAILED",
      /Must provide operation name/,
    ],
  ])("%s is refused", async (_name, query, code, message) => {
    const response = await createEngineFixture().execute(query);
    expect(response.status).toBe(400);
    expect(firstError(response)).toMatchObject({ message: expect.stringMatching(message), extensions: { code } });
  });

  test("runs the named operation", async () => {
    const query = "query A { a: __typename } query B { b: __typename }";
    expect((await createEngineFixture().execute(query, {}, "B")).body).toEqual({ data: { b: "Query" } });
  });

  test.each([
    ["__schema", "{ a: __schema { types { name } } b: __schema { types { name } } }", 1, "once"],
    [
      "__schema",
      "{ __schema { types { name } } ...more } fragment more on Query { b: __schema { types { name } } }",
      1,
      "once",
    ],
    [
      "__type",
      `{ ${Array.from({ length: 21 }, (_, index) => `t${index}: __type(name: "Step") { name }`).join(" ")} }`,
      20,
      "20 times",
    ],
  ])("may select %s few times", async (field, query, limit, times) => {
    const { status, body } = await createEngineFixture().execute(query);
    expect(status).toBe(400);
    expect(body.errors?.[0]).toMatchObject({
      message: `The document selects ${field} more than ${times}`,
      extensions: { code: "GRAPHQL_VALIDATION_FAILED", limit },
    });
  });

  test("may be the introspection that explorers send, unless it is switched off", async () => {
    expect((await createEngineFixture().execute(getIntrospectionQuery())).body.errors).toBeUndefined();
    const response = await createEngineFixture({ allowsIntrospection: false }).execute(getIntrospectionQuery());
    expect(response.status).toBe(400);
  });

  test("is cached up to a limit", async () => {
    const { engine, execute } = createEngineFixture({ limits: { maxDocumentCacheBytes: 500_000 } });
    for (let index = 0; index < 1_000; index += 1) await execute(`query Q${index} { steps { totalCount } }`);
    expect(engine.documentCacheBytes).toBeGreaterThan(100_000);
    expect(engine.documentCacheBytes).toBeLessThanOrEqual(500_000);
  });
});

test("an unexpected error is masked with the id of the request, and logged", async () => {
  const { execute, lines } = createEngineFixture();
  const response = await execute('{ step(id: "broken") { id } }');
  expect(response.status).toBe(200);
  expect(firstError(response)).toEqual({
    message: "Internal error; see request request-1 in the log of the service",
    path: ["step"],
    extensions: { code: "INTERNAL" },
  });
  expect(lines.join("")).toContain("SELECT secret");
});

test("unusual JSON values are returned unchanged", async () => {
  const response = await createEngineFixture().execute('{ step(id: "1") { input } }');
  expect(JSON.stringify(response.body)).toBe(
    '{"data":{"step":{"input":{"__proto__":{"a":1},"lone":"\\ud800","nul":"\\u0000"}}}}',
  );
});
