import { mayGrant, permissionsOfScopes, rolePermissions } from "./permissions.ts";
import type { Permission, Role, Scope } from "./permissions.ts";
import { ConflictError, ForbiddenError } from "./errors.ts";

/**
 * Actor of an account action, called the claimant, and the permission that the action requires. Permissions may have
 * changed since the request arrived. So the store checks the claim in the action's transaction, under a lock that every
 * change of members takes. An action without a claim is performed by the service itself.
 */
export interface Claim {
  readonly kind: "account" | "key";
  readonly id: string;
  readonly permission: Permission;
}

export interface Standing {
  /** Role of an account; null if it is not a member, or disabled. */
  readonly role?: Role | null | undefined;
  /** Scopes of a key that is not revoked. */
  readonly scopes?: readonly Scope[] | undefined;
  /** Whether the project requires two-factor authentication and the account lacks it. */
  readonly lacksSecondFactor?: boolean | undefined;
}

/**
 * Throws a `ForbiddenError` unless the claimant has the permission of the claim. Returns the role that decides which
 * roles the claimant may grant.
 */
export function requireStanding(claim: Claim, { role, scopes, lacksSecondFactor }: Standing): Role {
  const held = role ? rolePermissions[role] : permissionsOfScopes(scopes ?? []);
  if (lacksSecondFactor === true || !held.has(claim.permission)) throw lacking(claim, claim.permission);
  // An API key has no role. As a viewer, it cannot grant any role.
  return role ?? "viewer";
}

/** Throws a `ForbiddenError` if a role is above what the claimant may grant, change or revoke. */
export function requireGrant(claim: Claim | undefined, holder: Role, role: Role): void {
  if (claim && !mayGrant(holder, role)) throw lacking(claim, role === "owner" ? "own" : "admin");
}

export function shutsOut(): ConflictError {
  return new ConflictError("Set up two-factor authentication for your own account first");
}

function lacking({ kind }: Claim, permission: Permission): ForbiddenError {
  const who = kind === "key" ? "The API key" : "Your account";
  return new ForbiddenError(`${who} lacks the permission "${permission}" in this project`, permission);
}
