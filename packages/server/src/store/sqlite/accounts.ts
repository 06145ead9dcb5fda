import type {
  AccountRecord,
  AccountStore,
  InvitationRecord,
  MemberRecord,
  MembershipRecord,
  NewAccount,
} from "../accounts.ts";
import { mayGrant, roles } from "../../accounts/permissions.ts";
import type { Role } from "../../accounts/permissions.ts";
import { requireGrant } from "../claims.ts";
import { ConflictError } from "../errors.ts";
import { createAuthRows } from "./auth-rows.ts";
import { requireClaim, secondFactorOf } from "./claims.ts";
import type { ProjectRecord } from "../projects.ts";
import type { Database } from "./database.ts";
import type { ProjectKeys } from "./projects.ts";

const accountColumns = "a.id, a.email, a.name, a.createdAt";
const invitationColumns =
  "i.id, p.id AS projectId, i.email, i.role, i.hash, i.invitedBy, i.createdAt, i.expiresAt " +
  "FROM invitations i JOIN projects p ON p.key = i.project";

export function createAccountStore(database: Database, keys: ProjectKeys): AccountStore {
  const get = (id: string): AccountRecord | null =>
    database.get<AccountRecord>(`SELECT ${accountColumns} FROM accounts a WHERE a.id = ?`, id) ?? null;
  const byEmail = (email: string): AccountRecord | null =>
    database.get<AccountRecord>(`SELECT ${accountColumns} FROM accounts a WHERE a.email = ?`, email) ?? null;
  function findInvitation(hash: string, now: number): InvitationRecord | null {
    const sql = `SELECT ${invitationColumns} WHERE i.hash = ? AND i.expiresAt > ?`;
    const invitation = database.get<InvitationRecord>(sql, hash, now);
    return invitation && isGranted(invitation) ? invitation : null;
  }

  /** Whether the account that made the invitation may still grant its role. */
  function isGranted({ projectId, invitedBy, role }: InvitationRecord): boolean {
    if (invitedBy === null) return true;
    const inviter = memberOf(keys.of(projectId), invitedBy);
    return inviter !== null && inviter.disabledAt === null && mayGrant(inviter.role, role);
  }

  const readMembers = (where: string, ...parameters: (string | number)[]): MemberRecord[] =>
    database
      .all<AccountRecord & Omit<MemberRecord, "account"> & { joinedAt: number }>(
        `SELECT ${accountColumns}, m.role, ${secondFactorOf} AS secondFactor, a.disabledAt, m.createdAt AS joinedAt
         FROM members m JOIN accounts a ON a.id = m.account WHERE ${where} ORDER BY m.createdAt, a.email`,
        ...parameters,
      )
      .map(({ role, secondFactor, disabledAt, joinedAt, ...account }) => ({
        account,
        role,
        secondFactor,
        disabledAt,
        createdAt: joinedAt,
      }));
  const memberOf = (project: number, accountId: string): MemberRecord | null =>
    readMembers("m.project = ? AND m.account = ?", project, accountId)[0] ?? null;

  function insertAccount({ id, email, name, createdAt, passwordHash }: NewAccount): void {
    if (byEmail(email) !== null) throw new ConflictError(`An account with the e-mail address ${email} exists.`);
    database.run(
      "INSERT INTO accounts (id, email, name, emailVerified, createdAt, updatedAt) VALUES (?, ?, ?, 0, ?, ?)",
      id,
      email,
      name,
      createdAt,
      createdAt,
    );
    database.run(
      "INSERT INTO accountLogins (id, accountId, providerId, userId, password, createdAt, updatedAt) VALUES (?, ?, 'credential', ?, ?, ?, ?)",
      id,
      id,
      id,
      passwordHash,
      createdAt,
      createdAt,
    );
  }

  /** Adds a member; it neither raises nor lowers one. */
  function join(project: number, accountId: string, role: string, now: number): void {
    database.run(
      "INSERT INTO members (project, account, role, createdAt) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
      project,
      accountId,
      role,
      now,
    );
  }

  /** Rejects what the surrounding transaction then undoes. */
  function requireOwner(project: number): void {
    if (database.get("SELECT 1 FROM members WHERE project = ? AND role = 'owner'", project) !== undefined) return;
    throw new ConflictError("A project keeps at least one owner; make somebody else an owner first.");
  }

  /** Deletes the invitations of a member that it may not make in this role; in none, all of them. */
  function deleteInvitations(project: number, accountId: string, role: Role | null): void {
    const kept = roles.filter((each) => role !== null && mayGrant(role, each));
    database.run(
      `DELETE FROM invitations WHERE project = ? AND invitedBy = ? AND role NOT IN (${kept.map(() => "?").join(", ")})`,
      project,
      accountId,
      ...kept,
    );
  }

  function accept(account: AccountRecord, hash: string, now: number): InvitationRecord | null {
    const invitation = findInvitation(hash, now);
    if (invitation === null || invitation.email !== account.email) return null;
    const project = keys.of(invitation.projectId);
    database.run("DELETE FROM invitations WHERE hash = ?", hash);
    join(project, account.id, invitation.role, now);
    return invitation;
  }

  return {
    ...createAuthRows(database),

    async count() {
      return database.get<{ count: number }>("SELECT count(*) AS count FROM accounts")?.count ?? 0;
    },

    async get(id) {
      return get(id);
    },

    createFirst: (account) =>
      database.write(() => {
        if (database.get("SELECT 1 FROM accounts LIMIT 1") !== undefined) {
          throw new ConflictError("The installation has an owner already; sign in, or ask for an invitation.");
        }
        insertAccount(account);
        database.run(
          "INSERT INTO members (project, account, role, createdAt) SELECT key, ?, 'owner', ? FROM projects",
          account.id,
          account.createdAt,
        );
      }),

    createInvited: (account, hash) =>
      database.write(() => {
        if (findInvitation(hash, account.createdAt)?.email !== account.email) return null;
        insertAccount(account);
        return accept(account, hash, account.createdAt);
      }),

    acceptInvitation: (accountId, hash, now) =>
      database.write(() => {
        const account = get(accountId);
        return account && accept(account, hash, now);
      }),

    setPassword: (email, passwordHash, now) =>
      database.write(() => {
        const account = byEmail(email);
        if (account === null) return null;
        database.run("DELETE FROM accountLogins WHERE userId = ? AND providerId = 'credential'", account.id);
        database.run(
          "INSERT INTO accountLogins (id, accountId, providerId, userId, password, createdAt, updatedAt) VALUES (?, ?, 'credential', ?, ?, ?, ?)",
          account.id,
          account.id,
          account.id,
          passwordHash,
          now,
          now,
        );
        database.run("DELETE FROM sessions WHERE userId = ?", account.id);
        return account;
      }),

    async memberships(accountId) {
      const rows = database.all<ProjectRecord & { role: MembershipRecord["role"]; lacksSecondFactor: number }>(
        `SELECT p.id, p.name, p.createdAt, m.role, p.requiresSecondFactor AND ${secondFactorOf} = 'off' AS lacksSecondFactor
         FROM members m JOIN projects p ON p.key = m.project JOIN accounts a ON a.id = m.account
         WHERE m.account = ? ORDER BY p.key`,
        accountId,
      );
      return rows.map(({ role, lacksSecondFactor, ...project }) => ({
        project,
        role,
        lacksSecondFactor: lacksSecondFactor === 1,
      }));
    },

    async members(projectId) {
      return readMembers("m.project = ?", keys.of(projectId));
    },

    addMember: (projectId, accountId, role, createdAt) =>
      database.write(() => join(keys.of(projectId), accountId, role, createdAt)),

    changeRole: (projectId, accountId, role, claim) =>
      database.write(() => {
        const project = keys.of(projectId);
        const holder = requireClaim(database, project, claim);
        const member = memberOf(project, accountId);
        if (member === null) return null;
        requireGrant(claim, holder, member.role);
        requireGrant(claim, holder, role);
        database.run("UPDATE members SET role = ? WHERE project = ? AND account = ?", role, project, accountId);
        requireOwner(project);
        deleteInvitations(project, accountId, role);
        return { ...member, role };
      }),

    removeMember: (projectId, accountId, claim) =>
      database.write(() => {
        const project = keys.of(projectId);
        const holder = requireClaim(database, project, claim);
        const member = memberOf(project, accountId);
        if (member === null) return null;
        requireGrant(claim, holder, member.role);
        database.run("DELETE FROM members WHERE project = ? AND account = ?", project, accountId);
        requireOwner(project);
        deleteInvitations(project, accountId, null);
        return member;
      }),

    invite: (invitation, claim) =>
      database.write(() => {
        const project = keys.of(invitation.projectId);
        const { id, email, role, hash, invitedBy, createdAt, expiresAt } = invitation;
        const holder = requireClaim(database, project, claim);
        requireGrant(claim, holder, role);
        const replaced = database.get<{ role: Role }>(
          "SELECT role FROM invitations WHERE project = ? AND email = ?",
          project,
          email,
        );
        if (replaced) requireGrant(claim, holder, replaced.role);
        database.run("DELETE FROM invitations WHERE project = ? AND email = ?", project, email);
        database.run(
          "INSERT INTO invitations (id, project, email, role, hash, invitedBy, createdAt, expiresAt) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
          id,
          project,
          email,
          role,
          hash,
          invitedBy,
          createdAt,
          expiresAt,
        );
      }),

    async invitations(projectId, now) {
      return database.all<InvitationRecord>(
        `SELECT ${invitationColumns} WHERE p.id = ? AND i.expiresAt > ? ORDER BY i.createdAt, i.id`,
        projectId,
        now,
      );
    },

    async findInvitation(hash, now) {
      return findInvitation(hash, now);
    },

    revokeInvitation: (projectId, id, claim) =>
      database.write(() => {
        const project = keys.of(projectId);
        const holder = requireClaim(database, project, claim);
        const where = "p.id = ? AND i.id = ?";
        const invitation = database.get<InvitationRecord>(`SELECT ${invitationColumns} WHERE ${where}`, projectId, id);
        if (invitation === undefined) return null;
        requireGrant(claim, holder, invitation.role);
        database.run("DELETE FROM invitations WHERE project = ? AND id = ?", project, id);
        return invitation;
      }),
  };
}
