import { beforeEach, expect, test } from "vitest";
import type { JsonValue } from "../json/json-value.ts";
import { openTestApi } from "./test-api.ts";
import type { TestApi, TestData } from "./test-api.ts";

let api: TestApi;
let lineageId: string;
beforeEach(async () => {
  api = await openTestApi();
  const data = await api.run(`mutation { createPromptLineage(name: "Support & help", projectId: "default") { id } }`);
  lineageId = data.createPromptLineage.id;
});

const fields = `createdAt id label settings status tags templateMessages tools type updatedAt url variables
  variablesDefaultValues version lineageId lineage { id name deletedAt }`;

async function createVersion(content: {
  templateMessages: JsonValue;
  settings?: JsonValue;
  tools?: JsonValue;
}): Promise<TestData["createPromptVersion"]> {
  const data = await api.run(
    `mutation ($lineageId: String!, $templateMessages: Json, $settings: Json, $tools: Json) {
      createPromptVersion(lineageId: $lineageId, templateMessages: $templateMessages, settings: $settings, tools: $tools) { ${fields} } }`,
    { lineageId, ...content },
  );
  return data.createPromptVersion;
}

const say = (content: string): JsonValue => [{ role: "user", content }];

test("createPromptLineage gets the lineage of a name or creates it", async () => {
  const data = await api.run(
    `mutation { createPromptLineage(name: "Support & help") { id name deletedAt championId } }`,
  );
  expect(data).toEqual({
    createPromptLineage: { id: lineageId, name: "Support & help", deletedAt: null, championId: null },
  });
  expect(
    await api.run(`{ a: promptLineage(name: "Support & help") { id } b: promptLineage(name: "nope") { id } }`),
  ).toEqual({
    a: { id: lineageId },
    b: null,
  });
});

test("versions count from 0, and the same content is the same version", async () => {
  const first = await createVersion({
    templateMessages: say("Hello {{name}}"),
    settings: { provider: "openai", model: "m" },
  });
  const second = await createVersion({ templateMessages: say("Hi {{name}}") });
  expect([first.version, second.version]).toEqual([0, 1]);
  expect(first).toMatchObject({
    type: "CHAT",
    templateMessages: [{ role: "user", content: "Hello {{name}}", uuid: expect.any(String) }],
    variables: [{ name: "name", language: "plaintext" }],
    tools: null,
    lineage: { id: lineageId, name: "Support & help", deletedAt: null },
    url: `https://threadline.test/projects/${api.project.id}/playground?name=Support%20%26%20help&version=0`,
  });
  const again = await createVersion({
    templateMessages: first.templateMessages,
    settings: { model: "m", provider: "openai" },
    tools: [],
  });
  expect(again.id).toBe(first.id);
});

test("a request without a provider finds the version of any provider", async () => {
  const first = await createVersion({ templateMessages: say("Hello"), settings: { provider: "openai", model: "m" } });
  expect((await createVersion({ templateMessages: say("Hello"), settings: { model: "m" } })).id).toBe(first.id);
  const other = await createVersion({ templateMessages: say("Hello"), settings: { provider: "mistral", model: "m" } });
  expect(other.version).toBe(1);
});

test("promptVersion selects by id, by name and version, or by the rollout", async () => {
  const first = await createVersion({ templateMessages: say("one") });
  const second = await createVersion({ templateMessages: say("two") });
  const read = `query ($id: String, $name: String, $version: Int) { promptVersion(id: $id, name: $name, version: $version) { id } }`;
  const name = "Support & help";
  expect(await api.run(read, { id: second.id, name, version: 0 })).toEqual({ promptVersion: { id: second.id } });
  expect(await api.run(read, { id: null, name, version: 1 })).toEqual({ promptVersion: { id: second.id } });
  expect(await api.run(read, { name, version: null })).toEqual({ promptVersion: { id: first.id } });
  expect(await api.run(read, { name, version: 9 })).toEqual({ promptVersion: null });
  expect(await api.run(read, { name: "nope" })).toEqual({ promptVersion: null });
  expect(await api.run(read, { id: "nope" })).toEqual({ promptVersion: null });
  await expect(api.run(read, {})).rejects.toThrow("name: an id or a name is required");
});

test("the rollout is replaced as a whole and drawn by weight", async () => {
  await createVersion({ templateMessages: say("one") });
  const second = await createVersion({ templateMessages: say("two") });
  const read = `{ promptLineageRollout(lineageName: "Support & help") { pageInfo { startCursor endCursor } edges { node { version rollout } } } }`;
  const nodesOf = (data: TestData): unknown[] => data.promptLineageRollout.edges.map(({ node }) => node);
  expect(nodesOf(await api.run(read))).toEqual([{ version: 0, rollout: 100 }]);
  const update = `mutation ($rollouts: [PromptVersionRolloutInput!]!) { updatePromptLineageRollout(name: "Support & help", rollouts: $rollouts) { ok message errorCode } }`;
  const rollouts = [
    { version: 0, rollout: 0 },
    { version: 1, rollout: 0.5 },
  ];
  expect(await api.run(update, { rollouts })).toEqual({
    updatePromptLineageRollout: { ok: true, message: null, errorCode: null },
  });
  expect(nodesOf(await api.run(read))).toEqual(rollouts);
  const { promptVersion } = await api.run(`{ promptVersion(name: "Support & help") { id } }`);
  expect(promptVersion.id).toBe(second.id);
  await expect(api.run(update, { rollouts: [{ version: 7, rollout: 1 }] })).rejects.toThrow(
    "rollouts[0].version: prompt version",
  );
  expect(await api.run(`{ promptLineageRollout(lineageName: "nope") { totalCount } }`)).toEqual({
    promptLineageRollout: null,
  });
});

