import { expect, onTestFinished, test } from "vitest";
import { createServer } from "../../src/create-server.ts";
import { setUp, valueOf } from "../accounts/browser.ts";

interface Body {
  readonly data: Record<string, unknown> | null;
  readonly errors?: readonly {
    readonly path: readonly unknown[];
    readonly extensions: { readonly code: string; readonly permission?: string };
  }[];
}

type Ask = (query: string, variables?: object) => Promise<Body>;

/** Creates a project with a thread, a user, a step and a file, and keys for it. */
async function openProject(scopes: string): Promise<{ readonly reader: Ask; readonly limited: Ask }> {
  const server = createServer({ apiKey: "tl_default-key" });
  onTestFinished(() => server.close());
  const owner = await setUp(server);
  const made = await owner.graphql(`mutation { createApiKey(name: "k", scopes: [${scopes}]) { secret } }`);
  const { secret } = valueOf(made.data, "createApiKey") as { secret: string };
  const askAs =
    (key: string): Ask =>
    async (query, variables = {}) => {
      const response = await server.fetch("http://localhost/api/graphql", {
        method: "POST",
        headers: { "content-type": "application/json", "x-api-key": key },
        body: JSON.stringify({ query, variables }),
      });
      expect(response.status).toBe(200);
      return (await response.json()) as Body;
    };
  const reader = askAs("tl_default-key");
  await reader(`mutation {
    createParticipant(identifier: "STORED-user", metadata: { plan: "STORED-plan" }) { id }
    upsertThread(id: "t1", name: "STORED-name", metadata: { a: "STORED-metadata" }, participantId: "STORED-user", tags: ["STORED-tag"]) { id }
  }`);
  await reader(
    `mutation ($output: Json) { ingestStep(id: "s1", threadId: "t1", output: $output, attachments: [{ id: "a1", name: "STORED-file" }]) { ok } }`,
    { output: { content: "STORED-output" } },
  );
  return { reader, limited: askAs(secret) };
}

const stepFields = `id threadId rootRunId parentId startTime endTime createdAt type error input output metadata environment
  scores { id type name value comment } tags generation { prompt completion createdAt provider model variables messages
  messageCompletion tools settings stepId tokenCount inputTokenCount outputTokenCount ttFirstToken duration
  tokenThroughputInSeconds error type } name attachments { id stepId metadata mime name objectKey url }`;
const threadFields = "id name metadata tags createdAt participant { id identifier metadata }";

/**
 * Documents that published clients send when they record, from the test suites of these clients. Each row has a name,
 * the document, its variables, and the expected result.
 */
const documents: readonly (readonly [string, string, object, object])[] = [
  [
    "upsertThread of 0.1.5",
    `mutation UpsertThread($threadId: String!, $name: String, $metadata: Json, $participantId: String, $tags: [String!]) {
      upsertThread(id: $threadId, name: $name, metadata: $metadata, participantId: $participantId, tags: $tags) { ${threadFields} } }`,
    { threadId: "t1", tags: ["mine"] },
    { id: "t1", name: null, metadata: null, tags: ["mine"], participant: null },
  ],
  [
    "upsertThread of 0.0.508",
    `mutation UpsertThread($threadId: String!, $name: String) {
      upsertThread(id: $threadId, name: $name) { ${threadFields} steps { ${stepFields} } } }`,
    { threadId: "t1", name: "mine" },
    { id: "t1", name: "mine", metadata: null, tags: null, participant: null, steps: null },
  ],
  [
    "createStep",
    `mutation CreateStep($threadId: String, $type: StepType, $output: Json) {
      createStep(threadId: $threadId, type: $type, output: $output) { ${stepFields} } }`,
    { threadId: "t1", type: "undefined", output: { content: "mine" } },
    { threadId: "t1", type: "undefined", output: { content: "mine" }, scores: [], attachments: [], generation: null },
  ],
  [
    "createGeneration",
    "mutation CreateGeneration($generation: GenerationPayloadInput!) { createGeneration(generation: $generation) { id type } }",
    { generation: { id: "g1", type: "CHAT", messages: [] } },
    { id: "g1", type: "CHAT" },
  ],
  [
    "createScore",
    `mutation CreateScore($name: String!, $type: ScoreType!, $value: Float!, $stepId: String, $comment: String) {
      createScore(name: $name, type: $type, value: $value, stepId: $stepId, comment: $comment) {
        id name type value stepId generationId datasetExperimentItemId scorer comment tags } }`,
    { name: "n", type: "HUMAN", value: 1, stepId: "s1", comment: null },
    { name: "n", type: "HUMAN", value: 1, stepId: "s1", comment: null, scorer: null, tags: null },
  ],
  [
    "createParticipant",
    `mutation CreateUser($identifier: String!, $metadata: Json) {
      createParticipant(identifier: $identifier, metadata: $metadata) { id identifier metadata } }`,
    { identifier: "mine" },
    { identifier: "mine", metadata: {} },
  ],
  [
    "createAttachment",
    `mutation CreateAttachment($name: String!, $stepId: String!, $objectKey: String, $mime: String) {
      createAttachment(name: $name, stepId: $stepId, objectKey: $objectKey, mime: $mime) {
        id threadId stepId metadata mime name objectKey url } }`,
    { name: "n", stepId: "s1", objectKey: "k", mime: "text/plain" },
    { threadId: null, stepId: "s1", metadata: null, mime: "text/plain", name: "n", objectKey: "k", url: null },
  ],
];

