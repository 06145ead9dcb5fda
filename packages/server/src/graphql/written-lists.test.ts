import { expect, onTestFinished, test } from "vitest";
import { createServer } from "../create-server.ts";
import { createEngineFixture } from "./engine-fixture.ts";
import { writeJson } from "./json-text.ts";

const key = "tl_written_lists_key_00000000000000000000";

async function openService() {
  const server = createServer({ apiKey: key, logger: false });
  onTestFinished(() => server.close());
  const ask = async (query: string, variables: object = {}): Promise<string> => {
    const headers = { "content-type": "application/json", "x-api-key": key };
    const body = JSON.stringify({ query, variables });
    return (await server.fetch("http://localhost/api/graphql", { method: "POST", headers, body })).text();
  };
  const steps = ["run", "llm", "tool", "llm"].map((type, index) => ({
    id: `s${index} "quoted"`,
    threadId: "t",
    type,
    name: index === 2 ? null : `näme\u2028${index}`,
    startTime: `2026-01-01T00:00:0${index}.000Z`,
    input: index === 0 ? null : { text: "a\n\u0000\ud800", "two\nlines": [1.5, -0, true, null, { deep: [] }] },
    output: index === 1 ? "plain" : index,
    metadata: { index },
    tags: index === 3 ? [] : ["one", "two"],
    ...(type === "llm" && { generation: { type: "CHAT", provider: "p", messages: [{ role: "user", content: "hi" }] } }),
  }));
  await ask("mutation ($steps: [StepInput!]!) { ingestSteps(steps: $steps) { ok } }", { steps });
  await ask(`mutation { createScore(stepId: "s1 \\"quoted\\"", name: "good", type: HUMAN, value: 0.5) { id } }`);
  return ask;
}

const fields = `key: ID __typename type name startTime endTime createdAt input output metadata tags threadId
  scores { name value stepId tags } generation { ID type provider messages tokenCount model }`;

test.each([
  ["the steps of a thread", `threadDetail(id: "t") { ID first: ID metadata steps { ${fields} } name }`],
  ["the steps of a thread with their files", `threadDetail(id: "t") { steps { ID attachments { ID url } } }`],
  ["a page of steps", `steps(first: 3) { totalCount edges { cursor node { ${fields} } } pageInfo { hasNextPage } }`],
  ["a page that awaits a field of each node", `steps(first: 3) { edges { node { ID thread { ID } scores { ID } } } }`],
  ["lists within a page", `threads { edges { node { ID steps { ${fields} } } } }`],
  ["a fragment", `threadDetail(id: "t") { steps { ... on Step { ID } ...More } } } fragment More on Step { name input`],
  ["two fields of one list", `threadDetail(id: "t") { steps { ID } steps { name } }`],
  ["an argument", `threadDetail(id: "t") { steps { ID inputPreview(around: "hi") outputPreview } }`],
  ["an empty page", `steps(first: 3, filters: [{ field: "id", operator: eq, value: "x" }]) { edges { node { ID } } }`],
])("%s has the same result as with GraphQL's engine", async (_what, query) => {
  const ask = await openService();
  // A directive makes GraphQL's engine execute every list. This one has no other effect.
  const expected = await ask(`{ ${query.replaceAll("ID", "id @include(if: true)")} }`);
  expect(JSON.parse(expected)).not.toHaveProperty("errors");
  for (let time = 0; time < 3; time += 1) expect(await ask(`{ ${query.replaceAll("ID", "id")} }`)).toBe(expected);
});

test("a list with a file is returned completely, and so are later lists", async () => {
  const ask = await openService();
  const query = `{ threadDetail(id: "t") { steps { id attachments { name url } } } }`;
  const before = JSON.parse(await ask(query));
  expect(before.data.threadDetail.steps[1].attachments).toEqual([]);
  const stepId = before.data.threadDetail.steps[1].id;
  await ask(
    `mutation ($id: String!) { createAttachment(stepId: $id, name: "f", url: "https://example.com/f") { id } }`,
    { id: stepId },
  );
  for (let time = 0; time < 3; time += 1) {
    const { data } = JSON.parse(await ask(query));
    expect(data.threadDetail.steps[1].attachments).toEqual([{ name: "f", url: "https://example.com/f" }]);
    expect(data.threadDetail.steps).toHaveLength(4);
  }
});

const edges = (nodes: readonly unknown[]) => ({
  Query: { steps: () => ({ edges: nodes.map((node) => ({ cursor: "c", node })) }) },
});

test("records are written as JSON text of the response", async () => {
  const { execute } = createEngineFixture({ resolvers: edges([{ id: "a" }, { id: "b", name: "é" }]) });
  const response = await execute("{ steps { edges { cursor node { id name } } } }");
  expect(response.hasTexts).toBe(true);
  const expected = `{"data":{"steps":{"edges":[{"cursor":"c","node":{"id":"a","name":null}},{"cursor":"c","node":{"id":"b","name":"é"}}]}}}`;
  expect(writeJson(response.body).pieces.join("")).toBe(expected);
  expect(JSON.stringify(response.body)).toBe(expected);
});

test("a list with an asynchronous field is executed by the engine, and its nested lists are written as text", async () => {
  const resolvers = {
    ...edges([{ id: "a" }, { id: "b" }]),
    Step: { thread: () => Promise.resolve({ id: "t", steps: [{ id: "c" }] }) },
  };
  const { execute } = createEngineFixture({ resolvers });
  const written: unknown[] = [];
  for (let time = 0; time < 3; time += 1) {
    const { body, hasTexts } = await execute("{ steps { edges { node { thread { steps { id } } } } } }");
    expect(body.errors).toBeUndefined();
    written.push(hasTexts);
  }
  expect(written).toEqual([true, true, true]);
});

test.each([
  ["null where there must be a value", { id: null }, ["steps", "edges", 1, "node", "id"]],
  ["a value that its type does not have", { id: "b", type: "poem" }, ["steps", "edges", 1, "node", "type"]],
  ["an error", { id: "b", type: "run", name: new Error("broken") }, ["steps", "edges", 1, "node", "name"]],
  [
    "a promise that rejects",
    { id: "b", type: "run", name: () => Promise.reject(new Error("late")) },
    ["steps", "edges", 1, "node", "name"],
  ],
])("%s is an error of its own field", async (_what, node, path) => {
  const { execute } = createEngineFixture({ resolvers: edges([{ id: "a", type: "run" }, node]) });
  for (let time = 0; time < 3; time += 1) {
    const { body } = await execute("{ steps { edges { node { id type name } } } }");
    expect(body.errors).toMatchObject([{ path }]);
  }
});
