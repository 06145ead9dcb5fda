import { expect, test } from "vitest";
import { decorate } from "../store/decorate.ts";
import { createLoaders } from "./loaders.ts";
import { openTestApi } from "./test-api.ts";

const create = `mutation ($name: String!, $version: EvaluatorVersionInput!) {
  createEvaluator(evaluator: { name: $name }, version: $version) { id name latestVersion { id number } }
}`;
const exact = { kind: "BUILT_IN", target: "EXPERIMENT_ITEM", scoreName: "exact", builtIn: { scorer: "exactMatch" } };
const judge = {
  messages: [{ role: "user", content: "Right? {{output}}" }],
  inputs: [{ name: "output", path: "output" }],
  labels: [
    { label: "yes", value: 1 },
    { label: "no", value: 0 },
  ],
};

async function openWithConnection() {
  const api = await openTestApi();
  const { createModelConnection } = await api.run(
    `mutation { createModelConnection(connection: { name: "c", kind: openai, models: ["m"] }) { id } }`,
  );
  return { api, connectionId: createModelConnection.id };
}

test("an evaluator is found by id and name, versioned, archived and deleted, only in its project", async () => {
  const api = await openTestApi();
  const { createEvaluator } = await api.run(create, { name: " Exact ", version: exact });
  expect(createEvaluator).toMatchObject({ name: "Exact", latestVersion: { number: 1 } });
  const { id } = createEvaluator;
  const other = await api.inProject("other");
  const find = "query ($id: String, $name: String) { evaluator(id: $id, name: $name) { id } }";
  expect(await api.run(find, { name: "Exact" })).toEqual({ evaluator: { id } });
  expect(await other.run(find, { id })).toEqual({ evaluator: null });
  await expect(api.run(find, { id, name: "Exact" })).rejects.toThrow("exactly one");
  await expect(api.run(create, { name: "Exact", version: exact })).rejects.toThrow("already exists");

  const addVersion = `mutation ($id: String!, $version: EvaluatorVersionInput!, $basedOn: String) {
    createEvaluatorVersion(evaluatorId: $id, version: $version, basedOn: $basedOn) {
      id number builtIn { scorer options } judge { model } } }`;
  const same = await api.run(addVersion, { id, version: { ...exact, description: "again" } });
  expect(same.createEvaluatorVersion).toMatchObject({ id: createEvaluator.latestVersion.id, number: 1, judge: null });
  const next = await api.run(addVersion, { id, version: { ...exact, scoreName: "equal" } });
  expect(next.createEvaluatorVersion).toMatchObject({ number: 2, builtIn: { scorer: "exactMatch", options: {} } });
  await expect(other.run(addVersion, { id, version: exact })).rejects.toThrow("not found");
  const outdated = { id, version: exact, basedOn: createEvaluator.latestVersion.id };
  expect((await api.execute(addVersion, outdated)).errors?.[0]?.extensions).toMatchObject({ code: "CONFLICT" });
  const { evaluator } = await api.run(
    "query ($id: String) { evaluator(id: $id) { versions(first: 1, skip: 1) { number } latestVersion { number } } }",
    { id },
  );
  expect(evaluator).toEqual({ versions: [{ number: 1 }], latestVersion: { number: 2 } });

  const change = `mutation ($id: String!, $isArchived: Boolean) {
    updateEvaluator(id: $id, evaluator: { name: "Equal", isArchived: $isArchived }) { name archivedAt } }`;
  const { updateEvaluator } = await api.run(change, { id, isArchived: true });
  expect(updateEvaluator).toMatchObject({ name: "Equal", archivedAt: expect.any(String) });
  expect(await api.run("{ evaluators { id } }")).toEqual({ evaluators: [] });
  expect(await api.run("{ evaluators(includesArchived: true) { id } }")).toEqual({ evaluators: [{ id }] });
  await expect(other.run(change, { id })).rejects.toThrow("not found");
  const remove = "mutation ($id: String!) { deleteEvaluator(id: $id) { name } }";
  expect(await other.run(remove, { id })).toEqual({ deleteEvaluator: null });
  expect(await api.run(remove, { id })).toEqual({ deleteEvaluator: { name: "Equal" } });
});

