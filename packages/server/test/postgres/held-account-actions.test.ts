import { Client } from "pg";
import { expect, onTestFinished, test } from "vitest";
import { openWithProjects } from "../../src/store/conformance/open-store.ts";
import { project } from "../../src/store/conformance/with-store.ts";
import type { Role } from "../../src/store/permissions.ts";
import type { Claim } from "../../src/store/claims.ts";
import { ForbiddenError, MissingProjectError } from "../../src/store/errors.ts";
import { lockNumbers } from "../../src/store/session/session.ts";
import { openPostgresStore } from "../../src/store/postgres/open-postgres-store.ts";
import type { Store } from "../../src/store/store.ts";
import { describePostgres } from "./describe-postgres.ts";

const by: Claim = { kind: "account", id: "bob", permission: "admin" };
const invitation = { projectId: project, createdAt: 1, expiresAt: 2, invitedBy: "bob", role: "admin" } as const;
const key = {
  projectId: project,
  name: "k",
  scopes: ["read"],
  origins: null,
  prefix: "p",
  last4: "l",
  createdBy: null,
  lastUsedAt: null,
  expiresAt: null,
  createdAt: 1,
} as const;

/** Actions that an admin tries while being removed. */
const actions: Readonly<Record<string, (store: Store) => Promise<unknown>>> = {
  "change its own role": ({ accounts }) => accounts.changeRole(project, "bob", "admin", by),
  "change a role": ({ accounts }) => accounts.changeRole(project, "eve", "admin", by),
  "remove a member": ({ accounts }) => accounts.removeMember(project, "eve", by),
  "invite itself": ({ accounts }) =>
    accounts.invite({ ...invitation, id: "i", hash: "i", email: "bob2@example.com" }, by),
  "revoke an invitation": ({ accounts }) => accounts.revokeInvitation(project, "kept", by),
  "create a key": ({ projects }) => projects.createKey({ ...key, id: "k", hash: "k", revokedAt: null }, by),
  "revoke a key": ({ projects }) => projects.revokeKey(project, "kept", 3, by),
  "rename the project": ({ projects }) => projects.rename(project, "renamed", by),
  "create a project": ({ projects }) => projects.create({ id: "n", name: "n", createdAt: 1 }, ["bob"], by),
  "delete the project": ({ projects }) => projects.delete(project, 9, { ...by, permission: "own" }),
  "require a second factor": ({ projects }) =>
    projects.requireSecondFactor(project, true, { ...by, permission: "own" }),
  "share a thread": ({ shares }) =>
    shares.create(project, { id: "s", createdAt: 1, threadId: "t", createdBy: "bob", expiresAt: null }, 9, {
      ...by,
      permission: "write",
    }),
  "revoke a link": ({ shares }) => shares.delete(project, "kept", { ...by, permission: "write" }),
};

