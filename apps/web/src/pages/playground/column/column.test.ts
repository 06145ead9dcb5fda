import { expect, test } from "vitest";
import { columnOfStep, columnOfVersion, emptyColumn, isBlank, type RecordedStep } from "./column.ts";
import { draftOfMessage, newMessage } from "./message-draft.ts";
import { callOf, modelOf, readColumn } from "./read-column.ts";
import { readShared, writeShared } from "./shared-state.ts";
import { draftOfTools, newTool, problemsOfTools, resultsOf, toolsText } from "./tool-draft.ts";

const version = {
  id: "p1",
  version: 3,
  versionDesc: null,
  createdAt: "2026-01-01T00:00:00Z",
  templateMessages: [
    { uuid: "u1", role: "system", content: "Hi {{name}}", name: "guide" },
    { role: "user", content: [{ type: "text", text: "{{q}}" }] },
    { role: "assistant", content: null, tool_calls: [{ id: "1" }] },
    { role: "assistant", content: "", tool_calls: [{ id: "2" }] },
  ],
  settings: {
    provider: "x",
    model: "m",
    max_completion_tokens: 5,
    top_p: 0,
    stop: ["a\nb", "c"],
    logit_bias: { 1: 2 },
  },
  tools: [{ type: "function", function: { name: "f", parameters: { type: "object" } } }],
  variables: [],
  variablesDefaultValues: { name: "Ada" },
};
const connections = [
  { id: "c1", name: "One", kind: "openai" as const, models: ["other", "served-model"] },
  { id: "c2", name: "Two", kind: "anthropic" as const, models: ["m"] },
];

test("an unchanged prompt version is written back equal", () => {
  const { content, problems } = readColumn(columnOfVersion("p", version));
  const { templateMessages, settings, tools, variablesDefaultValues } = version;
  expect(content).toEqual({ templateMessages, settings, tools, variablesDefaultValues });
  expect(problems.isAny).toBe(false);
});

test("a column with only a tool call is not blank", () => {
  const called = { role: "assistant", content: null, tool_calls: [{ id: "1" }] };
  expect(isBlank(emptyColumn())).toBe(true);
  expect(isBlank({ ...emptyColumn(), messages: [draftOfMessage(called, 0)] })).toBe(false);
});

test("a changed setting keeps its name, and a new one gets that of OpenAI", () => {
  const column = columnOfVersion("p", version);
  const settings = { ...column.settings, maxOutputTokens: "7", topP: "", temperature: "0,5" };
  const read = readColumn({ ...column, settings, model: "n", responseSchema: '{ "type": "object" }' });
  expect(read.content.settings).toEqual({
    provider: "x",
    model: "n",
    max_completion_tokens: 7,
    temperature: 0.5,
    stop: ["a\nb", "c"],
    logit_bias: { 1: 2 },
    response_format: { type: "json_schema", json_schema: { name: "response", schema: { type: "object" } } },
  });
});

test("a version is called over a connection that has its model, and recorded as the version until its messages change", () => {
  const column = columnOfVersion("p", version);
  const read = readColumn(column);
  const { call } = callOf(column, { read, connections, values: { name: "Ada", q: "Why?" } });
  expect(call).toMatchObject({
    connectionId: "c2",
    model: "m",
    promptId: "p1",
    settings: { maxOutputTokens: 5, topP: 0, stopSequences: ["a\nb", "c"] },
    tools: [{ name: "f", parameters: { type: "object" } }],
    variables: { name: "Ada", q: "Why?" },
    messages: [{ role: "system", content: "Hi Ada", name: "guide" }, {}, { content: null }, { content: "" }],
  });
  const changed = { ...column, messages: [...column.messages, { ...newMessage(9, "user"), text: "more" }] };
  const next = callOf(changed, { read: readColumn(changed), connections, values: {} });
  expect(next.call).not.toHaveProperty("promptId");
});

test("a model that the connection does not allow is replaced by the first allowed one, and stays that of the version", () => {
  const column = { ...columnOfVersion("hello", version), connectionId: "c1", model: "unknown" };
  expect(modelOf(column, connections)).toMatchObject({ model: "other", replaced: "unknown" });
  expect(modelOf({ ...column, model: "other" }, connections)).toMatchObject({ model: "other", replaced: null });
  expect(modelOf({ ...column, model: "" }, connections)).toMatchObject({ model: "other", replaced: null });
  const free = [{ id: "c1", name: "Free", kind: "openai" as const, models: [] }];
  expect(modelOf(column, free)).toMatchObject({ model: "unknown", replaced: null });
  expect(readColumn(column).content.settings).toMatchObject({ model: "unknown" });
});