test("the promoted version is the champion and gets every call", async () => {
  await createVersion({ templateMessages: say("one") });
  const second = await createVersion({ templateMessages: say("two") });
  const promote = `mutation ($id: String!, $version: Int!) { promotePromptVersion(lineageId: $id, version: $version) { id championId } }`;
  expect(await api.run(promote, { id: lineageId, version: 1 })).toEqual({
    promotePromptVersion: { id: lineageId, championId: second.id },
  });
  expect(await api.run(`{ promptVersion(name: "Support & help") { id } }`)).toEqual({
    promptVersion: { id: second.id },
  });
  await expect(api.run(promote, { id: lineageId, version: 9 })).rejects.toThrow("version: prompt version");
});

test("a version of an unknown lineage, or with a broken template, is refused", async () => {
  await expect(createVersion({ templateMessages: say("{{#open}}") })).rejects.toThrow(
    "templateMessages[0].content: is not a valid template",
  );
  await expect(
    api.run(`mutation { createPromptVersion(lineageId: "nope", templateMessages: []) { id } }`),
  ).rejects.toThrow(`lineageId: prompt lineage "nope" not found`);
});

test("a variant keeps its input", async () => {
  const { createPromptExperiment } = await api.run(
    `mutation ($id: String) { createPromptExperiment(fromLineageId: $id, templateMessages: [{ role: "user", content: "x" }], settings: { model: "m" }) {
      id fromLineageId fromVersion scoreTemplateId projectId projectUserId tools settings variables templateMessages } }`,
    { id: lineageId },
  );
  expect(createPromptExperiment).toEqual({
    id: expect.any(String),
    fromLineageId: lineageId,
    fromVersion: null,
    scoreTemplateId: null,
    projectId: api.project.id,
    projectUserId: null,
    tools: null,
    settings: { model: "m" },
    variables: null,
    templateMessages: [{ role: "user", content: "x" }],
  });
});

test("a label selects its version by name, and `latest` selects the newest version", async () => {
  await createVersion({ templateMessages: say("labeled 1") });
  const { version } = await createVersion({ templateMessages: say("labeled 2") });
  const name = "Support & help";
  const setLabel = `mutation ($name: String!, $label: String!, $version: Int) {
    setPromptLabel(name: $name, label: $label, version: $version) { labels { name version } } }`;
  expect(await api.run(setLabel, { name, label: "production", version: version - 1 })).toEqual({
    setPromptLabel: { labels: [{ name: "production", version: version - 1 }] },
  });
  const select = `query ($name: String!, $label: String, $version: Int) {
    promptVersion(name: $name, label: $label, version: $version) { version labels } }`;
  const labeled = { promptVersion: { version: version - 1, labels: ["production"] } };
  expect(await api.run(select, { name, label: "production" })).toEqual(labeled);
  expect(await api.run(select, { name, label: "latest" })).toEqual({ promptVersion: { version, labels: [] } });
  expect(await api.run(select, { name, label: "staging" })).toEqual({ promptVersion: null });
  await expect(api.run(select, { name, label: "production", version: 0 })).rejects.toThrow(
    "label: give a version or a label, not both",
  );
  for (const [label, problem] of [
    [" ", "label: must not be empty"],
    ["latest", "label: `latest` cannot be set"],
    ["x".repeat(65), "label: is 65 characters long, and at most 64 are allowed"],
  ] as const) {
    // oxlint-disable-next-line no-await-in-loop -- one request after the other
    await expect(api.run(setLabel, { name, label, version: 0 })).rejects.toThrow(problem);
  }
  await expect(api.run(setLabel, { name, label: "staging", version: 999 })).rejects.toThrow("999");
  await expect(api.run(setLabel, { name: "nope", label: "staging", version: 0 })).rejects.toThrow("nope");
  expect(await api.run(setLabel, { name, label: "production" })).toEqual({ setPromptLabel: { labels: [] } });
});

test("deletePromptLineage deletes a prompt with its versions", async () => {
  const deletion = "mutation ($id: String!) { deletePromptLineage(id: $id) { id name } }";
  const { version } = await createVersion({ templateMessages: say("deleted") });
  const name = "Support & help";
  expect(await api.run(deletion, { id: lineageId })).toEqual({ deletePromptLineage: { id: lineageId, name } });
  expect(await api.run(deletion, { id: lineageId })).toEqual({ deletePromptLineage: null });
  const select = "query ($name: String!, $version: Int) { promptVersion(name: $name, version: $version) { id } }";
  expect(await api.run(select, { name, version })).toEqual({ promptVersion: null });
});
