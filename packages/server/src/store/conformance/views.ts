import { describe, expect, test } from "vitest";
import { ConflictError } from "../errors.ts";
import type { ViewRecord } from "../views.ts";
import type { OpenStore } from "./open-store.ts";
import { otherProject, project, withStore } from "./with-store.ts";

const view: ViewRecord = {
  id: "view-1",
  createdAt: 10,
  updatedAt: 10,
  name: "Slow answers",
  resource: "runs",
  filters: [
    { path: null, field: "createdAt", operator: "gt", value: "2026-01-01T00:00:00Z" },
    { path: "user.plan", field: "metadata", operator: "in", value: ["pro", "\u0000"] },
  ],
  query: "status:error OR name:*é*",
  columns: ["name", "duration"],
  orderBy: { column: "createdAt", direction: "ASC" },
  timeRange: { last: null, from: 1_700_000_000_000, to: null },
  isShared: true,
  ownerId: "account-1",
};
const plain: ViewRecord = {
  ...view,
  id: "view-2",
  name: "All",
  filters: [],
  query: null,
  columns: null,
  orderBy: null,
  timeRange: null,
  isShared: false,
  ownerId: null,
};

export function describeViews(openStore: OpenStore): void {
  describe("views", () => {
    test("views are returned unchanged, by name, only in their project", () =>
      withStore(openStore, async (store) => {
        expect(await store.views.create(project, view, 9)).toEqual(view);
        await store.views.create(project, plain, 9);
        expect(await store.views.all(project)).toEqual([plain, view]);
        expect(await store.views.get(project, "view-1")).toEqual(view);
        expect(await store.views.all(otherProject)).toEqual([]);
        expect(await store.views.get(otherProject, "view-1")).toBeNull();
      }));

    test("a view beyond the limit is a conflict", () =>
      withStore(openStore, async (store) => {
        await store.views.create(project, view, 1);
        await expect(store.views.create(project, plain, 1)).rejects.toThrow(ConflictError);
        await store.views.create(otherProject, view, 1);
      }));

    test("a view is replaced and deleted only in its project", () =>
      withStore(openStore, async (store) => {
        await store.views.create(project, view, 9);
        const changed = { ...plain, id: "view-1", updatedAt: 20 };
        expect(await store.views.replace(otherProject, changed)).toBeNull();
        expect(await store.views.replace(project, changed)).toEqual(changed);
        expect(await store.views.all(project)).toEqual([changed]);
        expect(await store.views.delete(otherProject, "view-1")).toBeNull();
        expect(await store.views.delete(project, "view-1")).toEqual(changed);
        expect(await store.views.delete(project, "view-1")).toBeNull();
      }));
  });
}