test("a recorded step keeps braces in its messages, and takes results from its tools", () => {
  const generation = {
    provider: "openai",
    model: "served-model",
    promptId: null,
    prompt: null,
    messages: [{ role: "user", content: "{{not a variable}}" }],
    tools: [{ name: "look", input_schema: { type: "object" } }],
    settings: { temperature: 1 },
    variables: null,
    completion: null,
    messageCompletion: null,
  };
  const step: RecordedStep = {
    id: "s",
    name: null,
    parentId: null,
    thread: null,
    metadata: { connectionId: "c1" },
    generation,
  };
  const { column } = columnOfStep(step, { prompt: null, toolResults: { look: { sky: "blue" } } }) ?? {};
  if (!column) throw new Error("The step has messages");
  const { call } = callOf(column, { read: readColumn(column), connections, values: {} });
  expect(call).toMatchObject({
    connectionId: "c1",
    model: "served-model",
    messages: generation.messages,
    tools: [{ name: "look", parameters: { type: "object" }, result: { sky: "blue" } }],
  });
  expect(columnOfStep({ ...step, generation: null }, { prompt: null, toolResults: {} })).toBeNull();
});

test("a step that a prompt version rendered is replayed as its template, unless its messages differ", () => {
  const templateMessages = [{ uuid: "u", role: "user", content: "Capital of {{country}}, in {{language}}?" }];
  const prompt = { ...version, templateMessages, variablesDefaultValues: { language: "English" }, name: "p" };
  const generation = {
    provider: null,
    model: "m",
    promptId: "p1",
    prompt: null,
    tools: null,
    settings: null,
    messages: [{ role: "user", content: "Capital of Chad, in English?" }],
    variables: { country: "Chad" },
    completion: null,
    messageCompletion: null,
  };
  const step: RecordedStep = { id: "s", name: null, parentId: null, thread: null, metadata: null, generation };
  const { column, values } = columnOfStep(step, { prompt, toolResults: {} }) ?? {};
  if (!column) throw new Error("The step has messages");
  expect(values).toEqual({ country: "Chad" });
  expect(column.messages).toMatchObject([{ text: "Capital of {{country}}, in {{language}}?" }]);
  const read = readColumn(column);
  const { call } = callOf(column, { read, connections, values: { language: "English", country: "Chad" } });
  expect(call).toMatchObject({ promptId: "p1", messages: generation.messages });
  const other = { ...step, generation: { ...generation, variables: { country: "Mali" } } };
  expect(columnOfStep(other, { prompt, toolResults: {} })).toMatchObject({
    column: { messages: [{ text: "Capital of Chad, in English?" }] },
    values: {},
  });
});

test("tools keep the format of their provider when a field changes", () => {
  const tools = [
    { type: "function", strict: true, function: { name: "f", description: "d", parameters: { type: "object" } } },
    { name: "look", input_schema: { type: "object" }, cache_control: { type: "ephemeral" } },
    { name: "bare" },
  ];
  const draft = draftOfTools(JSON.stringify(tools));
  if (draft.kind !== "list") throw new Error("The tools are readable");
  expect(JSON.parse(toolsText(draft))).toEqual(tools);
  const schema = { type: "object", properties: { place: { type: "string" } } };
  const parameters = JSON.stringify(schema);
  const changed = draft.tools.map((tool, index) => ({ ...tool, name: `n${index}`, description: "", parameters }));
  expect(JSON.parse(toolsText({ kind: "list", tools: changed }))).toEqual([
    { type: "function", strict: true, function: { name: "n0", parameters: schema } },
    { name: "n1", input_schema: schema, cache_control: { type: "ephemeral" } },
    { name: "n2", parameters: schema },
  ]);
});

test("problems of tools are named, and incomplete tools are kept", async () => {
  const tools = ["", "a b", "twice", "twice", "fine"].map((name, key) => ({ ...newTool(key), name }));
  const [, , , , fine] = tools;
  if (!fine) throw new Error("There are five tools");
  const list = [...tools, { ...fine, key: 5, name: "open", parameters: "{" }];
  const draft = { kind: "list" as const, tools: list };
  expect(problemsOfTools(draft)).toEqual(
    new Map([
      [0, { name: "empty", parameters: false }],
      [1, { name: "invalid", parameters: false }],
      [2, { name: "duplicate", parameters: false }],
      [3, { name: "duplicate", parameters: false }],
      [5, { name: null, parameters: true }],
    ]),
  );
  const column = { ...emptyColumn(), tools: draft, messages: [{ key: 0, kind: "json" as const, text: "{ half" }] };
  const read = await readShared((await writeShared({ columns: [column], values: {} })) ?? "");
  expect(read?.columns[0]).toMatchObject({
    tools: { kind: "list", tools: list.map(({ name, parameters }) => ({ name, parameters })) },
    messages: column.messages,
  });
});

test("a new tool has the format of the others", () => {
  const schema = { type: "object", properties: {} };
  const formats = [
    { type: "function", function: { name: "f", parameters: { type: "object" } } },
    { name: "f", input_schema: { type: "object" } },
    { name: "f", parameters: { type: "object" } },
    { type: "function", name: "f", parameters: { type: "object" } },
  ];
  const added = formats.map((tool) => {
    const draft = draftOfTools(JSON.stringify([{ type: "search_20250305", name: "built_in" }, tool]));
    if (draft.kind !== "list") throw new Error("The tools are readable");
    const tools = [...draft.tools, { ...newTool(2, draft.tools), name: "g" }];
    return (JSON.parse(toolsText({ kind: "list", tools })) as unknown[])[2];
  });
  expect(added).toEqual([
    { type: "function", function: { name: "g", parameters: schema } },
    { name: "g", input_schema: schema },
    { name: "g", parameters: schema },
    { type: "function", name: "g", parameters: schema },
  ]);
});

