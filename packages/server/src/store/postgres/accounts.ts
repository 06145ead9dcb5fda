import type { AccountRecord, AccountStore, InvitationRecord, MemberRecord, MembershipRecord } from "../accounts.ts";
import { ConflictError } from "../errors.ts";
import type { ProjectRecord } from "../projects.ts";
import { findAccount, insertAccount, insertPassword, selectInvitations, takeInvitation } from "./account-rows.ts";
import { createAuthRows } from "./auth-rows.ts";
import type { Database } from "./database.ts";
import { holdLock } from "./locks.ts";
import type { ProjectKeys } from "./project-keys.ts";
import type { Session } from "./session.ts";

/** `on`, `off` or `provider`, of the account `a`. */
const secondFactorOf = `CASE WHEN a.two_factor_enabled THEN 'on' WHEN EXISTS
  (SELECT 1 FROM account_logins l WHERE l.user_id = a.id AND l.provider_id = 'credential') THEN 'off' ELSE 'provider' END`;

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
        const rows = await session.all<ProjectRecord & Omit<MembershipRecord, "project">>(
          `SELECT p.id, p.name, p.created_at, m.role,
             p.requires_second_factor AND ${secondFactorOf} = 'off' AS lacks_second_factor
           FROM members m JOIN projects p ON p.key = m.project_id JOIN accounts a ON a.id = m.account
           WHERE m.account = ? ORDER BY p.key`,
          accountId,
        );
        return rows.map(({ role, lacksSecondFactor, ...project }) => ({ project, role, lacksSecondFactor }));
      }),

    members: async (projectId) =>
      database.read(await projects.of(projectId), async (session) => {
        const rows = await session.all<AccountRecord & Omit<MemberRecord, "account"> & { joinedAt: number }>(
          `SELECT a.id, a.email, a.name, a.created_at, m.role, ${secondFactorOf} AS second_factor,
             a.disabled_at, m.created_at AS joined_at FROM members m JOIN accounts a ON a.id = m.account WHERE m.project_id = ? ORDER BY m.created_at, a.email`,
          await projects.of(projectId),
        );
        return rows.map(({ role, secondFactor, disabledAt, joinedAt, ...account }) => ({
          account,
          role,
          secondFactor,
          disabledAt,
          createdAt: joinedAt,
        }));
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
