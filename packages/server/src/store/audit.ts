import type { JsonObject } from "../json/json-value.ts";

/** Audited actions: actions on accounts, changes of permissions and limits, and deletions. */
export const auditActions = [
  "accountCreated",
  "signedIn",
  "signInFailed",
  "signedOut",
  "signedOutEverywhere",
  "sessionsEnded",
  "passwordChanged",
  "passwordReset",
  "secondFactorEnabled",
  "secondFactorDisabled",
  "secondFactorFailed",
  "backupCodeUsed",
  "backupCodesRenewed",
  "singleSignOnConnected",
  "projectCreated",
  "projectRenamed",
  "limitsChanged",
  "secondFactorRequired",
  "secondFactorNotRequired",
  "projectDeleted",
  "memberInvited",
  "invitationRevoked",
  "memberJoined",
  "roleChanged",
  "memberRemoved",
  "keyCreated",
  "keyRevoked",
  "threadShared",
  "threadUnshared",
  "participantDataDeleted",
  "modelConnectionCreated",
  "modelConnectionChanged",
  "modelConnectionDeleted",
  "modelConnectionTested",
  "userDeleted",
  "datasetDeleted",
  "experimentStarted",
  "experimentCanceled",
  "experimentContinued",
  "experimentDeleted",
  "promptDeleted",
  "scoreSchemaDeleted",
  "evaluatorDeleted",
  "evaluationRuleCreated",
  "evaluationRuleChanged",
  "evaluationRuleBackfilled",
  "evaluationRuleDeleted",
  "reviewQueueCreated",
  "reviewQueueChanged",
  "reviewQueueDeleted",
  "reviewItemsAdded",
  "alertCreated",
  "alertChanged",
  "alertSilenced",
  "alertDeleted",
  "channelCreated",
  "channelChanged",
  "channelDeleted",
  "channelTested",
  "dashboardDeleted",
] as const;
export type AuditAction = (typeof auditActions)[number];

/**
 * Kind of actor: an account, an API key, any caller of a service without sign-in (`noLogin`), or an anonymous visitor.
 */
export type AuditActorKind = "account" | "key" | "noLogin" | "visitor";

/** An event in the audit log. `actorName` and `subjectName` are the names at the time of the event. */
export interface AuditEvent {
  readonly id: string;
  readonly createdAt: number;
  readonly action: AuditAction;
  readonly actorKind: AuditActorKind;
  /** Id of the account or the key. */
  readonly actorId: string | null;
  /** Email of the account, or name of the key. */
  readonly actorName: string | null;
  /** IP address of the request; null if unknown. */
  readonly address: string | null;
  /** Id of the target: an account, invitation, key, thread or project, or a deleted record. */
  readonly subjectId: string | null;
  readonly subjectName: string | null;
  readonly details: JsonObject | null;
}

/** Selects the events that match all given conditions. Times are epoch milliseconds. */
export interface AuditFilter {
  /** Id of the actor, or a part of its name. */
  readonly actor?: string | undefined;
  readonly actions?: readonly AuditAction[] | undefined;
  /** Id of the target, or a part of its name. */
  readonly target?: string | undefined;
  /** Inclusive. */
  readonly from?: number | undefined;
  /** Exclusive. */
  readonly until?: number | undefined;
}

/** Events never change. They are deleted by retention or with their project. */
export interface AuditStore {
  append(projectId: string, event: AuditEvent): Promise<void>;
  /**
   * Lists events, newest first. With `before`, lists the events before the event with that id, or none if the id is
   * unknown.
   */
  list(
    projectId: string,
    page: { readonly first: number; readonly before?: string | undefined; readonly filter?: AuditFilter | undefined },
  ): Promise<AuditEvent[]>;
  /** Deletes at most `limit` events created before a time (epoch ms). Resolves to the number of deleted events. */
  expire(projectId: string, events: { readonly before: number; readonly limit: number }): Promise<number>;
}