test.each(documents)("an ingest-only key can use %s without an error", async (_name, query, variables, answer) => {
  const { limited } = await openProject("ingest");
  const { data, errors } = await limited(query, variables);
  expect(errors).toBeUndefined();
  expect(Object.values(data ?? {})).toEqual([expect.objectContaining(answer)]);
  expect(JSON.stringify(data)).not.toContain("STORED");
});

test("a batch of scores returns the sent fields to an ingest-only key", async () => {
  const { limited } = await openProject("ingest");
  const { data, errors } = await limited(
    `mutation CreateScores($a: Float!, $b: Float!) {
      score0: createScore(name: "n", type: AI, value: $a, stepId: "s1") { id name type value comment scorer }
      score1: createScore(name: "m", type: AI, value: $b, stepId: "s1") { id name type value comment scorer createdAt } }`,
    { a: 1, b: 2 },
  );
  expect(errors).toBeUndefined();
  expect(data).toMatchObject({
    score0: { name: "n", type: "AI", value: 1, comment: null, scorer: null },
    score1: { name: "m", type: "AI", value: 2 },
  });
});

test("a record related to a written one is rejected on its path, and the rest is returned", async () => {
  const { limited } = await openProject("ingest");
  const { data, errors } = await limited(
    `mutation { createScore(name: "n", type: AI, value: 1, stepId: "s1") { name step { output thread { name steps { output } } } } }`,
  );
  expect(data).toEqual({ createScore: { name: "n", step: null } });
  expect(errors).toMatchObject([
    { path: ["createScore", "step"], extensions: { code: "FORBIDDEN", permission: "read" } },
  ]);
});

test("a key in a JSON value does not count as a sent field", async () => {
  const { limited } = await openProject("ingest");
  const { data } = await limited(
    `mutation { upsertThread(id: "t1", metadata: { name: 1, steps: 1, tags: 1, participant: 1 }) { name tags steps { id } participant { id } } }`,
  );
  expect(data).toEqual({ upsertThread: { name: null, tags: null, steps: null, participant: null } });
});

test("a fragment or an alias reads no more than the field", async () => {
  const { limited } = await openProject("ingest");
  const { data } = await limited(
    `mutation { a: upsertThread(id: "t1") { ...F b: inputPreview c: outline } }
     fragment F on Thread { d: name ... on Thread { e: steps { output } } }`,
  );
  expect(data).toEqual({ a: { b: null, c: null, d: null, e: null } });
});

test("a write-only key reads nothing by deleting, copying or sharing", async () => {
  const { limited, reader } = await openProject("write");
  const dataset = await reader('mutation { createDataset(name: "d") { id } }');
  const { id } = valueOf(dataset.data, "createDataset") as { id: string };
  const copied = await limited(
    `mutation { addStepToDataset(datasetId: "${id}", stepId: "s1") { id input expectedOutput } }`,
  );
  const shared = await limited('mutation { shareThread(threadId: "t1") { id token url } }');
  const deleted = await limited(`mutation { deleteStep(id: "s1") { ${stepFields.replace("type ", "")} } }`);
  expect(JSON.stringify([copied, deleted])).not.toContain("STORED");
  expect(copied.data).toMatchObject({ addStepToDataset: { input: null, expectedOutput: null } });
  expect(shared.data ?? null).toBeNull();
});

test("a key that may also read gets the whole record", async () => {
  const { limited } = await openProject("ingest read");
  const { data, errors } = await limited('mutation { upsertThread(id: "t1") { name steps { output } } }');
  expect(errors).toBeUndefined();
  expect(data).toEqual({ upsertThread: { name: "STORED-name", steps: [{ output: { content: "STORED-output" } }] } });
});
