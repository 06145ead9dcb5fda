import type { Role, Scope } from "../../accounts/permissions.ts";
import type { SecondFactorState } from "../accounts.ts";
import { requireStanding, shutsOut } from "../claims.ts";
import type { Claim, Standing } from "../claims.ts";
import type { Session } from "./session.ts";

/** `on`, `off` or `provider`, of the account `a`. */
export const secondFactorOf = `CASE WHEN a.two_factor_enabled THEN 'on' WHEN EXISTS
  (SELECT 1 FROM account_logins l WHERE l.user_id = a.id AND l.provider_id = 'credential') THEN 'off' ELSE 'provider' END`;

const selectStandings = `
  SELECT m.role, p.requires_second_factor AND ${secondFactorOf} = 'off' AS lacks_second_factor
  FROM members m JOIN accounts a ON a.id = m.account JOIN projects p ON p.key = m.project_id
  WHERE m.account = ? AND a.disabled_at IS NULL`;

/** What a claim was read from stays as it is until the transaction ends. */
const held = "FOR SHARE OF m, a";

/**
 * Called first in the transaction of an account action: waits for other account actions in the project and holds them up
 * until the transaction ends. Throws a `ForbiddenError` unless the claimant still has its permission; resolves to its role,
 * which is that of an owner without a claim.
 */
export async function requireClaim(session: Session, project: number, claim: Claim | undefined): Promise<Role> {
  await session.holdLock("members", project);
  return claim ? requireStanding(claim, await standingOf(session, project, claim)) : "owner";
}

/** The same for what asks for the permission in any project; the membership that gives it stays until the transaction ends. */
export async function requireClaimAnywhere(session: Session, claim: Claim | undefined): Promise<void> {
  if (!claim) return;
  const standings = await session.all<Standing>(`${selectStandings} ${held}`, claim.id);
  requireStanding(claim, standings.find((each) => isAdministrator(each)) ?? {});
}

/** Rejects with a `ConflictError` when the claimant would shut out itself by requiring a second factor. */
export async function requireOwnFactor(session: Session, claim: Claim | undefined): Promise<void> {
  if (!claim) return;
  const sql = `SELECT ${secondFactorOf} AS state FROM accounts a WHERE a.id = ?`;
  if ((await session.get<{ state: SecondFactorState }>(sql, claim.id))?.state === "off") throw shutsOut();
}

async function standingOf(session: Session, project: number, { kind, id }: Claim): Promise<Standing> {
  if (kind === "key") {
    const sql = "SELECT scopes FROM api_keys WHERE project_id = ? AND id = ? AND revoked_at IS NULL FOR SHARE";
    const row = await session.get<{ scopes: string }>(sql, project, id);
    return { scopes: row?.scopes.split(",") as Scope[] | undefined }; // what `createKey` joined
  }
  return (await session.get<Standing>(`${selectStandings} AND m.project_id = ? ${held}`, id, project)) ?? {};
}

function isAdministrator({ role, lacksSecondFactor }: Standing): boolean {
  return (role === "owner" || role === "admin") && lacksSecondFactor !== true;
}