test("the recent scores of all listed evaluators are one read", async () => {
  const api = await openTestApi();
  const reads: string[][] = [];
  for (const name of ["a", "b"]) {
    // oxlint-disable no-await-in-loop -- one after the other
    const { createEvaluator } = await api.run(create, { name, version: { ...exact, scoreName: name } });
    const score = { name, type: "CODE", value: 1, stepId: "s", evaluatorVersionId: createEvaluator.latestVersion.id };
    await api.store.scores.upsertMany(api.project.id, [
      { ...score, type: "CODE", id: `${name}1`, at: 1 },
      { ...score, type: "CODE", id: `${name}2`, at: 2 },
    ]);
    // oxlint-enable no-await-in-loop
  }
  const { scores } = api.store;
  const counting = decorate(api.store, {
    scores: decorate(scores, {
      ofEvaluators(...given) {
        reads.push([...given[1]]);
        return scores.ofEvaluators(...given);
      },
    }),
  });
  const { evaluators } = await api.run(
    "{ evaluators { name recentScores(first: 1) { id } all: recentScores { id } } }",
    {},
    { loaders: createLoaders(counting, api.project.id) },
  );
  expect(evaluators).toEqual([
    { name: "a", recentScores: [{ id: "a2" }], all: [{ id: "a2" }, { id: "a1" }] },
    { name: "b", recentScores: [{ id: "b2" }], all: [{ id: "b2" }, { id: "b1" }] },
  ]);
  expect(reads).toHaveLength(1);
});

test("the catalog has the judges and the scorers", async () => {
  const api = await openTestApi();
  const { evaluatorCatalog } = await api.run(
    "{ evaluatorCatalog { scorers { name options } judges { name messages inputs { name path } labels { label } } } }",
  );
  const { scorers, judges } = evaluatorCatalog;
  expect(scorers.map(({ name }) => name)).toContain("exactMatch");
  expect(scorers.find(({ name }) => name === "embeddingSimilarity")?.options).toMatchObject({
    required: ["connectionId", "model"],
  });
  expect(scorers[0]?.options).toMatchObject({ type: "object", properties: expect.any(Object) });
  expect(judges.map(({ name }) => name)).toEqual(expect.arrayContaining(["factuality", "relevance", "toxicity"]));
});

test("a scorer that calls an embedding model needs a connection of the project and a model that it allows", async () => {
  const { api, connectionId } = await openWithConnection();
  const field = "version.builtIn.options";
  const define = (options: object, by: Pick<typeof api, "run"> = api) =>
    by.run(create, { name: "e", version: { ...exact, builtIn: { scorer: "embeddingSimilarity", options } } });
  await expect(define({})).rejects.toThrow(`${field}.connectionId: is required`);
  await expect(define({ connectionId, model: " " })).rejects.toThrow(`${field}.model: must not be empty`);
  await expect(define({ connectionId, model: "x" })).rejects.toThrow(`${field}.model: "x" is not among the models`);
  await expect(define({ connectionId, model: "m", output: "outptu" })).rejects.toThrow("The path `outptu`");
  await expect(define({ connectionId, model: "m" }, await api.inProject("other"))).rejects.toThrow("not found");
  expect(await define({ connectionId, model: "m", minimum: 0.5 })).toMatchObject({ createEvaluator: { name: "e" } });
});

test("each judge of the catalog is a valid definition", async () => {
  const { api, connectionId } = await openWithConnection();
  const { evaluatorCatalog } = await api.run(`{ evaluatorCatalog { judges {
    name messages inputs { name path } labels { label value } minimum maximum } } }`);
  for (const { name, ...template } of evaluatorCatalog.judges) {
    const version = {
      kind: "LLM",
      target: template.inputs.some(({ path }: { readonly path: string }) => path === "expected")
        ? "EXPERIMENT_ITEM"
        : "RUN",
      scoreName: name,
      judge: { ...template, connectionId, model: "m" },
    };
    // oxlint-disable-next-line no-await-in-loop -- the error names the template
    expect(await api.run(create, { name, version })).toMatchObject({ createEvaluator: { name } });
  }
});

test.each(["STEP", "RUN", "THREAD"])("an evaluator of a %s cannot read an expected output", async (target) => {
  const { api, connectionId } = await openWithConnection();
  const judged = { ...judge, connectionId, model: "m", inputs: [{ name: "output", path: "expected.text" }] };
  const definitions = [
    { kind: "LLM", judge: judged },
    { kind: "BUILT_IN", builtIn: { scorer: "exactMatch" } },
    { kind: "BUILT_IN", builtIn: { scorer: "contains", options: { output: "expected", texts: ["a"] } } },
  ];
  for (const definition of definitions) {
    const version = { ...definition, target, scoreName: "s" };
    // oxlint-disable-next-line no-await-in-loop -- few
    await expect(api.run(create, { name: "E", version })).rejects.toThrow("which only experiment items have");
  }
  const allowed = [
    { kind: "LLM", judge: { ...judged, inputs: [{ name: "output", path: "input.expected" }] } },
    { kind: "BUILT_IN", builtIn: { scorer: "exactMatch", options: { expected: "input" } } },
    { kind: "BUILT_IN", builtIn: { scorer: "contains", options: { texts: ["a"] } } },
  ];
  for (const [index, definition] of allowed.entries()) {
    const version = { ...definition, target, scoreName: "s" };
    // oxlint-disable-next-line no-await-in-loop -- few
    await api.run(create, { name: `E${index}`, version });
  }
});

