import { expect, onTestFinished, test, vi } from "vitest";
import { createAuditRetention } from "./audit-retention.ts";
import { createServer } from "../create-server.ts";
import type { AuditEvent } from "../store/audit.ts";
import { openSqliteStore } from "../store/sqlite/open-sqlite-store.ts";

const now = Date.parse("2026-11-21T00:00:00Z");
const day = 86_400_000;

function event(age: number): AuditEvent {
  return {
    id: `${age} days old`,
    createdAt: now - age * day,
    action: "signedIn",
    actorKind: "account",
    actorId: "ada",
    actorName: "ada@example.com",
    address: null,
    subjectId: null,
    subjectName: null,
    details: null,
  };
}

test.each([
  { auditDays: undefined, looks: 1, left: [1, 399] },
  { auditDays: 30, looks: 1, left: [1] },
  { auditDays: 0, looks: 0, left: [1, 399, 401] },
])("audit events are kept for $auditDays days; default 400, 0 forever", async (given) => {
  const store = await openSqliteStore({ path: ":memory:" });
  const first = createServer({ store: { ...store, close: async () => {} }, now: () => now, auditDays: 0 });
  const { project } = await first.ready;
  await first.close();
  const ages = [401, 399, 1];
  for (const age of ages) await store.audit.append(project.id, event(age));
  const looks: number[] = [];
  const watched = {
    ...store,
    audit: {
      ...store.audit,
      expire: async (id: string, events: { before: number; limit: number }) => {
        const removed = await store.audit.expire(id, events);
        looks.push(events.before);
        return removed;
      },
    },
  };
  const server = createServer({ store: watched, now: () => now, auditDays: given.auditDays });
  onTestFinished(() => server.close());
  await server.ready;
  await vi.waitFor(() => expect(looks).toHaveLength(given.looks), { timeout: 20_000 });
  const noted = await store.audit.list(project.id, { first: 10 });
  expect(noted.map(({ id }) => id)).toEqual(given.left.map((age) => `${age} days old`));
});

test("a project whose events cannot be deleted does not block others", async () => {
  const store = await openSqliteStore({ path: ":memory:" });
  onTestFinished(() => store.close());
  for (const id of ["failing", "other"]) {
    await store.projects.create({ id, name: id, createdAt: 1 });
    await store.audit.append(id, event(401));
  }
  const errors: string[] = [];
  const expire: typeof store.audit.expire = async (id, events) => {
    if (id === "failing") throw new Error(`${id} stays`);
    return store.audit.expire(id, events);
  };
  const retention = createAuditRetention({
    store: { ...store, audit: { ...store.audit, expire } },
    days: 400,
    now: () => now,
    onError: ({ message }) => errors.push(message),
  });
  onTestFinished(() => retention.close());
  await vi.waitFor(async () => expect(await store.audit.list("other", { first: 1 })).toEqual([]), { timeout: 20_000 });
  expect(errors).toEqual(["failing stays"]);
});
