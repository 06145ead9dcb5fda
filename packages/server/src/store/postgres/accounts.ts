import type { AccountRecord, AccountStore, InvitationRecord, MemberRecord, MembershipRecord } from "../accounts.ts";
import { ConflictError } from "../errors.ts";
import { findAccount, insertAccount, insertPassword, selectInvitations, takeInvitation } from "./account-rows.ts";
import { createAuthRows } from "./auth-rows.ts";
import type { Database } from "./database.ts";
import { holdLock } from "./locks.ts";
import type { ProjectKeys } from "./project-keys.ts";
import type { Session } from "./session.ts";

export function createAccountStore(database: Database, projects: ProjectKeys): AccountStore {
  return {
    ...createAuthRows(database),

    count: () =>
      database.read(null, async (session) => {
        return (await session.get<{ count: number }>("SELECT count(*) AS count FROM accounts"))?.count ?? 0;
      }),

    get: (id) => database.read(null, (session) => findAccount(session, "id", id)),

    createFirst: (account) =>
      database.write(null, async (session) => {
        // Neither a second first account nor a project without its owner comes in between.
        await session.execute("LOCK TABLE accounts, projects IN SHARE ROW EXCLUSIVE MODE");
        if ((await session.get("SELECT 1 FROM accounts LIMIT 1")) !== undefined) {
          throw new ConflictError("The installation has an owner already; sign in, or ask for an invitation.");
        }
        await insertAccount(session, account);
        await session.run(
          "INSERT INTO members (project_id, account, role, created_at) SELECT key, ?, 'owner', ? FROM projects",
          account.id,
          account.createdAt,
        );
      }),

    createInvited: (account, hash) =>
      database.write(null, async (session) => {
        const invitation = await accept(session, account, hash, account.createdAt);
        if (invitation !== null) await insertAccount(session, account);
        return invitation;
      }),

    acceptInvitation: (accountId, hash, now) =>
      database.write(null, async (session) => {
        const account = await findAccount(session, "id", accountId);
        return account && accept(session, account, hash, now);
      }),

    setPassword: (email, passwordHash, now) =>
      database.write(null, async (session) => {
        await session.run("SELECT 1 FROM accounts WHERE email = ? FOR UPDATE", email);
        const account = await findAccount(session, "email", email);
        if (account === null) return null;
        await session.run("DELETE FROM account_logins WHERE user_id = ? AND provider_id = 'credential'", account.id);
        await insertPassword(session, account.id, passwordHash, now);
        await session.run("DELETE FROM sessions WHERE user_id = ?", account.id);
        return account;
      }),

    memberships: (accountId) =>
      database.read(null, async (session) => {
        const rows = await session.all<{ id: string; name: string; createdAt: number; role: MembershipRecord["role"] }>(
          `SELECT p.id, p.name, p.created_at, m.role FROM members m JOIN projects p ON p.key = m.project_id
           WHERE m.account = ? ORDER BY p.key`,
          accountId,
        );
        return rows.map(({ role, ...project }) => ({ project, role }));
      }),

    members: async (projectId) =>
      database.read(await projects.of(projectId), async (session) => {
        const rows = await session.all<AccountRecord & { role: MemberRecord["role"]; joinedAt: number }>(
          `SELECT a.id, a.email, a.name, a.created_at, m.role, m.created_at AS joined_at
           FROM members m JOIN accounts a ON a.id = m.account WHERE m.project_id = ? ORDER BY m.created_at, a.email`,
          await projects.of(projectId),
        );
        return rows.map(({ role, joinedAt, ...account }) => ({ account, role, createdAt: joinedAt }));
      }),

    setRole: async (projectId, accountId, role, now) => {
      const project = await projects.of(projectId);
      await database.write(project, async (session) => {
        await holdLock(session, "members", project);
        await session.run(
          `INSERT INTO members (project_id, account, role, created_at) VALUES (?, ?, ?, ?)
           ON CONFLICT (project_id, account) DO UPDATE SET role = excluded.role`,
          project,
          accountId,
          role,
          now,
        );
        await requireOwner(session, project);
      });
    },

    removeMember: async (projectId, accountId) => {
      const project = await projects.of(projectId);
      return database.write(project, async (session) => {
        await holdLock(session, "members", project);
        const sql = "DELETE FROM members WHERE project_id = ? AND account = ?";
        const removed = (await session.run(sql, project, accountId)) > 0;
        if (removed) await requireOwner(session, project);
        return removed;
      });
    },

    invite: async ({ projectId, id, email, role, hash, createdAt, expiresAt }) => {
      const project = await projects.of(projectId);
      await database.write(project, async (session) => {
        await session.run(
          `INSERT INTO invitations (project_id, id, email, role, hash, created_at, expires_at)
           VALUES (?, ?, ?, ?, ?, ?, ?)
           ON CONFLICT (project_id, email) DO UPDATE SET id = excluded.id, role = excluded.role, hash = excluded.hash,
             created_at = excluded.created_at, expires_at = excluded.expires_at`,
          project,
          id,
          email,
          role,
          hash,
          createdAt,
          expiresAt,
        );
      });
    },

    invitations: (projectId, now) =>
      database.read(null, (session) => {
        const sql = `${selectInvitations} WHERE p.id = ? AND i.expires_at > ? ORDER BY i.created_at, i.id`;
        return session.all<InvitationRecord>(sql, projectId, now);
      }),

    findInvitation: (hash, now) =>
      database.read(null, async (session) => {
        const sql = `${selectInvitations} WHERE i.hash = ? AND i.expires_at > ?`;
        return (await session.get<InvitationRecord>(sql, hash, now)) ?? null;
      }),

    revokeInvitation: async (projectId, id) => {
      const project = await projects.of(projectId);
      return database.write(project, async (session) => {
        const sql = `${selectInvitations} WHERE i.project_id = ? AND i.id = ? FOR UPDATE OF i`;
        const invitation = await session.get<InvitationRecord>(sql, project, id);
        await session.run("DELETE FROM invitations WHERE project_id = ? AND id = ?", project, id);
        return invitation ?? null;
      });
    },
  };
}

/** Rejects what the surrounding transaction then undoes. */
async function requireOwner(session: Session, project: number): Promise<void> {
  const sql = "SELECT 1 FROM members WHERE project_id = ? AND role = 'owner' LIMIT 1";
  if ((await session.get(sql, project)) !== undefined) return;
  throw new ConflictError("A project keeps at least one owner; make somebody else an owner first.");
}

/** An invitation adds a member; it neither raises nor lowers one. */
async function accept(
  session: Session,
  account: AccountRecord,
  hash: string,
  now: number,
): Promise<InvitationRecord | null> {
  const taken = await takeInvitation(session, hash, account.email, now);
  if (taken === null) return null;
  const { project, ...invitation } = taken;
  await session.run(
    "INSERT INTO members (project_id, account, role, created_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
    project,
    account.id,
    invitation.role,
    now,
  );
  return invitation;
}
