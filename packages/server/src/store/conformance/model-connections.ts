import { describe, expect, test } from "vitest";
import { ConflictError } from "../errors.ts";
import type { ModelConnectionRecord } from "../model-connections.ts";
import type { ExportedRecord } from "../store.ts";
import { iterate } from "./iterate.ts";
import type { OpenStore } from "./open-store.ts";
import { otherProject, project, withStore } from "./with-store.ts";

const openRouter: ModelConnectionRecord = {
  id: "connection-1",
  createdAt: 10,
  updatedAt: 10,
  name: "OpenRouter",
  kind: "openaiCompatible",
  baseUrl: "https://openrouter.example/api/v1",
  models: ["a/b", "c"],
  dailyBudget: 2.5,
  maxConcurrentCalls: 4,
  keyEnding: "wxyz",
  keySetAt: 11,
  headerNames: ["x-title"],
  sealedSecrets: "v1.sealed",
  spentDay: null,
  spent: 0,
};
const plain: ModelConnectionRecord = {
  ...openRouter,
  id: "connection-2",
  name: "Anthropic",
  kind: "anthropic",
  baseUrl: null,
  models: [],
  dailyBudget: null,
  keyEnding: null,
  keySetAt: null,
  headerNames: [],
  sealedSecrets: null,
};

