import { replay } from "./replay.ts";
import { describe, expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../../json/json-value.ts";
import { ConflictError, InvalidRecordError } from "../errors.ts";
import { recordShapes } from "../resources/check-record.ts";
import type { Kind } from "../schema/table.ts";
import type { ExportedRecord, MovedRecord, Store } from "../store.ts";
import { openWithProjects, type OpenStore } from "./open-store.ts";
import { seedEveryKind } from "./seed-every-kind.ts";
import { otherProject, project, withStore } from "./with-store.ts";

async function exported(store: Store, projectId: string): Promise<ExportedRecord[]> {
  const records: ExportedRecord[] = [];
  for await (const record of store.exportRecords(projectId)) records.push(record);
  return records;
}

async function moved(store: Store, projectId: string): Promise<MovedRecord[]> {
  const records: MovedRecord[] = [];
  for await (const record of store.moveOut(projectId)) records.push(record);
  return records;
}

/** Returns a record of each kind that is moved with a project. */
async function sampleOfEachKind(store: Store): Promise<Map<MovedRecord["kind"], JsonObject>> {
  await seedEveryKind(store, project);
  await store.shares.create(project, { id: "link", createdAt: 5, threadId: "t", createdBy: null, expiresAt: null }, 9);
  await store.audit.append(project, {
    id: "e",
    createdAt: 6,
    action: "keyCreated",
    actorKind: "account",
    actorId: "a",
    actorName: "ann",
    address: null,
    subjectId: null,
    subjectName: null,
    details: { a: [1] },
  });
  return new Map((await moved(store, project)).map(({ kind, record }) => [kind, record]));
}

/** JSON values, each with the field types that accept it. */
const values: readonly { readonly value: JsonValue; readonly types: readonly Kind[] }[] = [
  { value: null, types: [] },
  { value: true, types: ["flag", "json"] },
  { value: 5, types: ["integer", "real", "json"] },
  { value: 1.5, types: ["real", "json"] },
  { value: 2 ** 60, types: ["real", "json"] },
  { value: "5", types: ["text", "json"] },
  { value: "nul \0", types: ["json"] },
  { value: "half \ud800", types: ["json"] },
  { value: [], types: ["texts", "objects", "json"] },
  { value: ["x"], types: ["texts", "json"] },
  { value: ["nul \0"], types: ["json"] },
  { value: ["half \ud800"], types: ["json"] },
  { value: [{ a: 1 }], types: ["objects", "json"] },
  { value: [5, "x", {}], types: ["json"] },
  { value: { a: 1 }, types: ["object", "json"] },
];

function* wrongValues(
  kind: MovedRecord["kind"],
): Generator<{ readonly path: readonly string[]; readonly type: Kind; readonly value: JsonValue }> {
  const shape = recordShapes[kind];
  for (const { fields, path } of [
    { fields: shape.fields, path: [] },
    ...Object.entries(shape.parts ?? {}).map(([field, part]) => ({ fields: part.fields, path: [field] })),
  ]) {
    for (const { field, kind: type, isNullable } of fields) {
      const isRequired = !isNullable || shape.requiredFields?.includes(field) === true;
      for (const { value, types } of values) {
        if (types.includes(type) || (value === null && !isRequired)) continue;
        yield { path: [...path, field], type, value };
      }
    }
  }
}

function replaced(record: JsonObject, [field = "", ...rest]: readonly string[], value: JsonValue): JsonObject {
  const [inner] = rest;
  const before = record[field];
  const part = typeof before === "object" && before !== null ? (before as JsonObject) : {};
  return { ...record, [field]: inner === undefined ? value : { type: "CHAT", ...part, [inner]: value } };
}

export function describeTransfer(openStore: OpenStore): void {
  describe("export and import", () => {
    test("an exported project is imported unchanged, without tombstones, and repeating it changes nothing", () =>
      withStore(openStore, async (store) => {
        await seedEveryKind(store, project);
        const records = await exported(store, project);
        expect(new Set(records.map((record) => record.kind)).size).toBe(30);
        expect(await store.importRecords(otherProject, replay(records))).toBe(records.length);
        expect(await exported(store, otherProject)).toEqual(records);
        await store.importRecords(otherProject, replay(records));
        expect(await exported(store, otherProject)).toEqual(records);
        expect(await store.steps.ingest(otherProject, [{ id: "gone", createdAt: 3 }])).toEqual(["stored"]);
        const [before] = await store.threads.getMany(project, ["t"]);
        expect(await store.threads.getMany(otherProject, ["t"])).toEqual([before]);
      }));

    test("a project moves to another store with its tombstones, links and audit log", () =>
      withStore(openStore, async (store) => {
        await seedEveryKind(store, project);
        await store.threads.upsert(project, { id: "gone thread", createdAt: 3, newUserId: "n" });
        await store.threads.delete(project, "gone thread", 8);
        const link = { id: "link", createdAt: 5, threadId: "t", createdBy: null, expiresAt: null };
        await store.shares.create(project, link, 9);
        const event = { id: "e", createdAt: 6, action: "keyCreated", actorKind: "account", actorId: "a" } as const;
        const rest = { actorName: "ann", address: null, subjectId: null, subjectName: null, details: { a: [1] } };
        await store.audit.append(project, { ...event, ...rest });
        const records = await moved(store, project);
        const kinds = records.map(({ kind }) => kind);
        expect(kinds.filter((kind) => kind === "tombstone")).toHaveLength(2);
        expect(kinds.slice(-2)).toEqual(["threadShare", "auditEvent"]);
        // Exports do not contain the API keys of steps.
        const shown = records
          .slice(2, -2)
          .map(({ kind, record: { apiKeyId: _apiKeyId, ...record } }) => ({ kind, record }));
        expect(shown).toEqual(await exported(store, project));

        const other = await openWithProjects(openStore);
        try {
          expect(await other.importRecords(project, replay(records))).toBe(records.length);
          expect(await moved(other, project)).toEqual(records);
          await other.importRecords(project, replay(records));
          expect(await moved(other, project)).toEqual(records);
          expect(await other.steps.ingest(project, [{ id: "gone", createdAt: 3 }])).toEqual(["deleted"]);
          expect(await other.shares.find("link")).toEqual({ projectId: project, share: link });
          expect(await other.audit.list(project, { first: 9 })).toEqual([{ ...event, ...rest }]);
          expect(await moved(other, otherProject)).toEqual([]);
        } finally {
          await other.close();
        }
      }));

    test("a record of an unknown kind is rejected, and the error names the kind", () =>
      withStore(openStore, async (store) => {
        const records = [{ kind: "spaceship", record: {} }] as unknown as ExportedRecord[];
        await expect(store.importRecords(project, replay(records))).rejects.toThrow(
          '"spaceship" is not a kind of record.',
        );
      }));

    test("a field of the wrong JSON type is rejected, and the error names it, for each field of each kind", () =>
      withStore(openStore, async (store) => {
        const samples = await sampleOfEachKind(store);
        expect(new Set(samples.keys())).toEqual(new Set(Object.keys(recordShapes)));
        const wrong: unknown[] = [];
        for (const [kind, record] of samples) {
          for (const { path, type, value } of wrongValues(kind)) {
            const changed = replaced(record, path, value);
            const id = changed[kind === "file" ? "objectKey" : "id"];
            const name = typeof id === "string" ? ` ${JSON.stringify(id)}` : "";
            const outcome = await store.importRecords(otherProject, replay([{ kind, record: changed }])).then(
              () => "imported",
              (error: unknown) => error,
            );
            const isNamed =
              outcome instanceof InvalidRecordError &&
              outcome.message.includes(`${kind}${name} is invalid: ${path.join(".")} must be `);
            if (!isNamed) wrong.push({ kind, path, type, value, outcome });
          }
        }
        expect(wrong).toEqual([]);
        expect(await moved(store, otherProject)).toEqual([]);
      }));

    test("unknown fields of a record are ignored", () =>
      withStore(openStore, async (store) => {
        await seedEveryKind(store, project);
        const records = await exported(store, project);
        const unknown = { scores: 5, attachments: {}, ifMetadata: { a: 1 }, defaultName: 5, colour: 5 };
        await store.importRecords(
          otherProject,
          replay(records.map(({ kind, record }) => ({ kind, record: { ...unknown, ...record } }))),
        );
        expect(await exported(store, otherProject)).toEqual(records);
      }));

    test("each database has a unique identity", () =>
      withStore(openStore, async (store) => {
        const identity = await store.identity();
        expect(identity).toMatch(/^[\da-f]{64}$/);
        expect(await store.identity()).toBe(identity);
        await withStore(openStore, async (other) => expect(await other.identity()).not.toBe(identity));
      }));

    test("a secret is created once and kept", () =>
      withStore(openStore, async (store) => {
        const secret = await store.secret("signing");
        expect(secret).toHaveLength(32);
        expect(await store.secret("signing")).toEqual(secret);
        expect(await store.secret("other")).not.toEqual(secret);
        const given = new Uint8Array([1, 2, 3]);
        expect(await store.secret("signing", given)).toEqual(secret);
        expect(await store.secret("given", given)).toEqual(given);
        expect(await store.secret("given")).toEqual(given);
      }));

    test("a secret is replaced together with all values that it encrypts, or not at all", () =>
      withStore(openStore, async (store) => {
        const { accounts } = store;
        const [first, second, third] = [1, 2, 3].map((byte) => new Uint8Array([byte])) as [
          Uint8Array,
          Uint8Array,
          Uint8Array,
        ];
        await store.replaceSecret("signing", first);
        expect(await store.secret("signing")).toEqual(first);
        const factor = { id: "f", userId: "ada", secret: "old", backupCodes: "[]", verified: true };
        await accounts.insertRow("twoFactor", factor);
        const session = { id: "s", token: "t", userId: "ada", expiresAt: 9, createdAt: 1, updatedAt: 1 };
        await accounts.insertRow("session", session);
        await accounts.insertRow("verification", {
          id: "v",
          identifier: "i",
          value: "x",
          expiresAt: 9,
          createdAt: 1,
          updatedAt: 1,
        });
        const state = async () => ({
          secret: await store.secret("signing"),
          factors: (await accounts.findRows("twoFactor", [])).map((row) => row["secret"]),
          sessions: (await accounts.findRows("session", [])).length,
          begun: (await accounts.findRows("verification", [])).length,
        });
        const before = { secret: first, factors: ["old"], sessions: 1, begun: 1 };
        await expect(store.replaceSecret("signing", second, { secondFactors: [] })).rejects.toThrow(ConflictError);
        const other = [{ id: "f", from: "another", to: "new" }];
        await expect(store.replaceSecret("signing", second, { secondFactors: other })).rejects.toThrow(ConflictError);
        expect(await state()).toEqual(before);
        const secondFactors = [{ id: "f", from: "old", to: "new" }];
        await store.replaceSecret("signing", second, { secondFactors });
        expect(await state()).toEqual({ secret: second, factors: ["new"], sessions: 0, begun: 0 });
        await store.replaceSecret("other", third);
        expect(await store.secret("signing")).toEqual(second);
      }));
  });
}
