import type { Role } from "../../accounts/permissions.ts";
import type { Claim } from "../claims.ts";
import type { Session } from "../session/session.ts";

/**
 * Called first in the transaction of an account action; holds up other account actions in the project. Rejects with a
 * `ForbiddenError` unless the claimant still has its permission; resolves to its role, which is that of an owner without a
 * claim.
 */
export type RequireClaim = (session: Session, project: number, claim: Claim | undefined) => Promise<Role>;
