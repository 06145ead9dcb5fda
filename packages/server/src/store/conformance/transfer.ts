import { describe, expect, test } from "vitest";
import type { ExportedRecord, Store } from "../store.ts";
import type { OpenStore } from "./open-store.ts";
import { seedEveryKind } from "./seed-every-kind.ts";
import { otherProject, project, withStore } from "./with-store.ts";

async function exported(store: Store, projectId: string): Promise<ExportedRecord[]> {
  const records: ExportedRecord[] = [];
  for await (const record of store.exportRecords(projectId)) records.push(record);
  return records;
}

async function* replay(records: readonly ExportedRecord[]): AsyncGenerator<ExportedRecord> {
  yield* records;
}

export function describeTransfer(openStore: OpenStore): void {
  describe("export and import", () => {
    test("a project comes back equal in another project, tombstones left out, and repeating it changes nothing", () =>
      withStore(openStore, async (store) => {
        await seedEveryKind(store, project);
        const records = await exported(store, project);
        expect(new Set(records.map((record) => record.kind)).size).toBe(17);
        expect(await store.importRecords(otherProject, replay(records))).toBe(records.length);
        expect(await exported(store, otherProject)).toEqual(records);
        await store.importRecords(otherProject, replay(records));
        expect(await exported(store, otherProject)).toEqual(records);
        expect(await store.steps.ingest(otherProject, [{ id: "gone", createdAt: 3 }])).toEqual(["stored"]);
        const [before] = await store.threads.getMany(project, ["t"]);
        expect(await store.threads.getMany(otherProject, ["t"])).toEqual([before]);
      }));

    test("a record of an unknown kind is refused by name", () =>
      withStore(openStore, async (store) => {
        const records = [{ kind: "spaceship", record: {} }] as unknown as ExportedRecord[];
        await expect(store.importRecords(project, replay(records))).rejects.toThrow(
          '"spaceship" is not a kind of record.',
        );
      }));

    test("a secret is made once and kept", () =>
      withStore(openStore, async (store) => {
        const secret = await store.secret("signing");
        expect(secret).toHaveLength(32);
        expect(await store.secret("signing")).toEqual(secret);
        expect(await store.secret("other")).not.toEqual(secret);
      }));
  });
}
