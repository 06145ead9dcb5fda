import { badInput, RecordError } from "../records/errors.ts";
import type { AccountRecord } from "../store/accounts.ts";
import type { ApiKeyRecord } from "../store/projects.ts";
import type { ThreadShareRecord } from "../store/shares.ts";
import { browserFields, isBrowserKey } from "./browser-key.ts";
import { fieldPermissions, shareFields } from "./field-permissions.ts";
import type { FieldPermission } from "./field-permissions.ts";
import { permissionsOfScopes, rolePermissions } from "../store/permissions.ts";
import type { Permission, Role } from "../store/permissions.ts";

/** The caller of a request, with its permissions in the project of the request. */
export interface Actor {
  readonly kind: "key" | "account" | "noLogin" | "share";
  /** Null unless `kind` is `account`. */
  readonly account: AccountRecord | null;
  readonly key: ApiKeyRecord | null;
  /**
   * Role in the project of the request. Null for API keys and share links, which have no role. If the request names no
   * project, this is the role in the caller's only project, or null if the caller does not have exactly one.
   */
  readonly role: Role | null;
  /** Null if the request names no project, and the caller does not have exactly one. */
  readonly permissions: ReadonlySet<Permission> | null;
  /**
   * True if the project requires two-factor authentication and the account does not use it. Requests to the project are
   * then rejected.
   */
  readonly lacksSecondFactor?: boolean | undefined;
  readonly share?: ThreadShareRecord | undefined;
}

export const projectHeader = "x-threadline-project";

export function actorOfKey(key: ApiKeyRecord): Actor {
  return { kind: "key", account: null, key, role: null, permissions: permissionsOfScopes(key.scopes) };
}

export function actorOfRole(account: AccountRecord | null, role: Role | null, lacksSecondFactor = false): Actor {
  const kind = account === null ? "noLogin" : "account";
  const permissions = role && (lacksSecondFactor ? new Set<Permission>() : rolePermissions[role]);
  return { kind, account, key: null, role, permissions, lacksSecondFactor };
}

export function actorOfShare(share: ThreadShareRecord): Actor {
  return { kind: "share", account: null, key: null, role: null, permissions: new Set(["read"]), share };
}

export function actorName({ kind, account, key, share }: Actor): string {
  return `${kind} ${key?.id ?? account?.id ?? share?.id ?? ""}`;
}

/**
 * Throws `FORBIDDEN` unless the actor has one of the permissions in the project of the request. Throws `BAD_USER_INPUT`
 * if this project is unknown, because the request names none and the account does not have exactly one.
 */
export function requirePermission(actor: Actor, anyOf: readonly Permission[]): void {
  if (anyOf.length === 0) return;
  if (actor.permissions === null) {
    throw badInput(projectHeader, "must name a project, by ID or name");
  }
  if (anyOf.some((permission) => actor.permissions?.has(permission))) return;
  const [permission] = anyOf;
  if (actor.lacksSecondFactor === true) {
    const message = "This project requires two-factor authentication; enable it in your account settings";
    throw new RecordError("FORBIDDEN", message, { permission, reason: "SECOND_FACTOR_REQUIRED" });
  }
  const who = actor.kind === "key" ? "The API key" : "Your account";
  const lacking = anyOf.map((each) => `"${each}"`).join(" or ");
  throw new RecordError("FORBIDDEN", `${who} lacks the permission ${lacking} in this project`, { permission });
}

/** Throws `FORBIDDEN` unless the actor may use a root field, such as `Query.threads`, with these arguments. */
export function requireField(actor: Actor, coordinate: string, args: object): void {
  const row = fieldPermissions[coordinate];
  if (!row) throw new Error(`No permission is defined for the field ${coordinate}`);
  if (actor.share && !shareFields.has(coordinate)) {
    throw new RecordError("FORBIDDEN", "A share link only grants access to the shared thread");
  }
  if (isBrowserKey(actor)) {
    if (browserFields.has(coordinate)) return;
    throw new RecordError(
      "FORBIDDEN",
      "A browser key can only record threads and steps and create scores; use a server-side API key for other operations",
    );
  }
  requirePermission(actor, permissionsFor(row, args));
}

function permissionsFor({ anyOf, forTags }: FieldPermission, args: object): readonly Permission[] {
  if (forTags === undefined || !Object.keys(args).every((name) => name === "id" || name === "tags")) return anyOf;
  return [forTags, ...anyOf];
}
