import { mayGrant, permissionsOfScopes, rolePermissions } from "./permissions.ts";
import type { Permission, Role, Scope } from "./permissions.ts";
import { ConflictError, ForbiddenError } from "./errors.ts";

/**
 * Actor of an account action, and the required permission. The store checks it in the transaction of the action,
 * under a lock that every change of members takes: what a request was allowed when it arrived may be over by then. An
 * action without a claim is performed by the service itself.
 */
export interface Claim {
  readonly kind: "account" | "key";
  readonly id: string;
  readonly permission: Permission;
}

/** Membership of the actor in the project at the time of the action. */
export interface Standing {
  /** Of an account; null when it is no member, or is disabled. */
  readonly role?: Role | null | undefined;
  /** Of a key that was not revoked. */
  readonly scopes?: readonly Scope[] | undefined;
  /** Whether the project requires a second factor, and the account has it off. */
  readonly lacksSecondFactor?: boolean | undefined;
}

/** Throws a `ForbiddenError` unless the claimant has its permission. Returns the role that limits what it may grant. */
export function requireStanding(claim: Claim, { role, scopes, lacksSecondFactor }: Standing): Role {
  const held = role ? rolePermissions[role] : permissionsOfScopes(scopes ?? []);
  if (lacksSecondFactor === true || !held.has(claim.permission)) throw lacking(claim, claim.permission);
  // A key grants nothing.
  return role ?? "viewer";
}

/** Throws a `ForbiddenError` when a role is above what the claimant may grant, change or take away. */
export function requireGrant(claim: Claim | undefined, holder: Role, role: Role): void {
  if (claim && !mayGrant(holder, role)) throw lacking(claim, role === "owner" ? "own" : "admin");
}

export function shutsOut(): ConflictError {
  return new ConflictError("Set up a second factor for your own account first");
}

function lacking({ kind }: Claim, permission: Permission): ForbiddenError {
  const who = kind === "key" ? "The API key" : "Your account";
  return new ForbiddenError(`${who} lacks the permission "${permission}" in this project`, permission);
}
