import type { AccountRecord, InvitationRecord, NewAccount } from "../accounts.ts";
import { ConflictError } from "../errors.ts";
import type { Session } from "./session.ts";

const accountColumns = "id, email, name, created_at";

/** `i` are invitations, `p` their projects. */
export const selectInvitations = `
  SELECT i.id, p.id AS project_id, i.email, i.role, i.hash, i.created_at, i.expires_at
  FROM invitations i JOIN projects p ON p.key = i.project_id`;

export async function findAccount(
  session: Session,
  column: "id" | "email",
  value: string,
): Promise<AccountRecord | null> {
  const sql = `SELECT ${accountColumns} FROM accounts WHERE ${column} = ?`;
  return (await session.get<AccountRecord>(sql, value)) ?? null;
}

/** Rejects with a `ConflictError` when the address has an account. */
export async function insertAccount(session: Session, account: NewAccount): Promise<void> {
  const { id, email, name, createdAt } = account;
  const inserted = await session.run(
    `INSERT INTO accounts (id, email, name, email_verified, created_at, updated_at)
     VALUES ($1, $2, $3, false, $4, $4) ON CONFLICT (email) DO NOTHING`,
    id,
    email,
    name,
    createdAt,
  );
  if (inserted === 0) throw new ConflictError(`An account with the e-mail address ${email} exists.`);
  await insertPassword(session, id, account.passwordHash, createdAt);
}

export async function insertPassword(session: Session, id: string, passwordHash: string, now: number): Promise<void> {
  await session.run(
    `INSERT INTO account_logins (id, account_id, provider_id, user_id, password, created_at, updated_at)
     VALUES ($1, $1, 'credential', $1, $2, $3, $3)`,
    id,
    passwordHash,
    now,
  );
}

/** Takes an invitation for an address away, so that it is used once; null when there is none at that time. */
export async function takeInvitation(
  session: Session,
  hash: string,
  email: string,
  now: number,
): Promise<(InvitationRecord & { readonly project: number }) | null> {
  const sql = `
    DELETE FROM invitations i USING projects p
    WHERE p.key = i.project_id AND i.hash = ? AND i.email = ? AND i.expires_at > ?
    RETURNING i.id, p.id AS project_id, i.email, i.role, i.hash, i.created_at, i.expires_at, i.project_id AS project`;
  return (await session.get<InvitationRecord & { readonly project: number }>(sql, hash, email, now)) ?? null;
}