export function describeModelConnections(openStore: OpenStore): void {
  describe("model connections", () => {
    test("connections are returned unchanged, by name, only in their project", () =>
      withStore(openStore, async ({ modelConnections }) => {
        expect(await modelConnections.create(project, openRouter, 9)).toEqual(openRouter);
        await modelConnections.create(project, plain, 9);
        expect(await modelConnections.all(project)).toEqual([plain, openRouter]);
        expect(await modelConnections.get(project, "connection-1")).toEqual(openRouter);
        expect(await modelConnections.all(otherProject)).toEqual([]);
        expect(await modelConnections.get(otherProject, "connection-1")).toBeNull();
      }));

    test("a taken name and a connection beyond the limit are conflicts", () =>
      withStore(openStore, async ({ modelConnections }) => {
        await modelConnections.create(project, openRouter, 2);
        const named = { ...plain, name: openRouter.name };
        await expect(modelConnections.create(project, named, 2)).rejects.toThrow('"OpenRouter" already exists');
        await modelConnections.create(project, plain, 2);
        await expect(modelConnections.create(project, { ...plain, id: "3", name: "3" }, 2)).rejects.toThrow(
          ConflictError,
        );
        await expect(modelConnections.replace(project, named, plain.updatedAt)).rejects.toThrow(ConflictError);
        await modelConnections.create(otherProject, openRouter, 1);
      }));

    test("a connection is replaced and deleted only in its project, and keeps what it spent", () =>
      withStore(openStore, async ({ modelConnections }) => {
        await modelConnections.create(project, openRouter, 9);
        await modelConnections.spend(project, "connection-1", { day: 5, dollars: 1, limit: null });
        const changed = { ...plain, id: "connection-1", updatedAt: 20 };
        expect(await modelConnections.replace(otherProject, changed, 10)).toBeNull();
        await expect(modelConnections.replace(project, changed, 9)).rejects.toThrow("changed concurrently");
        const stored = { ...changed, spentDay: 5, spent: 1 };
        expect(await modelConnections.replace(project, changed, 10)).toEqual(stored);
        expect(await modelConnections.all(project)).toEqual([stored]);
        expect(await modelConnections.delete(otherProject, "connection-1")).toBeNull();
        expect(await modelConnections.delete(project, "connection-1")).toEqual(stored);
        expect(await modelConnections.delete(project, "connection-1")).toBeNull();
      }));

    test("a connection spends up to its limit each day, also concurrently", () =>
      withStore(openStore, async ({ modelConnections }) => {
        await modelConnections.create(project, openRouter, 9);
        const spend = (dollars: number, day = 5, limit: number | null = 1) =>
          modelConnections.spend(project, "connection-1", { day, dollars, limit });
        const sums = await Promise.all(Array.from({ length: 6 }, () => spend(0.25)));
        expect(sums.filter((sum) => sum !== null).toSorted()).toEqual([0.25, 0.5, 0.75, 1]);
        expect(await spend(-0.5)).toBe(0.5);
        expect(await spend(3, 5, null)).toBe(3.5);
        expect(await spend(0.75, 6)).toBe(0.75);
        // The end of a call that started on the day before does not change today's spending.
        expect(await spend(-0.25, 5)).toBe(0.75);
        expect(await spend(-9, 6)).toBe(0);
        expect(await modelConnections.spend(otherProject, "connection-1", { day: 5, dollars: 1, limit: 2 })).toBeNull();
      }));

    test("encrypted secrets of all projects are replaced together with their key, or not at all", () =>
      withStore(openStore, async (store) => {
        const { modelConnections } = store;
        await modelConnections.create(project, openRouter, 9);
        await modelConnections.create(project, plain, 9);
        await modelConnections.create(otherProject, { ...openRouter, sealedSecrets: "other" }, 9);
        const first = await store.secret("models");
        const next = new Uint8Array([1]);
        const mine = { projectId: project, id: "connection-1", from: "v1.sealed", to: "v1.new" };
        const other = { projectId: otherProject, id: "connection-1", from: "other", to: "new" };
        const sealed = async () =>
          [...(await modelConnections.all(project)), ...(await modelConnections.all(otherProject))].map(
            ({ sealedSecrets }) => sealedSecrets,
          );
        for (const connections of [[mine], [mine, { ...other, from: "x" }], [mine, other, { ...other, id: "none" }]]) {
          // oxlint-disable-next-line no-await-in-loop -- one after the other
          await expect(store.replaceSecret("models", next, { connections })).rejects.toThrow(ConflictError);
        }
        expect([await store.secret("models"), await sealed()]).toEqual([first, [null, "v1.sealed", "other"]]);
        await store.replaceSecret("models", next, { connections: [mine, other] });
        expect([await store.secret("models"), await sealed()]).toEqual([next, [null, "v1.new", "new"]]);
      }));

    test("an update that read a connection before its secrets were encrypted again is rejected", () =>
      withStore(openStore, async (store) => {
        const { modelConnections } = store;
        await modelConnections.create(project, openRouter, 9);
        const resealed = { projectId: project, id: "connection-1", from: "v1.sealed", to: "v1.new" };
        await store.replaceSecret("models", new Uint8Array([1]), { connections: [resealed] });
        const late = modelConnections.replace(project, { ...openRouter, name: "Late" }, openRouter.updatedAt);
        await expect(late).rejects.toThrow(ConflictError);
        expect(await modelConnections.get(project, "connection-1")).toMatchObject({ sealedSecrets: "v1.new" });
      }));

    test("secrets and what was spent are not exported, and an import ignores them", () =>
      withStore(openStore, async (store) => {
        await store.modelConnections.create(project, openRouter, 9);
        await store.modelConnections.spend(project, "connection-1", { day: 5, dollars: 1, limit: null });
        const exported: ExportedRecord[] = [];
        for await (const each of store.exportRecords(project)) exported.push(each);
        const { keyEnding, keySetAt, headerNames, sealedSecrets, spentDay, spent: _spent, ...shown } = openRouter;
        expect(exported).toEqual([{ kind: "modelConnection", record: shown }]);
        const edited = exported.map(({ kind, record }) => ({
          kind,
          record: { ...record, keyEnding, keySetAt, headerNames: [...headerNames], sealedSecrets, spentDay, spent: 3 },
        }));
        await store.importRecords(otherProject, iterate(edited));
        expect(await store.modelConnections.get(otherProject, "connection-1")).toEqual({
          ...openRouter,
          keyEnding: null,
          keySetAt: null,
          headerNames: [],
          sealedSecrets: null,
        });
      }));
  });
}
