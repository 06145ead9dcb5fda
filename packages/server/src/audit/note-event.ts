import type { Actor } from "../access/actor.ts";
import type { AuditAction, AuditEvent } from "../store/audit.ts";
import type { AccountRecord } from "../store/accounts.ts";
import type { JsonObject } from "../json/json-value.ts";
import type { Store } from "../store/store.ts";

/** Action and target. */
export interface Deed {
  readonly action: AuditAction;
  readonly subjectId?: string | null | undefined;
  readonly subjectName?: string | null | undefined;
  readonly details?: JsonObject | undefined;
}

/** Actor and IP address. */
export type Doer = Pick<AuditEvent, "actorId" | "actorKind" | "actorName" | "address">;

/** Input of an audit event. */
export interface AuditParts {
  readonly store: Pick<Store, "accounts" | "audit">;
  readonly now: () => number;
  readonly newId: () => string;
}

/** Notes in a project what was done in it. */
export async function noteEvent(parts: AuditParts, projectId: string, doer: Doer, deed: Deed): Promise<void> {
  const { action, subjectId = null, subjectName = null, details = null } = deed;
  const event = { id: parts.newId(), createdAt: parts.now(), action, ...doer, subjectId, subjectName, details };
  await parts.store.audit.append(projectId, event);
}

/** Notes what concerns an account in every project that it is a member of. */
export async function noteOfAccount(
  parts: AuditParts,
  account: Pick<AccountRecord, "email" | "id">,
  doer: Doer,
  action: AuditAction,
): Promise<void> {
  const deed = { action, subjectId: account.id, subjectName: account.email };
  for (const { project } of await parts.store.accounts.memberships(account.id)) {
    // oxlint-disable-next-line no-await-in-loop -- an account has few projects, and events an order
    await noteEvent(parts, project.id, doer, deed);
  }
}

export function doerOf(actor: Actor, address: string | null): Doer {
  const { account, key } = actor;
  if (key) return { actorKind: "key", actorId: key.id, actorName: key.name, address };
  if (account) return { actorKind: "account", actorId: account.id, actorName: account.email, address };
  return { actorKind: actor.kind === "noLogin" ? "noLogin" : "visitor", actorId: null, actorName: null, address };
}

export function visitorFrom(address: string | null): Doer {
  return { actorKind: "visitor", actorId: null, actorName: null, address };
}
