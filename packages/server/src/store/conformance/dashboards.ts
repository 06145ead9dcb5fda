import { describe, expect, test } from "vitest";
import type { DashboardRecord } from "../dashboards.ts";
import { ConflictError } from "../errors.ts";
import type { OpenStore } from "./open-store.ts";
import { otherProject, project, withStore } from "./with-store.ts";

const costs: DashboardRecord = {
  id: "dashboard-1",
  createdAt: 10,
  updatedAt: 10,
  name: "Costs",
  description: "By **model**",
  widgets: [
    {
      title: "\u0000 \ud800",
      chart: "heatMap",
      metrics: ["cost"],
      groupBy: "model",
      groupLimit: 8,
      resource: "generations",
      query: "environment:prod",
      column: 0,
      row: 3,
      width: 6,
      height: 4,
    },
    {
      title: "",
      chart: "number",
      metrics: ["threadCount"],
      groupBy: null,
      groupLimit: 8,
      resource: null,
      query: null,
      column: 6,
      row: 0,
      width: 2,
      height: 2,
    },
  ],
  authorId: "account-1",
  authorName: "Ann",
};
const plain: DashboardRecord = {
  ...costs,
  id: "dashboard-2",
  name: "All",
  description: null,
  widgets: [],
  authorId: null,
  authorName: null,
};

export function describeDashboards(openStore: OpenStore): void {
  describe("dashboards", () => {
    test("dashboards are returned unchanged, by name, only in their project", () =>
      withStore(openStore, async (store) => {
        expect(await store.dashboards.create(project, costs, 9)).toEqual(costs);
        await store.dashboards.create(project, plain, 9);
        expect(await store.dashboards.all(project)).toEqual([plain, costs]);
        expect(await store.dashboards.get(project, "dashboard-1")).toEqual(costs);
        expect(await store.dashboards.all(otherProject)).toEqual([]);
        expect(await store.dashboards.get(otherProject, "dashboard-1")).toBeNull();
      }));

    test("a dashboard beyond the limit is a conflict", () =>
      withStore(openStore, async (store) => {
        await store.dashboards.create(project, costs, 1);
        await expect(store.dashboards.create(project, plain, 1)).rejects.toThrow(ConflictError);
        await store.dashboards.create(otherProject, costs, 1);
      }));

    test("a dashboard is replaced and deleted only in its project", () =>
      withStore(openStore, async (store) => {
        await store.dashboards.create(project, costs, 9);
        const changed = { ...plain, id: "dashboard-1", updatedAt: 20 };
        expect(await store.dashboards.replace(otherProject, changed)).toBeNull();
        expect(await store.dashboards.replace(project, changed)).toEqual(changed);
        expect(await store.dashboards.all(project)).toEqual([changed]);
        expect(await store.dashboards.delete(otherProject, "dashboard-1")).toBeNull();
        expect(await store.dashboards.delete(project, "dashboard-1")).toEqual(changed);
        expect(await store.dashboards.delete(project, "dashboard-1")).toBeNull();
      }));
  });
}
