import { expect, test } from "vitest";
import { actorOfKey, actorOfRole } from "../access/actor.ts";
import type { Role } from "../store/permissions.ts";
import { apiKeyRecord } from "../access/api-key.ts";
import { openTestApi } from "./test-api.ts";

const create = `mutation ($view: ViewInput!) { createView(view: $view) { id name isShared isOwn ownerId } }`;
const update = `mutation ($id: String!, $view: ViewInput!) { updateView(id: $id, view: $view) { id name isShared } }`;
const remove = `mutation ($id: String!) { deleteView(id: $id) { id } }`;
const list = `query ($resource: AnalyticsResource) {
  views(resource: $resource) {
    name resource columns isShared isOwn
    filters { path field operator value }
    query
    orderBy { column direction }
    timeRange { last from to }
  }
}`;
const view = { name: "Mine", resource: "threads" };

function as(name: string, role: Role = "editor") {
  const account = { id: name, email: `${name}@example.com`, name, createdAt: 0 } as Parameters<typeof actorOfRole>[0];
  return { actor: actorOfRole(account, role) };
}

const key = {
  actor: actorOfKey(apiKeyRecord({ id: "k", projectId: "p", name: "k", secret: "s", createdAt: 0 })),
};

test("a view keeps the state of its list, with dates as text", async () => {
  const { run } = await openTestApi();
  const content = {
    name: "Slow",
    resource: "runs",
    filters: [{ field: "createdAt", operator: "gt", value: "2026-01-01" }],
    query: 'status:error OR "late"',
    columns: ["name", "metadata.plan"],
    orderBy: { column: "createdAt", direction: "ASC" },
    timeRange: { last: null, from: "2026-11-25T12:00:00.000Z", to: null },
    isShared: true,
  };
  await run(create, { view: content });
  const { views } = await run(list);
  const filters = [{ path: null, field: "createdAt", operator: "gt", value: "2026-01-01" }];
  expect(views).toEqual([{ ...content, filters, isOwn: true }]);
  expect((await run(list, { resource: "steps" })).views).toEqual([]);
});

test("a view has a range that ends now, fixed times, all time, or no time range", async () => {
  const { run } = await openTestApi();
  const to = "2026-11-27T12:00:00.000Z";
  const last7Days = { last: "7d", from: null, to: null };
  const before = { last: null, from: null, to };
  const allTime = { last: null, from: null, to: null };
  for (const [name, timeRange] of Object.entries({ a: { last: "7d" }, b: { to }, c: {}, d: undefined }))
    await run(create, { view: { ...view, name, timeRange } });
  const timeRangesOf = async () => (await run(list)).views.map((each: { timeRange: unknown }) => each.timeRange);
  expect(await timeRangesOf()).toEqual([last7Days, before, allTime, null]);
});

test("a view with a blank query has no query", async () => {
  const { run } = await openTestApi();
  await run(create, { view: { ...view, query: " " } });
  expect((await run(list)).views).toMatchObject([{ query: null }]);
});

test("only its owner can list, change or delete a private view", async () => {
  const { run, execute } = await openTestApi();
  const { createView } = await run(create, { view }, as("ada", "viewer"));
  expect(createView).toMatchObject({ isShared: false, isOwn: true, ownerId: "ada" });
  const { id } = createView;
  expect((await run(list, {}, as("ada", "viewer"))).views).toHaveLength(1);
  for (const other of [as("bob", "owner"), key, {}]) {
    expect((await run(list, {}, other)).views).toEqual([]);
    const { errors } = await execute(update, { id, view: { ...view, isShared: true } }, other);
    expect(errors?.[0]?.extensions).toMatchObject({ code: "NOT_FOUND" });
    expect((await execute(remove, { id }, other)).data).toEqual({ deleteView: null });
  }
  expect(await run(remove, { id }, as("ada", "viewer"))).toEqual({ deleteView: { id } });
});

test("members with write permission change a shared view, and only its owner makes it private", async () => {
  const { run, execute } = await openTestApi();
  const { createView } = await run(create, { view: { ...view, isShared: true } }, as("ada"));
  const { id } = createView;
  const shared = { ...view, name: "Ours", isShared: true };
  expect((await execute(update, { id, view: shared }, as("eve", "viewer"))).errors?.[0]?.extensions).toMatchObject({
    code: "FORBIDDEN",
  });
  expect(await run(update, { id, view: shared }, as("bob"))).toMatchObject({ updateView: { name: "Ours" } });
  expect((await execute(update, { id, view }, as("bob"))).errors?.[0]?.extensions).toMatchObject({
    field: "view.isShared",
  });
  expect(await run(update, { id, view }, as("ada"))).toMatchObject({ updateView: { isShared: false } });
});

test("viewers cannot share views, and keys cannot create private ones", async () => {
  const { run, execute } = await openTestApi();
  const codeOf = async (isShared: boolean, context: object) =>
    (await execute(create, { view: { ...view, isShared } }, context)).errors?.[0]?.extensions["code"];
  expect(await codeOf(true, as("eve", "viewer"))).toBe("FORBIDDEN");
  expect(await codeOf(false, key)).toBe("BAD_USER_INPUT");
  expect(await run(create, { view: { ...view, isShared: true } }, key)).toMatchObject({
    createView: { ownerId: null, isOwn: false },
  });
});

test.each([
  [{ name: " " }, "view.name"],
  [{ filters: [{ field: "nothing", operator: "eq", value: 1 }] }, "filters[0].field"],
  [{ filters: [{ field: "createdAt", operator: "gt", value: "noon" }] }, "filters[0].value"],
  [{ query: "model:" }, "query"],
  [{ query: "model:gpt-4o" }, "query"],
  [{ query: `"${"a".repeat(5_000)}"` }, "query"],
  [{ orderBy: { column: "nothing", direction: "ASC" } }, "orderBy.column"],
  [{ timeRange: { last: "2d" } }, "view.timeRange.last"],
  [{ timeRange: { last: "7d", to: "2026-01-01" } }, "view.timeRange.last"],
  [{ timeRange: { from: "2026-01-02", to: "2026-01-02" } }, "view.timeRange.to"],
  [{ columns: Array.from({ length: 101 }, () => "name") }, "view.columns"],
])("the error of a view with %j names the field", async (change, field) => {
  const { execute } = await openTestApi();
  const { errors } = await execute(create, { view: { ...view, ...change } });
  expect(errors?.[0]?.extensions).toMatchObject({ code: "BAD_USER_INPUT", field });
});

test("views of another project are not listed", async () => {
  const { run, inProject } = await openTestApi();
  const { createView } = await run(create, { view: { ...view, isShared: true } });
  const other = await inProject("other");
  expect((await other.run(list)).views).toEqual([]);
  expect((await other.execute(remove, { id: createView.id })).data).toEqual({ deleteView: null });
});
