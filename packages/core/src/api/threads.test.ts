import { afterAll, expect, test } from "vitest";
import { startService } from "../../test/start-service.ts";
import { Step } from "../step.ts";
import { Thread } from "../thread.ts";

const { client } = startService({}, afterAll);
const { api } = client;

test("upsertThread creates a thread with all its fields", async () => {
  const thread = await api.upsertThread({
    threadId: "t-all",
    name: "Support",
    metadata: { plan: "pro" },
    participantId: "ada",
    environment: "staging",
    tags: ["a", "b"],
  });
  expect(thread).toBeInstanceOf(Thread);
  expect(thread).toMatchObject({
    id: "t-all",
    name: "Support",
    metadata: { plan: "pro" },
    environment: "staging",
    tags: ["a", "b"],
    participant: { identifier: "ada" },
  });
});

test("upsertThread without an id rejects with an error that names `threadId`", async () => {
  const upsertThread = api.upsertThread as (thread?: object | string | null) => Promise<unknown>;
  for (const thread of [{}, { threadId: "" }, { threadId: null }, { id: "t" }, "", null, undefined]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await expect(upsertThread(thread)).rejects.toThrow("upsertThread needs a threadId");
  }
});

test("upsertThread keeps absent fields and clears null ones", async () => {
  await api.upsertThread({ threadId: "t-merge", name: "before", metadata: { a: 1 }, tags: ["x"] });
  const thread = await api.upsertThread({ threadId: "t-merge", name: null, tags: ["y"] });
  expect(thread).toMatchObject({ name: null, metadata: { a: 1 }, tags: ["y"] });
});

test("upsertThread accepts positional arguments, with the environment fifth", async () => {
  const thread = await api.upsertThread("t-row", "row", { a: 1 }, "ada", "dev", ["x"]);
  expect(thread).toMatchObject({ id: "t-row", name: "row", metadata: { a: 1 }, environment: "dev", tags: ["x"] });
});

test("upsertThread accepts positional arguments, with the tags fifth", async () => {
  const thread = await api.upsertThread("t-row-tags", "row", { a: 1 }, "ada", ["x"]);
  expect(thread).toMatchObject({ id: "t-row-tags", participant: { identifier: "ada" }, tags: ["x"] });
});

test("upsertThread accepts only an id", async () => {
  expect((await api.upsertThread("t-id")).id).toBe("t-id");
});

test("a fetched thread does not inherit from the current context", async () => {
  await api.upsertThread({ threadId: "t-context", tags: ["own"] });
  const thread = await client
    .decorate({ tags: ["around"], metadata: { around: true } })
    .wrap(() => api.getThread("t-context"));
  expect(thread).toMatchObject({ tags: ["own"] });
  expect(thread?.metadata ?? {}).toEqual({});
});

test("getThread resolves to the thread with all its steps as a flat list", async () => {
  await api.sendSteps([
    { id: "s-root", threadId: "t-steps", name: "root", type: "run" },
    { id: "s-child", threadId: "t-steps", parentId: "s-root", name: "child", type: "tool" },
  ]);
  const thread = await api.getThread("t-steps");
  expect(thread!.steps!.map(({ id }) => id).toSorted()).toEqual(["s-child", "s-root"]);
  expect(thread!.steps![0]).toBeInstanceOf(Step);
});

test("getThread resolves to null for an unknown id", async () => {
  expect(await api.getThread("unknown")).toBeNull();
});

test("getThreads pages forward through the matching threads", async () => {
  for (const name of ["one", "two", "three"]) await api.upsertThread({ threadId: `t-page-${name}`, tags: ["paged"] });
  const list = {
    first: 2,
    filters: [{ field: "tags" as const, operator: "in" as const, value: ["paged"] }],
    orderBy: { column: "createdAt" as const, direction: "ASC" as const },
  };
  const first = await api.getThreads(list);
  expect(first.data.map(({ id }) => id)).toEqual(["t-page-one", "t-page-two"]);
  expect(first).toMatchObject({ totalCount: 3, pageInfo: { hasNextPage: true, hasPreviousPage: false } });
  const second = await api.getThreads({ ...list, after: first.pageInfo.endCursor });
  expect(second.data.map(({ id }) => id)).toEqual(["t-page-three"]);
  expect(second.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
});

test("getThreads resolves to all threads without arguments", async () => {
  expect((await api.getThreads()).data.length).toBeGreaterThan(0);
});

test("getThreads omits steps whose type is not in stepTypesToKeep", async () => {
  await api.sendSteps([
    { threadId: "t-keep", name: "run", type: "run" },
    { threadId: "t-keep", name: "said", type: "user_message" },
  ]);
  const { data } = await api.getThreads({
    filters: [{ field: "id", operator: "eq", value: "t-keep" }],
    stepTypesToKeep: ["user_message"],
  });
  expect(data[0]!.steps!.map(({ type }) => type)).toEqual(["user_message"]);
});

test("getThreads rejects an operator that does not fit its field, and names it", async () => {
  const filters = [{ field: "tokenCount", operator: "ilike", value: "x" }] as never;
  await expect(api.getThreads({ filters })).rejects.toMatchObject({
    name: "GraphQLRequestError",
    codes: ["BAD_USER_INPUT"],
  });
});

test("deleteThread deletes the thread with its steps, and resolves to its id", async () => {
  await api.sendSteps([{ id: "s-deleted", threadId: "t-deleted", name: "run", type: "run" }]);
  expect(await api.deleteThread("t-deleted")).toBe("t-deleted");
  expect(await api.getThread("t-deleted")).toBeNull();
  expect(await api.getStep("s-deleted")).toBeNull();
});

test("deleteThread rejects for an unknown id", async () => {
  await expect(api.deleteThread("unknown")).rejects.toMatchObject({ codes: ["NOT_FOUND"] });
});
