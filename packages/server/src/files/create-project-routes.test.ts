import { expect, onTestFinished, test } from "vitest";
import { pino } from "pino";
import { apiKeyRecord } from "../access/api-key.ts";
import { Answers } from "../answers/answers.ts";
import { authenticate } from "../http/authenticate.ts";
import { createApp } from "../http/create-app.ts";
import { createPublicUrl } from "../http/public-url.ts";
import { defaultLimits } from "../config/limits.ts";
import { openSqliteStore } from "../store/sqlite/open-sqlite-store.ts";
import { createProjectRoutes } from "./create-project-routes.ts";

const itemOfFull = {
  createdAt: 2_000,
  datasetId: "full",
  intermediarySteps: null,
  stepId: null,
};

async function start() {
  return (await open()).post;
}

async function open() {
  const store = await openSqliteStore({ path: ":memory:" });
  onTestFinished(() => store.close());
  for (const id of ["a", "b"]) {
    await store.projects.create({ id, name: id, createdAt: 0 });
    await store.projects.createKey(
      apiKeyRecord({ id: `key-${id}`, projectId: id, name: id, secret: `secret-${id}`, createdAt: 0 }),
    );
  }
  const base = { createdAt: 1_000, description: null, metadata: null, type: "key_value" } as const;
  await store.datasets.create("a", { ...base, id: "empty", name: "Empty" });
  await store.datasets.create("a", { ...base, id: "full", name: "Full", metadata: { k: 1 } });
  await store.datasets.createItems(
    "a",
    [
      {
        id: "i1",
        createdAt: 2_000,
        datasetId: "full",
        metadata: null,
        input: { question: "?" },
        expectedOutput: null,
        intermediarySteps: null,
        stepId: null,
      },
      {
        id: "i2",
        createdAt: 2_000,
        datasetId: "full",
        metadata: { m: 1 },
        input: {},
        expectedOutput: { answer: 42 },
        intermediarySteps: [{ name: "tool" }],
        stepId: "s",
      },
    ],
    { at: 2_000 },
  );
  const guard = authenticate({ projects: store.projects, now: Date.now });
  const routes = [
    createProjectRoutes({ store, authenticate: guard, answers: new Answers(defaultLimits), maxUnreadMs: 1_000 }),
  ];
  const app = createApp({
    store,
    log: pino({ level: "silent" }),
    publicUrl: createPublicUrl({}),
    newId: () => "r",
    routes,
  });
  const post = (path: string, body: string, key = "secret-a"): Promise<Response> | Response =>
    app.request(`http://h${path}`, { method: "POST", headers: { "x-api-key": key }, body });
  return { store, post };
}

test("a key returns its project", async () => {
  const post = await start();
  expect(await (await post("/api/my-project", "{}")).json()).toEqual({ projectId: "a" });
  expect(await (await post("/api/my-project", "", "secret-b")).json()).toEqual({ projectId: "b" });
  expect((await post("/api/my-project", "{}", "wrong")).status).toBe(401);
});

test("a double slash in the path is accepted", async () => {
  const post = await start();
  expect((await post("//api/my-project", "{}")).status).toBe(200);
});

test("a dataset is exported with its items", async () => {
  const post = await start();
  const expected = {
    id: "full",
    createdAt: "1970-01-01T00:00:01.000Z",
    name: "Full",
    description: null,
    metadata: { k: 1 },
    type: "key_value",
    version: 1,
    itemSchema: null,
    items: [
      {
        id: "i1",
        createdAt: "1970-01-01T00:00:02.000Z",
        datasetId: "full",
        metadata: {},
        input: { question: "?" },
        expectedOutput: null,
        intermediarySteps: null,
        stepId: null,
        splits: [],
        version: 1,
      },
      {
        id: "i2",
        createdAt: "1970-01-01T00:00:02.000Z",
        datasetId: "full",
        metadata: { m: 1 },
        input: {},
        expectedOutput: { answer: 42 },
        intermediarySteps: [{ name: "tool" }],
        stepId: "s",
        splits: [],
        version: 1,
      },
    ],
  };
  expect(await (await post("/api/export/dataset", '{"id":"full"}')).json()).toEqual({ data: expected });
  expect(await (await post("/api/export/dataset", '{"name":"Full"}')).json()).toEqual({ data: expected });
  expect(await (await post("/api/export/dataset", '{"id":null,"name":"Full"}')).json()).toEqual({ data: expected });
});

test("items of a version and a split are exported as lines", async () => {
  const { store, post } = await open();
  await store.datasets.createItems(
    "a",
    [{ ...itemOfFull, id: "i3", input: '=1+1, "x"', expectedOutput: "5", metadata: null, splits: ["a", "b"] }],
    { at: 3_000 },
  );
  const lines = async (body: object): Promise<string[]> => {
    const response = await post("/api/export/dataset", JSON.stringify({ id: "full", ...body }));
    return (await response.text()).split(/\r?\n/);
  };
  expect(await lines({ format: "csv", split: "b" })).toEqual([
    "id,createdAt,input,expectedOutput,metadata,splits,stepId",
    `i3,1970-01-01T00:00:02.000Z,"'=1+1, ""x""","""5""",{},"a, b",`,
    "",
  ]);
  const past = await lines({ format: "jsonl", version: 1 });
  expect(past.map((line) => (line === "" ? null : (JSON.parse(line) as { id: string }).id))).toEqual([
    "i1",
    "i2",
    null,
  ]);
  expect(await lines({ format: "csv", version: 0 })).toEqual([
    "id,createdAt,input,expectedOutput,metadata,splits,stepId",
    "",
  ]);
  for (const [body, problem] of [
    [{ format: "xml" }, "format: must be one of json, jsonl, csv"],
    [{ version: 3 }, "version: must be between 0 and 2, the latest version"],
    [{ version: "1" }, "version: must be an integer"],
  ] as const) {
    expect((await lines(body)).join("")).toContain(problem);
  }
});

test("a dataset without items has an empty list", async () => {
  const post = await start();
  expect(await (await post("/api/export/dataset", '{"id":"empty"}')).json()).toMatchObject({ data: { items: [] } });
});

test.each(['{"id":"none"}', '{"name":"none"}', '{"id":"none","name":"Full"}', "{}", ""])(
  "%s finds no dataset, without an error",
  async (body) => {
    const post = await start();
    const response = await post("/api/export/dataset", body);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ data: null });
  },
);

test("a dataset of another project is not found", async () => {
  const post = await start();
  expect(await (await post("/api/export/dataset", '{"id":"full"}', "secret-b")).json()).toEqual({ data: null });
});

test.each([
  ["body", "{"],
  ["body", "[]"],
  ["id", '{"id":1}'],
  ["name", '{"name":{}}'],
])("an invalid %s is reported: %s", async (field, body) => {
  const post = await start();
  const response = await post("/api/export/dataset", body);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: "BAD_USER_INPUT", field } }] });
});
