import { describe, expect, test } from "vitest";
import type { AuditEvent, AuditFilter } from "../audit.ts";
import type { OpenStore } from "./open-store.ts";
import { otherProject, project, withStore } from "./with-store.ts";

function event(id: string, change: Partial<AuditEvent> = {}): AuditEvent {
  return {
    id,
    createdAt: 5,
    action: "keyCreated",
    actorKind: "account",
    actorId: "ada",
    actorName: "ada@example.com",
    address: "192.0.2.1",
    subjectId: "key",
    subjectName: "production",
    details: { scopes: ["read"] },
    ...change,
  };
}

export function describeAudit(openStore: OpenStore): void {
  describe("audit events", () => {
    test("are listed unchanged, newest first, in pages", () =>
      withStore(openStore, async ({ audit }) => {
        const events = [
          event("a"),
          event("b", {
            action: "signInFailed",
            actorKind: "visitor",
            actorId: null,
            actorName: null,
            address: null,
            subjectId: null,
            subjectName: null,
            details: null,
          }),
          // Events keep their order of arrival, even if the clock was set back.
          event("c", { createdAt: 4 }),
        ];
        for (const each of events) await audit.append(project, each);
        expect(await audit.list(project, { first: 10 })).toEqual(events.toReversed());
        expect((await audit.list(project, { first: 2 })).map(({ id }) => id)).toEqual(["c", "b"]);
        expect((await audit.list(project, { first: 2, before: "b" })).map(({ id }) => id)).toEqual(["a"]);
        expect(await audit.list(project, { first: 2, before: "a" })).toEqual([]);
        expect(await audit.list(project, { first: 2, before: "none" })).toEqual([]);
      }));

    test("are found by actor, action, target and time", () =>
      withStore(openStore, async ({ audit }) => {
        const events = [
          event("a", { createdAt: 10 }),
          event("b", { createdAt: 20, actorId: "max", actorName: "Max_%\\@example.com", action: "keyRevoked" }),
          event("c", { createdAt: 30, subjectId: "other", subjectName: null, actorId: null, actorName: null }),
        ];
        for (const each of events) await audit.append(project, each);
        const found = async (filter: AuditFilter, first = 10): Promise<string> =>
          (await audit.list(project, { first, filter })).map(({ id }) => id).join("");
        expect(await found({})).toBe("cba");
        expect(await found({ actor: "ADA@" })).toBe("a");
        expect(await found({ actor: "ada" })).toBe("a");
        expect(await found({ actor: "max_%\\" })).toBe("b");
        expect(await found({ actor: "example_com" })).toBe("");
        expect(await found({ actor: "%" })).toBe("b");
        expect(await found({ target: "PRODUCT" })).toBe("ba");
        expect(await found({ target: "other" })).toBe("c");
        expect(await found({ actions: ["keyRevoked", "keyCreated"] })).toBe("cba");
        expect(await found({ actions: ["keyRevoked"] })).toBe("b");
        expect(await found({ actions: [] })).toBe("");
        expect(await found({ from: 20 })).toBe("cb");
        expect(await found({ from: 20, until: 30, actor: "max", target: "key" })).toBe("b");
        const older = await audit.list(project, { first: 1, before: "c", filter: { actions: ["keyCreated"] } });
        expect(older.map(({ id }) => id)).toEqual(["a"]);
      }));

    test("belong to one project", () =>
      withStore(openStore, async ({ audit }) => {
        await audit.append(project, event("a"));
        await audit.append(otherProject, event("a", { subjectName: "other" }));
        expect((await audit.list(project, { first: 10 })).map(({ subjectName }) => subjectName)).toEqual([
          "production",
        ]);
        await audit.append(otherProject, event("b"));
        expect(await audit.list(project, { first: 10, before: "b" })).toEqual([]);
      }));

    test("are removed after their retention, oldest first, in one project only", () =>
      withStore(openStore, async ({ audit }) => {
        const times = [50, 10, 30, 20, 40];
        for (const createdAt of times) await audit.append(project, event(`at ${createdAt}`, { createdAt }));
        await audit.append(otherProject, event("other", { createdAt: 1 }));
        const left = async (): Promise<string[]> => (await audit.list(project, { first: 10 })).map(({ id }) => id);
        expect(await audit.expire(project, { before: 10, limit: 9 })).toBe(0);
        expect(await audit.expire(project, { before: 45, limit: 2 })).toBe(2);
        expect(await left()).toEqual(["at 40", "at 30", "at 50"]);
        expect(await audit.expire(project, { before: 45, limit: 9 })).toBe(2);
        expect(await left()).toEqual(["at 50"]);
        expect(await audit.list(otherProject, { first: 10 })).toHaveLength(1);
      }));

    test("are stored once per id", () =>
      withStore(openStore, async ({ audit }) => {
        await audit.append(project, event("a"));
        await expect(audit.append(project, event("a", { actorName: "eve" }))).rejects.toThrow();
        expect(await audit.list(project, { first: 10 })).toEqual([event("a")]);
      }));
  });
}