test("a tool in the format of Anthropic keeps it without parameters", () => {
  const draft = draftOfTools(JSON.stringify([{ name: "f", input_schema: { type: "object", required: ["a"] } }]));
  if (draft.kind !== "list") throw new Error("The tools are readable");
  const tools = draft.tools.map((tool) => ({ ...tool, parameters: "" }));
  expect(JSON.parse(toolsText({ kind: "list", tools }))).toEqual([
    { name: "f", input_schema: { type: "object", properties: {} } },
  ]);
});

test("a mocked result belongs to its tool", () => {
  const text = JSON.stringify([{ name: "searc" }, { name: "search" }]);
  const draft = draftOfTools(text, { searc: "1", search: "2", other: "3" });
  if (draft.kind !== "list") throw new Error("The tools are readable");
  const [first, second] = draft.tools;
  if (!first || !second) throw new Error("There are two tools");
  const renamed = ["search", "search_"].reduce((tool, name) => ({ ...tool, name }), first);
  expect(resultsOf({ kind: "list", tools: [renamed, second] })).toEqual({ search_: "1", search: "2" });
  expect(resultsOf({ kind: "list", tools: [second] })).toEqual({ search: "2" });
});

test("tools have the same problems in fields and as JSON, and a version can be saved with names that cannot be called", () => {
  const problemsOf = (tools: unknown) => {
    const text = JSON.stringify(tools);
    const forms = [draftOfTools(text), { kind: "json" as const, text, results: {} }];
    const [fields, json] = forms.map((draft) => readColumn({ ...emptyColumn(), tools: draft }).problems);
    expect(fields).toEqual(json);
    return { tools: fields?.tools, blocksSaving: fields?.blocksSaving };
  };
  expect(problemsOf([{ name: "ns.search" }])).toEqual({ tools: true, blocksSaving: false });
  expect(problemsOf([{ name: "twice" }, { name: "twice" }])).toEqual({ tools: true, blocksSaving: false });
  expect(problemsOf([{ name: "fine", parameters: true }])).toEqual({ tools: false, blocksSaving: false });
  expect(problemsOf([{ name: "" }])).toEqual({ tools: true, blocksSaving: true });
  expect(problemsOf([{ name: "fine", parameters: [1] }])).toEqual({ tools: true, blocksSaving: true });
  expect(problemsOf({})).toEqual({ tools: true, blocksSaving: true });
});

test("invalid fields are named, and nothing is called", () => {
  const column = {
    ...emptyColumn(),
    messages: [{ key: 4, kind: "json" as const, text: "[]" }],
    settings: { ...emptyColumn().settings, temperature: "3", seed: "1.5" },
    tools: { kind: "json" as const, text: "{}", results: {} },
    responseSchema: "[]",
    defaults: "{",
  };
  const read = readColumn(column);
  expect(read.problems).toEqual({
    messages: new Set([4]),
    settings: new Set(["temperature", "seed"]),
    tools: true,
    eachTool: new Map(),
    responseSchema: true,
    defaults: true,
    isAny: true,
    blocksSaving: true,
  });
  expect(callOf(column, { read, connections, values: {} })).toEqual({ call: null, problem: "fields" });
  const empty = emptyColumn();
  const options = { read: readColumn(empty), connections, values: {} };
  expect(callOf(empty, options)).toEqual({ call: null, problem: "messages" });
});

test("a link contains the columns and values, and a damaged or hostile link is refused", async () => {
  const column = { ...columnOfVersion("p", version), tools: draftOfTools(JSON.stringify(version.tools), { f: "1" }) };
  const state = { columns: [column, { ...column, key: 1, model: "n" }], values: { q: "ß" } };
  const fragment = (await writeShared(state)) ?? "";
  const read = await readShared(fragment);
  expect(read?.values).toEqual({ q: "ß" });
  expect(read?.columns.map(readColumn)).toEqual(state.columns.map(readColumn));
  expect(read?.columns.map(({ tools }) => resultsOf(tools))).toEqual([{ f: "1" }, { f: "1" }]);
  expect(read?.columns.map(({ source }) => source)).toEqual([column.source, column.source]);
  expect(await readShared(fragment.slice(0, -9))).toBeNull();
  expect(await readShared("state=AAAA")).toBeNull();
  const noise = Array.from({ length: 40_000 }, () => Math.random().toString(36)).join(" ");
  expect(await writeShared({ columns: [{ ...column, defaults: noise }], values: {} })).toBeNull();
  const bomb = await writeShared({ columns: [{ ...column, defaults: " ".repeat(5_000_000) }], values: {} });
  expect(await readShared(bomb ?? "")).toBeNull();
});
