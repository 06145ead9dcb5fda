import { type RawBuilder, sql } from "kysely";
import type { Role } from "../permissions.ts";
import type { SecondFactorState } from "../accounts.ts";
import { type Claim, requireStanding, shutsOut, type Standing } from "../claims.ts";
import { apiKeys as keyTable } from "../schema/accounts.ts";
import { RecordTable } from "../session/record-table.ts";
import type { Session } from "../session/session.ts";

const keys = new RecordTable(keyTable);

/** SQL expression for the state of two-factor authentication of the account `a`. */
export const secondFactor: RawBuilder<SecondFactorState> = sql`
  CASE WHEN a.two_factor_enabled = 1 THEN 'on' WHEN EXISTS
  (SELECT 1 FROM account_logins l WHERE l.user_id = a.id AND l.provider_id = 'credential') THEN 'off' ELSE 'provider' END`;

/**
 * Rejects with a `ForbiddenError` unless the account or key of the claim still has the required permission. Resolves to
 * its role; without a claim, to `owner`. Call it first in a transaction, because it acquires the lock that prevents
 * concurrent changes of members.
 */
export async function requireClaim(session: Session, project: number, claim: Claim | undefined): Promise<Role> {
  await session.holdLock("members", project);
  return claim ? requireStanding(claim, await standingOf(session, project, claim)) : "owner";
}

/**
 * Like {@link requireClaim}, for an action that the administrators of any project may perform. Locks the memberships of
 * the account until the transaction ends.
 */
export async function requireClaimAnywhere(session: Session, claim: Claim | undefined): Promise<void> {
  if (!claim) return;
  const standings = await standingsOf(session, claim.id);
  requireStanding(claim, standings.find((each) => isAdministrator(each)) ?? {});
}

/**
 * Prevents an account from locking itself out of a project that requires a second factor. Rejects with a
 * `ConflictError` if the account of the claim has no second factor.
 */
export async function requireOwnFactor(session: Session, claim: Claim | undefined): Promise<void> {
  if (!claim) return;
  const account = await session.get(
    session.db.selectFrom("accounts as a").select(secondFactor.as("state")).where("a.id", "=", claim.id),
  );
  if (account?.state === "off") throw shutsOut();
}

async function standingOf(session: Session, project: number, { kind, id }: Claim): Promise<Standing> {
  if (kind === "account") return (await standingsOf(session, id, project))[0] ?? {};
  const key = await keys.find(session, project, (query) =>
    session.dialect.forShare(query.where("id", "=", id).where("revoked_at", "is", null), ["api_keys"]),
  );
  return { scopes: key?.scopes };
}

/**
 * Selects the membership of an account in one project, or its memberships in all projects. Locks the rows until the
 * transaction ends.
 */
async function standingsOf(session: Session, account: string, project?: number): Promise<Standing[]> {
  const query = session.db
    .selectFrom("members as m")
    .innerJoin("accounts as a", "a.id", "m.account")
    .innerJoin("projects as p", "p.key", "m.project_id")
    .select(["m.role", "p.requires_second_factor", secondFactor.as("second_factor")])
    .where("m.account", "=", account)
    .where("a.disabled_at", "is", null)
    .$if(project !== undefined, (all) => all.where("m.project_id", "=", project ?? 0));
  const rows = await session.all(session.dialect.forShare(query, ["m", "a"]));
  return rows.map((row) => ({
    role: row.role,
    lacksSecondFactor: row.requires_second_factor === 1 && row.second_factor === "off",
  }));
}

function isAdministrator({ role, lacksSecondFactor }: Standing): boolean {
  return (role === "owner" || role === "admin") && lacksSecondFactor !== true;
}