describePostgres("an account action during the removal of its actor", (tests) => {
  let count = 0;

  async function openHeld(role: Role): Promise<{ store: Store; holder: Client; database: string }> {
    const database = `held_${(count += 1)}`;
    const url = await tests().server.createDatabase(database, "migrated");
    // A deadlock makes the test time out, because PostgreSQL does not resolve it and nothing is retried.
    await tests().server.administer(`ALTER DATABASE ${database} SET deadlock_timeout = '10min'`);
    const store = await openWithProjects(() => openPostgresStore({ url, poolSize: 4 }));
    const account = { createdAt: 1, passwordHash: "hash" };
    await store.accounts.createFirst({ ...account, id: "ann", email: "ann@example.com", name: "ann" });
    for (const id of ["bob", "eve"]) {
      // oxlint-disable-next-line no-await-in-loop -- two accounts
      await store.accounts.insertRow("user", {
        id,
        email: `${id}@example.com`,
        name: id,
        emailVerified: true,
        createdAt: 1,
        updatedAt: 1,
      });
    }
    await store.accounts.addMember(project, "bob", role, 2);
    await store.accounts.addMember(project, "eve", "viewer", 3);
    const holder = new Client({ connectionString: url });
    await holder.connect();
    onTestFinished(async () => {
      await holder.end();
      await store.close();
    });
    return { store, holder, database };
  }

  test.each(Object.entries(actions))("T38: does not %s after the removal", async (_, act) => {
    const { store, holder, database } = await openHeld("owner");
    const { rows } = await holder.query<{ key: number }>("SELECT key::int FROM projects WHERE id = $1", [project]);
    const small = rows[0]?.key ?? 0;
    // The removal is executed but not committed.
    await holder.query("BEGIN");
    await holder.query("SELECT pg_advisory_xact_lock($1, $2)", [lockNumbers.members, small]);
    await holder.query("DELETE FROM members WHERE account = 'bob'");
    const acted = Promise.allSettled([act(store)]);
    const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = '${database}' AND wait_event_type = 'Lock'`;
    await expect.poll(async () => (await tests().server.administer(waiting)).length).toBe(1);
    await holder.query("COMMIT");
    const [result] = await acted;
    expect(result.status === "rejected" && result.reason).toBeInstanceOf(ForbiddenError);
    expect((await store.accounts.members(project)).map((member) => [member.account.id, member.role])).toEqual([
      ["ann", "owner"],
      ["eve", "viewer"],
    ]);
    expect(await store.accounts.invitations(project, 0)).toEqual([]);
    expect(await store.projects.listKeys(project)).toEqual([]);
  });

  test("an account action waits for the deletion of its project without a deadlock", async () => {
    const { store, holder, database } = await openHeld("owner");
    const { rows } = await holder.query<{ key: number }>("SELECT key::int FROM projects WHERE id = $1", [project]);
    await holder.query("BEGIN");
    await holder.query("SELECT pg_advisory_xact_lock($1, $2)", [lockNumbers.members, rows[0]?.key ?? 0]);
    const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = '${database}' AND wait_event_type = 'Lock'`;
    const waits = async (waiters: number): Promise<void> =>
      expect.poll(async () => (await tests().server.administer(waiting)).length, { timeout: 60_000 }).toBe(waiters);
    const deleting = store.projects.delete(project, 9, { ...by, permission: "own" });
    await waits(1);
    const acted = Promise.allSettled([store.accounts.changeRole(project, "eve", "admin", by)]);
    await waits(2);
    await holder.query("COMMIT");
    expect(await deleting).toMatchObject({ id: project });
    expect(await acted).toMatchObject([{ status: "rejected", reason: expect.any(MissingProjectError) }]);
  });

  test("an invitation cannot be accepted once the removal of its creator has started", async () => {
    const { store, holder, database } = await openHeld("admin");
    const hash = "made by bob";
    await store.accounts.invite({ ...invitation, id: "i", hash, email: "dan@example.com" }, by);
    const { rows } = await holder.query<{ key: number }>("SELECT key::int FROM projects WHERE id = $1", [project]);
    await holder.query("BEGIN");
    await holder.query("SELECT pg_advisory_xact_lock($1, $2)", [lockNumbers.members, rows[0]?.key ?? 0]);
    await holder.query("DELETE FROM members WHERE account = 'bob'");
    await holder.query("DELETE FROM invitations WHERE invited_by = 'bob'");
    const dan = { id: "dan", email: "dan@example.com", name: "dan", createdAt: 1, passwordHash: "hash" };
    const accepting = store.accounts.createInvited(dan, hash);
    const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = '${database}' AND wait_event_type = 'Lock'`;
    await expect.poll(async () => (await tests().server.administer(waiting)).length).toBe(1);
    await holder.query("COMMIT");
    expect(await accepting).toBeNull();
    expect((await store.accounts.members(project)).map((member) => member.account.id)).toEqual(["ann", "eve"]);
  });
});
