import type { Actor } from "../access/actor.ts";
import type { AuditAction, AuditEvent } from "../store/audit.ts";
import type { AccountRecord } from "../store/accounts.ts";
import type { JsonObject } from "../json/json-value.ts";
import type { Store } from "../store/store.ts";

export interface AuditedAction {
  readonly action: AuditAction;
  readonly subjectId?: string | null | undefined;
  readonly subjectName?: string | null | undefined;
  readonly details?: JsonObject | undefined;
}

export type AuditActor = Pick<AuditEvent, "actorId" | "actorKind" | "actorName" | "address">;

export interface AuditContext {
  readonly store: Pick<Store, "accounts" | "audit">;
  readonly now: () => number;
  readonly newId: () => string;
}

export async function recordEvent(
  context: AuditContext,
  projectId: string,
  actor: AuditActor,
  audited: AuditedAction,
): Promise<void> {
  const { action, subjectId = null, subjectName = null, details = null } = audited;
  const event = { id: context.newId(), createdAt: context.now(), action, ...actor, subjectId, subjectName, details };
  await context.store.audit.append(projectId, event);
}

/** Adds an event about an account to the audit log of each of its projects. */
export async function recordAccountEvent(
  context: AuditContext,
  account: Pick<AccountRecord, "email" | "id">,
  actor: AuditActor,
  action: AuditAction,
): Promise<void> {
  const audited = { action, subjectId: account.id, subjectName: account.email };
  for (const { project } of await context.store.accounts.memberships(account.id)) {
    // oxlint-disable-next-line no-await-in-loop -- events are ordered, and an account has few projects
    await recordEvent(context, project.id, actor, audited);
  }
}

export function auditActorOf(actor: Actor, address: string | null): AuditActor {
  const { account, key } = actor;
  if (key) return { actorKind: "key", actorId: key.id, actorName: key.name, address };
  if (account) return { actorKind: "account", actorId: account.id, actorName: account.email, address };
  return { actorKind: actor.kind === "noLogin" ? "noLogin" : "visitor", actorId: null, actorName: null, address };
}

export function visitorAt(address: string | null): AuditActor {
  return { actorKind: "visitor", actorId: null, actorName: null, address };
}
