import { describe, expect, test } from "vitest";
import { ConflictError } from "../errors.ts";
import type { ApiKeyRecord } from "../projects.ts";
import type { OpenStore } from "./open-store.ts";
import { otherProject, project, withStore } from "./with-store.ts";

const key: ApiKeyRecord = {
  id: "key-1",
  projectId: project,
  name: "ci",
  scopes: ["ingest", "read"],
  hash: "aa",
  prefix: "tl_",
  last4: "wxyz",
  createdAt: 5,
  revokedAt: null,
};

export function describeProjects(openStore: OpenStore): void {
  describe("projects", () => {
    test("a project is found by id and by name", () =>
      withStore(openStore, async ({ projects }) => {
        const record = { id: project, name: "alpha", createdAt: 1 };
        expect(await projects.find(project)).toEqual(record);
        expect(await projects.find("alpha")).toEqual(record);
        expect(await projects.find("third")).toBeNull();
        expect((await projects.list()).map((each) => each.id)).toEqual([project, otherProject]);
      }));

    test("a name is taken once", () =>
      withStore(openStore, async ({ projects }) => {
        await expect(projects.create({ id: "c", name: "alpha", createdAt: 3 })).rejects.toThrow(ConflictError);
      }));

    test("a project is renamed to a free name", () =>
      withStore(openStore, async ({ projects }) => {
        expect(await projects.rename(project, "gamma")).toEqual({ id: project, name: "gamma", createdAt: 1 });
        expect(await projects.rename(project, "gamma")).toEqual({ id: project, name: "gamma", createdAt: 1 });
        expect((await projects.find("gamma"))?.id).toBe(project);
        expect(await projects.find("alpha")).toBeNull();
        expect(await projects.rename("none", "delta")).toBeNull();
        await expect(projects.rename(project, "beta")).rejects.toThrow(ConflictError);
      }));

    test("a key is found by its hash, and creating it twice changes nothing", () =>
      withStore(openStore, async ({ projects }) => {
        await projects.createKey(key);
        expect(await projects.createKey({ ...key, id: "key-2" })).toEqual(key);
        expect(await projects.findKey("aa")).toEqual(key);
        expect(await projects.findKey("bb")).toBeNull();
        expect(await projects.listKeys(project)).toEqual([key]);
        expect(await projects.listKeys(otherProject)).toEqual([]);
      }));

    test("revoking a key twice keeps the first time, and another project cannot revoke it", () =>
      withStore(openStore, async ({ projects }) => {
        await projects.createKey(key);
        expect(await projects.revokeKey(otherProject, "key-1", 6)).toBeNull();
        await projects.revokeKey(project, "key-1", 7);
        expect(await projects.revokeKey(project, "key-1", 8)).toEqual({ ...key, revokedAt: 7 });
      }));
  });
}
