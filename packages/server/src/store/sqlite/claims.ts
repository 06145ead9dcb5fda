import type { Role, Scope } from "../../accounts/permissions.ts";
import type { SecondFactorState } from "../accounts.ts";
import { requireStanding, shutsOut } from "../claims.ts";
import type { Claim, Standing } from "../claims.ts";
import type { Database } from "./database.ts";

/** `on`, `off` or `provider`, of the account `a`. */
export const secondFactorOf = `CASE WHEN a.twoFactorEnabled THEN 'on' WHEN EXISTS
  (SELECT 1 FROM accountLogins l WHERE l.userId = a.id AND l.providerId = 'credential') THEN 'off' ELSE 'provider' END`;

const selectStandings = `
  SELECT m.role, p.requiresSecondFactor AND ${secondFactorOf} = 'off' AS lacksSecondFactor
  FROM members m JOIN accounts a ON a.id = m.account JOIN projects p ON p.key = m.project
  WHERE m.account = ? AND a.disabledAt IS NULL`;

interface StandingRow {
  readonly role: Role;
  readonly lacksSecondFactor: number;
}

/**
 * Called first in the transaction of an account action, beside which no other one writes. Throws a `ForbiddenError` unless
 * the claimant still has its permission in the project; returns its role, which is that of an owner without a claim.
 */
export function requireClaim(database: Database, project: number, claim: Claim | undefined): Role {
  return claim ? requireStanding(claim, standingOf(database, project, claim)) : "owner";
}

/** The same for what asks for the permission in any project. */
export function requireClaimAnywhere(database: Database, claim: Claim | undefined): void {
  if (!claim) return;
  const standings = database.all<StandingRow>(selectStandings, claim.id).map(toStanding);
  requireStanding(claim, standings.find((each) => isAdministrator(each)) ?? {});
}

/** Throws a `ConflictError` when the claimant would shut out itself by requiring a second factor. */
export function requireOwnFactor(database: Database, claim: Claim | undefined): void {
  const sql = `SELECT ${secondFactorOf} AS state FROM accounts a WHERE a.id = ?`;
  if (claim && database.get<{ state: SecondFactorState }>(sql, claim.id)?.state === "off") throw shutsOut();
}

function standingOf(database: Database, project: number, { kind, id }: Claim): Standing {
  if (kind === "key") {
    const sql = "SELECT scopes FROM apiKeys WHERE project = ? AND id = ? AND revokedAt IS NULL";
    const scopes = database.get<{ scopes: string }>(sql, project, id)?.scopes.split(",");
    return { scopes: scopes as Scope[] | undefined }; // what `createKey` joined
  }
  const row = database.get<StandingRow>(`${selectStandings} AND m.project = ?`, id, project);
  return row ? toStanding(row) : {};
}

function toStanding({ role, lacksSecondFactor }: StandingRow): Standing {
  return { role, lacksSecondFactor: lacksSecondFactor === 1 };
}

function isAdministrator({ role, lacksSecondFactor }: Standing): boolean {
  return (role === "owner" || role === "admin") && lacksSecondFactor !== true;
}
