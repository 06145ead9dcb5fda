import { mayGrant, permissionsOfScopes, rolePermissions } from "./permissions.ts";
import type { Permission, Role, Scope } from "./permissions.ts";
import { ConflictError, ForbiddenError } from "./errors.ts";

/**
 * Account or API key that performs an action (the claimant), and the permission that the action requires. The
 * permission may have been revoked since the request arrived, so the store checks it again in the transaction of the
 * action. Actions of the service itself have no claim.
 */
export interface Claim {
  readonly kind: "account" | "key";
  readonly id: string;
  readonly permission: Permission;
}

export interface Standing {
  /** Role of the account. Null or absent for a key, and for an account that is disabled or not a member. */
  readonly role?: Role | null | undefined;
  /** Scopes of the API key. Absent for an account, and for a revoked key. */
  readonly scopes?: readonly Scope[] | undefined;
  /** Whether the project requires two-factor authentication and the account lacks it. */
  readonly lacksSecondFactor?: boolean | undefined;
}

/**
 * Throws a `ForbiddenError` unless the claimant has the permission of the claim. Returns the claimant's role, to pass
 * to {@link requireGrant}.
 */
export function requireStanding(claim: Claim, { role, scopes, lacksSecondFactor }: Standing): Role {
  const held = role ? rolePermissions[role] : permissionsOfScopes(scopes ?? []);
  if (lacksSecondFactor === true || !held.has(claim.permission)) throw lacking(claim, claim.permission);
  // An API key has no role. Here, an API key counts as a viewer, because viewers may not grant any role.
  return role ?? "viewer";
}

/** Throws a `ForbiddenError` if a claimant with the role `holder` may not grant, change or revoke `role`. */
export function requireGrant(claim: Claim | undefined, holder: Role, role: Role): void {
  if (claim && !mayGrant(holder, role)) throw lacking(claim, role === "owner" ? "own" : "admin");
}

export function shutsOut(): ConflictError {
  return new ConflictError("To require two-factor authentication, first set it up for your own account");
}

function lacking({ kind }: Claim, permission: Permission): ForbiddenError {
  const who = kind === "key" ? "The API key" : "Your account";
  return new ForbiddenError(`${who} lacks the permission "${permission}" in this project`, permission);
}
