import type { AccountRecord, AccountStore, InvitationRecord, MemberRecord, MembershipRecord } from "../accounts.ts";
import { mayGrant, roles } from "../../accounts/permissions.ts";
import type { Role } from "../../accounts/permissions.ts";
import { requireGrant } from "../claims.ts";
import { ConflictError } from "../errors.ts";
import type { ProjectRecord } from "../projects.ts";
import {
  findAccount,
  insertAccount,
  insertPassword,
  selectInvitations,
  selectKeyedInvitations,
} from "./account-rows.ts";
import { createAuthRows } from "./auth-rows.ts";
import { requireClaim, secondFactorOf } from "./claims.ts";
import type { Database } from "./database.ts";
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
        const rows = await session.all<ProjectRecord & Omit<MembershipRecord, "project">>(
          `SELECT p.id, p.name, p.created_at, m.role,
             p.requires_second_factor AND ${secondFactorOf} = 'off' AS lacks_second_factor
           FROM members m JOIN projects p ON p.key = m.project_id JOIN accounts a ON a.id = m.account
           WHERE m.account = ? ORDER BY p.key`,
          accountId,
        );
        return rows.map(({ role, lacksSecondFactor, ...project }) => ({ project, role, lacksSecondFactor }));
      }),

    members: async (projectId) => {
      const project = await projects.of(projectId);
      return database.read(project, (session) => readMembers(session, project));
    },

    addMember: async (projectId, accountId, role, createdAt) => {
      const project = await projects.of(projectId);
      await database.write(project, (session) => join(session, project, { accountId, role, createdAt }));
    },

    changeRole: async (projectId, accountId, role, claim) => {
      const project = await projects.of(projectId);
      return database.write(project, async (session) => {
        const holder = await requireClaim(session, project, claim);
        const [member] = await readMembers(session, project, accountId);
        if (!member) return null;
        requireGrant(claim, holder, member.role);
        requireGrant(claim, holder, role);
        await session.run("UPDATE members SET role = ? WHERE project_id = ? AND account = ?", role, project, accountId);
        await requireOwner(session, project);
        await deleteInvitations(session, project, accountId, role);
        return { ...member, role };
      });
    },

    removeMember: async (projectId, accountId, claim) => {
      const project = await projects.of(projectId);
      return database.write(project, async (session) => {
        const holder = await requireClaim(session, project, claim);
        const [member] = await readMembers(session, project, accountId);
        if (!member) return null;
        requireGrant(claim, holder, member.role);
        await session.run("DELETE FROM members WHERE project_id = ? AND account = ?", project, accountId);
        await requireOwner(session, project);
        await deleteInvitations(session, project, accountId, null);
        return member;
      });
    },

    invite: async ({ projectId, id, email, role, hash, invitedBy, createdAt, expiresAt }, claim) => {
      const project = await projects.of(projectId);
      await database.write(project, async (session) => {
        const holder = await requireClaim(session, project, claim);
        requireGrant(claim, holder, role);
        const earlier = "SELECT role FROM invitations WHERE project_id = ? AND email = ?";
        const replaced = await session.get<{ role: Role }>(earlier, project, email);
        if (replaced) requireGrant(claim, holder, replaced.role);
        await session.run(
          `INSERT INTO invitations (project_id, id, email, role, hash, invited_by, created_at, expires_at)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?)
           ON CONFLICT (project_id, email) DO UPDATE SET id = excluded.id, role = excluded.role, hash = excluded.hash,
             invited_by = excluded.invited_by, created_at = excluded.created_at, expires_at = excluded.expires_at`,
          project,
          id,
          email,
          role,
          hash,
          invitedBy,
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
        const found = await findInvitation(session, hash, now);
        if (found === null) return null;
        const { project: _project, ...invitation } = found;
        return invitation;
      }),

    revokeInvitation: async (projectId, id, claim) => {
      const project = await projects.of(projectId);
      return database.write(project, async (session) => {
        const holder = await requireClaim(session, project, claim);
        const sql = `${selectInvitations} WHERE i.project_id = ? AND i.id = ? FOR UPDATE OF i`;
        const invitation = await session.get<InvitationRecord>(sql, project, id);
        if (invitation === undefined) return null;
        requireGrant(claim, holder, invitation.role);
        await session.run("DELETE FROM invitations WHERE project_id = ? AND id = ?", project, id);
        return invitation;
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

async function readMembers(session: Session, project: number, accountId?: string): Promise<MemberRecord[]> {
  const rows = await session.all<AccountRecord & Omit<MemberRecord, "account"> & { joinedAt: number }>(
    `SELECT a.id, a.email, a.name, a.created_at, m.role, ${secondFactorOf} AS second_factor, a.disabled_at,
       m.created_at AS joined_at
     FROM members m JOIN accounts a ON a.id = m.account
     WHERE m.project_id = $1 AND ($2::text IS NULL OR m.account = $2) ORDER BY m.created_at, a.email`,
    project,
    accountId ?? null,
  );
  return rows.map(({ role, secondFactor, disabledAt, joinedAt, ...account }) => ({
    account,
    role,
    secondFactor,
    disabledAt,
    createdAt: joinedAt,
  }));
}

/** Adds a member; it neither raises nor lowers one. */
async function join(
  session: Session,
  project: number,
  { accountId, role, createdAt }: { readonly accountId: string; readonly role: Role; readonly createdAt: number },
): Promise<void> {
  await session.run(
    "INSERT INTO members (project_id, account, role, created_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
    project,
    accountId,
    role,
    createdAt,
  );
}

/** Deletes the invitations of a member that it may not make in this role; in none, all of them. */
async function deleteInvitations(
  session: Session,
  project: number,
  accountId: string,
  role: Role | null,
): Promise<void> {
  await session.run(
    "DELETE FROM invitations WHERE project_id = ? AND invited_by = ? AND role <> ALL (?::text[])",
    project,
    accountId,
    roles.filter((each) => role !== null && mayGrant(role, each)),
  );
}

type FoundInvitation = InvitationRecord & { readonly project: number };

/** Null too where the account that made the invitation may not grant its role any more. */
async function findInvitation(session: Session, hash: string, now: number): Promise<FoundInvitation | null> {
  const sql = `${selectKeyedInvitations} WHERE i.hash = ? AND i.expires_at > ?`;
  const invitation = await session.get<FoundInvitation>(sql, hash, now);
  if (!invitation || invitation.invitedBy === null) return invitation ?? null;
  const [inviter] = await readMembers(session, invitation.project, invitation.invitedBy);
  const isGranted = inviter && inviter.disabledAt === null && mayGrant(inviter.role, invitation.role);
  return isGranted ? invitation : null;
}

async function accept(
  session: Session,
  account: AccountRecord,
  hash: string,
  now: number,
): Promise<InvitationRecord | null> {
  const asked = await findInvitation(session, hash, now);
  if (asked?.email !== account.email) return null;
  // What was found may be over by the time that nobody else changes members.
  await session.holdLock("members", asked.project);
  const found = await findInvitation(session, hash, now);
  if (found === null) return null;
  const { project, ...invitation } = found;
  const taken = await session.run("DELETE FROM invitations WHERE project_id = ? AND hash = ?", project, hash);
  if (taken === 0) return null;
  await join(session, project, { accountId: account.id, role: invitation.role, createdAt: now });
  return invitation;
}
