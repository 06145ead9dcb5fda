import { expect, test } from "vitest";
import { actorOfKey, actorOfRole } from "../access/actor.ts";
import { apiKeyRecord } from "../access/api-key.ts";
import { openTestApi } from "./test-api.ts";

const content = `id name description authorId authorName widgets {
  title chart metrics groupBy groupLimit resource query column row width height
}`;
const create = `mutation ($dashboard: DashboardInput!) { createDashboard(dashboard: $dashboard) { ${content} } }`;
const update = `mutation ($id: String!, $dashboard: DashboardInput!) {
  updateDashboard(id: $id, dashboard: $dashboard) { ${content} }
}`;
const remove = `mutation ($id: String!) { deleteDashboard(id: $id) { id } }`;
const list = `{ dashboards { ${content} } }`;
const get = `query ($id: String!) { dashboard(id: $id) { ${content} } }`;

const place = { column: 0, row: 0, width: 6, height: 4 };
const widget = {
  title: "Cost",
  chart: "line",
  metrics: ["cost"],
  groupBy: "model",
  groupLimit: 5,
  resource: null,
  query: null,
  ...place,
};
const dashboard = { name: "Costs", description: "By model", widgets: [widget] };

test("a dashboard is created, read, replaced and deleted", async () => {
  const { run } = await openTestApi();
  const { createDashboard: created } = await run(create, { dashboard });
  expect(created).toMatchObject({ ...dashboard, authorId: null, authorName: null });
  const { id } = created;
  await run(create, { dashboard: { name: "All" } });
  expect((await run(list)).dashboards.map(({ name }: { name: string }) => name)).toEqual(["All", "Costs"]);
  expect((await run(get, { id })).dashboard).toEqual(created);
  const replaced = { name: "Renamed" };
  const expected = { id, name: "Renamed", description: null, widgets: [] };
  expect((await run(update, { id, dashboard: replaced })).updateDashboard).toMatchObject(expected);
  expect((await run(get, { id })).dashboard).toMatchObject(expected);
  expect(await run(remove, { id })).toEqual({ deleteDashboard: { id } });
  expect(await run(remove, { id })).toEqual({ deleteDashboard: null });
  expect((await run(get, { id })).dashboard).toBeNull();
});

test("an update of an unknown dashboard is rejected as not found", async () => {
  const { execute } = await openTestApi();
  const { errors } = await execute(update, { id: "none", dashboard });
  expect(errors?.[0]?.extensions).toMatchObject({ code: "NOT_FOUND", field: "id" });
});

test("the author of a dashboard is the account or the key that created it", async () => {
  const { run } = await openTestApi();
  const account = { id: "ada", email: "ada@example.com", name: "Ada", createdAt: 0 } as Parameters<
    typeof actorOfRole
  >[0];
  const key = actorOfKey(apiKeyRecord({ id: "k", projectId: "p", name: "CI", secret: "s", createdAt: 0 }));
  const { createDashboard: first } = await run(create, { dashboard }, { actor: actorOfRole(account, "editor") });
  expect(first).toMatchObject({ authorId: "ada", authorName: "Ada" });
  const { createDashboard: second } = await run(create, { dashboard }, { actor: key });
  expect(second).toMatchObject({ authorId: "k", authorName: "CI" });
  const { updateDashboard } = await run(update, { id: first.id, dashboard }, { actor: key });
  expect(updateDashboard).toMatchObject({ authorId: "ada", authorName: "Ada" });
});

test("viewers read dashboards and cannot change them", async () => {
  const { run, execute } = await openTestApi();
  const viewer = { actor: actorOfRole(null, "viewer") };
  const { createDashboard: created } = await run(create, { dashboard });
  expect((await run(list, {}, viewer)).dashboards).toHaveLength(1);
  for (const [document, values] of [
    [create, { dashboard }],
    [update, { id: created.id, dashboard }],
    [remove, { id: created.id }],
  ] as const) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const { errors } = await execute(document, values, viewer);
    expect(errors?.[0]?.extensions).toMatchObject({ code: "FORBIDDEN" });
  }
});

