import type {
  AccountRecord,
  AccountStore,
  InvitationRecord,
  MemberRecord,
  MembershipRecord,
  NewAccount,
} from "../accounts.ts";
import { ConflictError } from "../errors.ts";
import { createAuthRows } from "./auth-rows.ts";
import type { ProjectRecord } from "../projects.ts";
import type { Database } from "./database.ts";
import type { ProjectKeys } from "./projects.ts";

const accountColumns = "a.id, a.email, a.name, a.createdAt";
/** `on`, `off` or `provider`, of the account `a`. */
const secondFactor = `CASE WHEN a.twoFactorEnabled THEN 'on' WHEN EXISTS
  (SELECT 1 FROM accountLogins l WHERE l.userId = a.id AND l.providerId = 'credential') THEN 'off' ELSE 'provider' END`;
const invitationColumns =
  "i.id, p.id AS projectId, i.email, i.role, i.hash, i.createdAt, i.expiresAt " +
  "FROM invitations i JOIN projects p ON p.key = i.project";

export function createAccountStore(database: Database, keys: ProjectKeys): AccountStore {
  const get = (id: string): AccountRecord | null =>
    database.get<AccountRecord>(`SELECT ${accountColumns} FROM accounts a WHERE a.id = ?`, id) ?? null;
  const byEmail = (email: string): AccountRecord | null =>
    database.get<AccountRecord>(`SELECT ${accountColumns} FROM accounts a WHERE a.email = ?`, email) ?? null;
  const findInvitation = (hash: string, now: number): InvitationRecord | null =>
    database.get<InvitationRecord>(`SELECT ${invitationColumns} WHERE i.hash = ? AND i.expiresAt > ?`, hash, now) ??
    null;

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

  function join(project: number, accountId: string, role: string, now: number): void {
    database.run(
      "INSERT INTO members (project, account, role, createdAt) VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET role = excluded.role",
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

  function accept(account: AccountRecord, hash: string, now: number): InvitationRecord | null {
    const invitation = findInvitation(hash, now);
    if (invitation === null || invitation.email !== account.email) return null;
    const project = keys.of(invitation.projectId);
    database.run("DELETE FROM invitations WHERE hash = ?", hash);
    const known = database.get("SELECT 1 FROM members WHERE project = ? AND account = ?", project, account.id);
    // An invitation adds a member; it neither raises nor lowers one.
    if (known === undefined) join(project, account.id, invitation.role, now);
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
        `SELECT p.id, p.name, p.createdAt, m.role, p.requiresSecondFactor AND ${secondFactor} = 'off' AS lacksSecondFactor
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
      const rows = database.all<AccountRecord & Omit<MemberRecord, "account"> & { joinedAt: number }>(
        `SELECT ${accountColumns}, m.role, ${secondFactor} AS secondFactor, a.disabledAt, m.createdAt AS joinedAt
         FROM members m JOIN accounts a ON a.id = m.account WHERE m.project = ? ORDER BY m.createdAt, a.email`,
        keys.of(projectId),
      );
      return rows.map(({ role, secondFactor: state, disabledAt, joinedAt, ...account }) => ({
        account,
        role,
        secondFactor: state,
        disabledAt,
        createdAt: joinedAt,
      }));
    },

    setRole: (projectId, accountId, role, now) =>
      database.write(() => {
        const project = keys.of(projectId);
        join(project, accountId, role, now);
        requireOwner(project);
      }),

    removeMember: (projectId, accountId) =>
      database.write(() => {
        const project = keys.of(projectId);
        const { changes } = database.run("DELETE FROM members WHERE project = ? AND account = ?", project, accountId);
        if (changes > 0) requireOwner(project);
        return changes > 0;
      }),

    invite: (invitation) =>
      database.write(() => {
        const project = keys.of(invitation.projectId);
        const { id, email, role, hash, createdAt, expiresAt } = invitation;
        database.run("DELETE FROM invitations WHERE project = ? AND email = ?", project, email);
        database.run(
          "INSERT INTO invitations (id, project, email, role, hash, createdAt, expiresAt) VALUES (?, ?, ?, ?, ?, ?, ?)",
          id,
          project,
          email,
          role,
          hash,
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

    revokeInvitation: (projectId, id) =>
      database.write(() => {
        const where = "p.id = ? AND i.id = ?";
        const invitation = database.get<InvitationRecord>(`SELECT ${invitationColumns} WHERE ${where}`, projectId, id);
        database.run("DELETE FROM invitations WHERE project = ? AND id = ?", keys.of(projectId), id);
        return invitation ?? null;
      }),
  };
}
