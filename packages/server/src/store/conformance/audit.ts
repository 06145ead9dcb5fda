import { describe, expect, test } from "vitest";
import type { AuditEvent } from "../audit.ts";
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
    test("are told newest first, by pages, as they were noted", () =>
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
          // The order is that of arrival, also where the clock was set back.
          event("c", { createdAt: 4 }),
        ];
        for (const each of events) await audit.append(project, each);
        expect(await audit.list(project, { first: 10 })).toEqual(events.toReversed());
        expect((await audit.list(project, { first: 2 })).map(({ id }) => id)).toEqual(["c", "b"]);
        expect((await audit.list(project, { first: 2, before: "b" })).map(({ id }) => id)).toEqual(["a"]);
        expect(await audit.list(project, { first: 2, before: "a" })).toEqual([]);
        expect(await audit.list(project, { first: 2, before: "none" })).toEqual([]);
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

    test("are noted once for each id", () =>
      withStore(openStore, async ({ audit }) => {
        await audit.append(project, event("a"));
        await expect(audit.append(project, event("a", { actorName: "eve" }))).rejects.toThrow();
        expect(await audit.list(project, { first: 10 })).toEqual([event("a")]);
      }));
  });
}
