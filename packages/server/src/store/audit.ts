import type { JsonObject } from "./json.ts";

/** What is noted of what people do about accounts and access. */
export const auditActions = [
  "accountCreated",
  "signedIn",
  "signInFailed",
  "signedOut",
  "signedOutEverywhere",
  "sessionsEnded",
  "passwordChanged",
  "secondFactorEnabled",
  "secondFactorDisabled",
  "secondFactorFailed",
  "backupCodeUsed",
  "backupCodesRenewed",
  "singleSignOnConnected",
  "projectCreated",
  "projectRenamed",
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
] as const;
export type AuditAction = (typeof auditActions)[number];

/** What made the request: an account, an API key, whoever reaches a service without a login, or somebody not signed in. */
export type AuditActorKind = "account" | "key" | "noLogin" | "visitor";

/** Who did what, when and from where. Names are as they were then. */
export interface AuditEvent {
  readonly id: string;
  readonly createdAt: number;
  readonly action: AuditAction;
  readonly actorKind: AuditActorKind;
  /** Id of the account or the key. */
  readonly actorId: string | null;
  /** The account's e-mail address, or the key's name. */
  readonly actorName: string | null;
  /** The address that the request came from; null where that is not known. */
  readonly address: string | null;
  /** What it was done to: an account, an invitation, a key, a thread, a project. */
  readonly subjectId: string | null;
  readonly subjectName: string | null;
  readonly details: JsonObject | null;
}

/** What was noted stays as it is until its time is over or its project is deleted. */
export interface AuditStore {
  append(projectId: string, event: AuditEvent): Promise<void>;
  /** Newest first; with `before`, those that were noted before the event of that id, and none when there is no such event. */
  list(
    projectId: string,
    page: { readonly first: number; readonly before?: string | undefined },
  ): Promise<AuditEvent[]>;
  /** Removes events that were noted before a time in epoch ms, `limit` at most; resolves to how many they were. */
  expire(projectId: string, events: { readonly before: number; readonly limit: number }): Promise<number>;
}
