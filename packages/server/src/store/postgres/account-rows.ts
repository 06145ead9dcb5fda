import type { AccountRecord, NewAccount } from "../accounts.ts";
import { ConflictError } from "../errors.ts";
import type { Session } from "./session.ts";

const accountColumns = "id, email, name, created_at";

const invitationColumns = "i.id, p.id AS project_id, i.email, i.role, i.hash, i.invited_by, i.created_at, i.expires_at";

/** `i` are invitations, `p` their projects. */
export const selectInvitations: string = `SELECT ${invitationColumns} FROM invitations i JOIN projects p ON p.key = i.project_id`;

/** The same with the small keys of the projects. */
export const selectKeyedInvitations: string = `
  SELECT ${invitationColumns}, p.key AS project FROM invitations i JOIN projects p ON p.key = i.project_id`;

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