test("a judge copies the messages of a prompt version", async () => {
  const { api, connectionId } = await openWithConnection();
  const { createPromptLineage } = await api.run('mutation { createPromptLineage(name: "p") { id } }');
  const { createPromptVersion } = await api.run(
    `mutation ($id: String!, $messages: Json) {
      createPromptVersion(lineageId: $id, templateMessages: $messages) { id } }`,
    { id: createPromptLineage.id, messages: judge.messages },
  );
  const promptId = createPromptVersion.id;
  const { messages: _messages, ...rest } = judge;
  const version = {
    kind: "LLM",
    target: "RUN",
    scoreName: "right",
    judge: { ...rest, promptId, connectionId, model: "m" },
  };
  const { createEvaluator } = await api.run(
    `mutation ($version: EvaluatorVersionInput!) { createEvaluator(evaluator: { name: "j" }, version: $version) {
      latestVersion { judge { promptId messages labels { label value } minimum connectionId settings } } } }`,
    { version },
  );
  expect(createEvaluator.latestVersion.judge).toEqual({
    promptId,
    messages: judge.messages,
    labels: judge.labels,
    minimum: null,
    connectionId,
    settings: null,
  });
});

test.each<[string, object, string]>([
  ["no definition", { kind: "CODE", builtIn: null }, "version.code: is required for the kind CODE"],
  ["two definitions", { ...exact, code: { source: "1" } }, "version.code: is not allowed for the kind BUILT_IN"],
  ["an unknown scorer", { builtIn: { scorer: "none" } }, "version.builtIn: There is no built-in scorer `none`"],
  ["a wrong option", { builtIn: { scorer: "exactMatch", options: { x: 1 } } }, "version.builtIn: The options of"],
  ["a bad path", { builtIn: { scorer: "exactMatch", options: { output: "outptu" } } }, "The path `outptu`"],
  ["a bad pattern", { builtIn: { scorer: "regularExpression", options: { pattern: "(" } } }, "`pattern` is invalid"],
  [
    "code with an error",
    { kind: "CODE", builtIn: null, code: { source: "export default (" } },
    "version.code: The code",
  ],
  ["code without an export", { kind: "CODE", builtIn: null, code: { source: "1" } }, "version.code: The code needs"],
  ["a blank score name", { scoreName: " " }, "version.scoreName: must not be empty"],
])("a version with %s is rejected", async (_what, part, message) => {
  const api = await openTestApi();
  await expect(api.run(create, { name: "e", version: { ...exact, ...part } })).rejects.toThrow(message);
});

test.each<[string, object, string]>([
  ["an unknown connection", { connectionId: "none" }, 'version.judge.connectionId: model connection "none" not found'],
  ["a model that is not allowed", { model: "x" }, '"x" is not among the models of the connection "c"'],
  ["an unknown prompt", { promptId: "none", messages: null }, 'prompt version "none" not found'],
  ["messages and a prompt", { promptId: "none" }, "version.judge.messages: cannot be combined with promptId"],
  ["no messages", { messages: null }, "version.judge.messages: must be a list"],
  ["a bad path", { inputs: [{ name: "output", path: "a" }] }, "version.judge.inputs[0].path: The path `a`"],
  ["a bad input name", { inputs: [{ name: "a b", path: "output" }] }, "version.judge.inputs[0].name"],
  [
    "a variable without an input",
    { inputs: [] },
    "version.judge.messages[0]: the variable {{output}} has no input; add an input with this name",
  ],
  ["a broken template", { messages: [{ role: "user", content: "{{#x" }] }, "version.judge.messages[0].content"],
  ["one label", { labels: judge.labels.slice(1) }, "version.judge.labels: must be 2 to"],
  ["equal labels", { labels: [judge.labels[0], judge.labels[0]] }, 'must be unique, but another label is "yes"'],
  ["labels and a minimum", { minimum: 0 }, "version.judge.minimum: must be absent if there are labels"],
  ["neither labels nor a range", { labels: null }, "version.judge.minimum: is required if there are no labels"],
  ["a range without numbers", { labels: null, minimum: 1, maximum: 1 }, "version.judge.maximum: must be above"],
])("a judge with %s is rejected", async (_what, part, message) => {
  const { api, connectionId } = await openWithConnection();
  const version = {
    kind: "LLM",
    target: "STEP",
    scoreName: "right",
    judge: { ...judge, connectionId, model: "m", ...part },
  };
  await expect(api.run(create, { name: "e", version })).rejects.toThrow(message);
});

test("a template may use fields of a list in a section", async () => {
  const { api, connectionId } = await openWithConnection();
  const version = {
    kind: "LLM",
    target: "RUN",
    scoreName: "right",
    judge: {
      ...judge,
      messages: [{ role: "user", content: "{{#steps}}{{name}}{{/steps}}" }],
      inputs: [{ name: "steps", path: "steps" }],
      connectionId,
      model: "m",
    },
  };
  const { createEvaluator } = await api.run(create, { name: "e", version });
  expect(createEvaluator.latestVersion.number).toBe(1);
});
