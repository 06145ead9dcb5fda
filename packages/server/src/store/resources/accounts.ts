import type { AccountRecord, AccountStore, NewAccount } from "../accounts.ts";
import { ConflictError } from "../errors.ts";
import type { Session, Sessions } from "../session/session.ts";
import { createAuthRows } from "./auth-rows.ts";
import { accept, createInvitationStore } from "./invitations.ts";
import { addMember, createMemberStore } from "./members.ts";

const columns = ["id", "email", "name", "created_at as createdAt"] as const;

export function createAccountStore(sessions: Sessions): AccountStore {
  return {
    ...createMemberStore(sessions),
    ...createInvitationStore(sessions),
    ...createAuthRows(sessions),

    count: () =>
      sessions.readInstallation(async (session) => {
        const accounts = session.db.selectFrom("accounts").select(({ fn }) => fn.countAll<number>().as("count"));
        return (await session.get(accounts))?.count ?? 0;
      }),

    get: (id) => sessions.readInstallation((session) => get(session, id)),

    createFirst: (account) =>
      sessions.writeInstallation(async (session) => {
        // Until the transaction ends, no other account or project can be created.
        await session.lockTables("accounts", "projects");
        if ((await session.get(session.db.selectFrom("accounts").select("id").limit(1))) !== undefined) {
          throw new ConflictError(
            "The first account of this service already exists; sign in, or ask for an invitation.",
          );
        }
        await insertAccount(session, account);
        for (const { key } of await session.all(session.db.selectFrom("projects").select("key"))) {
          // oxlint-disable-next-line no-await-in-loop -- one statement after the other
          await addMember(session, key, { account: account.id, role: "owner", createdAt: account.createdAt });
        }
      }),

    createInvited: (account, hash) =>
      sessions.writeInstallation(async (session) => {
        const invitation = await accept(session, account, hash, account.createdAt);
        if (invitation !== null) await insertAccount(session, account);
        return invitation;
      }),

    acceptInvitation: (accountId, hash, now) =>
      sessions.writeInstallation(async (session) => {
        const account = await get(session, accountId);
        return account && accept(session, account, hash, now);
      }),

    setPassword: (email, passwordHash, now) =>
      sessions.writeInstallation(async (session) => {
        const { db, dialect } = session;
        const own = db.selectFrom("accounts").select(columns).where("email", "=", email);
        const account = await session.get(dialect.forUpdate(own));
        if (account === undefined) return null;
        const logins = db.deleteFrom("account_logins").where("user_id", "=", account.id);
        await session.run(logins.where("provider_id", "=", "credential"));
        await insertPassword(session, account.id, passwordHash, now);
        await session.run(db.deleteFrom("sessions").where("user_id", "=", account.id));
        return account;
      }),
  };
}

async function get(session: Session, id: string): Promise<AccountRecord | null> {
  return (await session.get(session.db.selectFrom("accounts").select(columns).where("id", "=", id))) ?? null;
}

/** Rejects with a `ConflictError` if the email has an account. */
async function insertAccount(session: Session, account: NewAccount): Promise<void> {
  const { id, email, name, createdAt, passwordHash } = account;
  const flags = { email_verified: 0, two_factor_enabled: 0 };
  const inserted = await session.run(
    session.db
      .insertInto("accounts")
      .values({ id, email, name, ...flags, created_at: createdAt, updated_at: createdAt })
      .onConflict((on) => on.column("email").doNothing()),
  );
  if (inserted === 0) throw new ConflictError(`An account with the email ${email} already exists.`);
  await insertPassword(session, id, passwordHash, createdAt);
}

async function insertPassword(session: Session, id: string, password: string, now: number): Promise<void> {
  const login = { id, account_id: id, provider_id: "credential", user_id: id };
  await session.run(
    session.db.insertInto("account_logins").values({ ...login, password, created_at: now, updated_at: now }),
  );
}