test("repeated metrics are stored once, and defaults are filled in", async () => {
  const { run } = await openTestApi();
  const given = { chart: "line", metrics: ["runCount", "runCount", "stepCount"], query: "  ", ...place };
  const { createDashboard: created } = await run(create, { dashboard: { name: "x", widgets: [given] } });
  const expected = {
    title: "",
    metrics: ["runCount", "stepCount"],
    groupBy: null,
    groupLimit: 8,
    resource: null,
    query: null,
  };
  expect(created.widgets).toEqual([{ ...given, ...expected }]);
});

test.each([
  [{ metrics: [] }, "metrics"],
  [{ metrics: ["latencyP50"], chart: "area" }, "metrics"],
  [{ metrics: ["activeUserCount"], groupBy: null, chart: "area" }, "metrics"],
  [{ metrics: ["cost", "tokenCount"], groupBy: null }, "metrics"],
  [{ metrics: ["runCount", "tokenCount"] }, "metrics"],
  [{ metrics: ["runCount", "tokenCount"], groupBy: null, chart: "number" }, "metrics"],
  [{ metrics: ["runCount", "tokenCount"], groupBy: null, chart: "bar" }, "metrics"],
  [{ metrics: ["threadCount"] }, "groupBy"],
  [{ chart: "number" }, "groupBy"],
  [{ chart: "heatMap", groupBy: null }, "groupBy"],
  [{ groupLimit: 0 }, "groupLimit"],
  [{ groupLimit: 51 }, "groupLimit"],
  [{ query: "model:gpt-4o" }, "query"],
  [{ resource: "threads" }, "metrics"],
  [{ resource: "steps", query: "nothing:1" }, "query"],
  [{ resource: "steps", query: "(" }, "query"],
  [{ query: "x".repeat(2_001) }, "query"],
  [{ title: "x".repeat(256) }, "title"],
  [{ column: -1 }, "column"],
  [{ column: 7 }, "width"],
  [{ width: 1 }, "width"],
  [{ height: 25 }, "height"],
  [{ row: 1_000 }, "row"],
])("the error of a widget with %j names the field", async (change, field) => {
  const { execute } = await openTestApi();
  const widgets = [widget, { ...widget, ...change }];
  const { errors } = await execute(create, { dashboard: { ...dashboard, widgets } });
  expect(errors?.[0]?.extensions).toMatchObject({ code: "BAD_USER_INPUT", field: `dashboard.widgets[1].${field}` });
});

test("a table may show metrics of several units, each with groups", async () => {
  const { run } = await openTestApi();
  const table = { ...widget, chart: "table", metrics: ["cost", "runCount", "latencyP95"] };
  const { createDashboard: created } = await run(create, { dashboard: { ...dashboard, widgets: [table] } });
  expect(created.widgets).toEqual([table]);
});

test.each([
  [{ name: " " }, "dashboard.name"],
  [{ name: "x".repeat(256) }, "dashboard.name"],
  [{ description: "x".repeat(1_001) }, "dashboard.description"],
  [{ widgets: Array.from({ length: 41 }, () => widget) }, "dashboard.widgets"],
])("the error of a dashboard with %j names the field", async (change, field) => {
  const { execute } = await openTestApi();
  const { errors } = await execute(create, { dashboard: { ...dashboard, ...change } });
  expect(errors?.[0]?.extensions).toMatchObject({ code: "BAD_USER_INPUT", field });
});

test("unknown metrics, charts and dimensions are rejected", async () => {
  const { execute } = await openTestApi();
  for (const change of [{ metrics: ["mood"] }, { chart: "pie" }, { groupBy: "weather" }]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const { errors } = await execute(create, { dashboard: { ...dashboard, widgets: [{ ...widget, ...change }] } });
    expect(errors?.[0]?.message).toContain(Object.values(change).flat()[0]);
  }
});

test("dashboards of another project are not found", async () => {
  const { run, inProject } = await openTestApi();
  const { createDashboard: created } = await run(create, { dashboard });
  const other = await inProject("other");
  expect((await other.run(list)).dashboards).toEqual([]);
  expect((await other.run(get, { id: created.id })).dashboard).toBeNull();
  expect((await other.execute(remove, { id: created.id })).data).toEqual({ deleteDashboard: null });
});
