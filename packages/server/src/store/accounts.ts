import type { Role } from "./permissions.ts";
import type { Claim } from "./claims.ts";
import type { ProjectRecord } from "./projects.ts";

/** An account. Accounts belong to the installation; memberships link them to projects. */
export interface AccountRecord {
  readonly id: string;
  /** In lower case; unique in the installation. */
  readonly email: string;
  readonly name: string;
  readonly createdAt: number;
}

/**
 * State of two-factor authentication. With `on`, sign-in requires a code in addition to the password. With `provider`,
 * the account has no password and signs in through an identity provider, which handles the second factor.
 */
export type SecondFactorState = "on" | "off" | "provider";

export interface MemberRecord {
  readonly account: AccountRecord;
  readonly role: Role;
  readonly secondFactor: SecondFactorState;
  /** Time at which the account was disabled; null when it is enabled. */
  readonly disabledAt: number | null;
  /** Time at which the account joined the project. */
  readonly createdAt: number;
}

export interface MembershipRecord {
  readonly project: ProjectRecord;
  readonly role: Role;
  /** Whether the project requires two-factor authentication and the account lacks it. */
  readonly lacksSecondFactor: boolean;
}

/** An invitation for one email address. Only the SHA-256 of the token in its link is stored. */
export interface InvitationRecord {
  readonly id: string;
  readonly projectId: string;
  readonly email: string;
  readonly role: Role;
  /** SHA-256 of the token, in hex. */
  readonly hash: string;
  /**
   * Id of the account that created the invitation; null if no account did. If this account loses the permission to
   * grant `role`, the invitation cannot be accepted.
   */
  readonly invitedBy: string | null;
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** An account to create. Only the argon2id hash of its password is stored. */
export interface NewAccount extends AccountRecord {
  readonly passwordHash: string;
}

/** Tables of the authentication library, by the names that the library uses. */
export const authTables = ["user", "session", "account", "verification", "twoFactor"] as const;
export type AuthTable = (typeof authTables)[number];
/** Value in a row of an {@link AuthTable}. Times are epoch milliseconds. */
export type AuthValue = string | number | boolean | null;
export type AuthRow = Readonly<Record<string, AuthValue>>;

/** Condition on a row of an {@link AuthTable}. Several conditions are joined by AND. */
export interface AuthCondition {
  readonly field: string;
  readonly operator: "=" | "!=" | "<" | "<=" | ">" | ">=" | "in";
  readonly value: AuthValue | readonly AuthValue[];
}

export interface AccountStore {
  count(): Promise<number>;
  get(id: string): Promise<AccountRecord | null>;
  /** Creates the first account, which owns every project. Rejects with a `ConflictError` if an account exists. */
  createFirst(account: NewAccount): Promise<void>;
  /**
   * Creates the account of an invited person as a member of the project, and deletes the invitation. Resolves to null,
   * without changes, if the email has no valid invitation with this `hash`. Rejects with a `ConflictError` if an
   * account with this email exists.
   */
  createInvited(account: NewAccount, hash: string): Promise<InvitationRecord | null>;
  /**
   * Adds an existing account to the project that it was invited to, and deletes the invitation. Resolves to null,
   * without changes, if the email of the account has no valid invitation with this `hash`.
   */
  acceptInvitation(accountId: string, hash: string, now: number): Promise<InvitationRecord | null>;
  /** Replaces the password and ends all sessions of the account. Resolves to null if the email has no account. */
  setPassword(email: string, passwordHash: string, now: number): Promise<AccountRecord | null>;

  /** Projects of an account, oldest first. */
  memberships(accountId: string): Promise<MembershipRecord[]>;
  members(projectId: string): Promise<MemberRecord[]>;
  /**
   * Adds an account to a project, in a migration from another installation. Does nothing if the account is already a
   * member.
   */
  addMember(projectId: string, accountId: string, role: Role, createdAt: number): Promise<void>;
  /**
   * Changes the role of a member. Resolves to null if the account is not a member. Also deletes each invitation that
   * the member created, if the new role may not grant the role in the invitation.
   *
   * Rejects with a `ConflictError` if the project would have no owner. Rejects with a `ForbiddenError` unless the
   * account or key in `claim` may grant both the previous role and the new role.
   */
  changeRole(projectId: string, accountId: string, role: Role, claim?: Claim): Promise<MemberRecord | null>;
  /**
   * Removes a member, and the invitations that the member created. Resolves to the removed member; null if the account
   * is not a member. Rejects like {@link changeRole}.
   */
  removeMember(projectId: string, accountId: string, claim?: Claim): Promise<MemberRecord | null>;

  /**
   * Creates an invitation. Deletes an earlier invitation to the same project for the same email. Rejects with a
   * `ForbiddenError` unless the account or key in `claim` may grant the roles of both invitations.
   */
  invite(invitation: InvitationRecord, claim?: Claim): Promise<void>;
  /**
   * Unexpired invitations of a project, oldest first. Includes invitations that cannot be accepted because their
   * creator has lost the permission to grant the role.
   */
  invitations(projectId: string, now: number): Promise<InvitationRecord[]>;
  findInvitation(hash: string, now: number): Promise<InvitationRecord | null>;
  /**
   * Deletes an invitation and resolves to it; null if not found. Rejects with a `ForbiddenError` unless the account or
   * key in `claim` may grant the role of the invitation.
   */
  revokeInvitation(projectId: string, id: string, claim?: Claim): Promise<InvitationRecord | null>;

  insertRow(table: AuthTable, row: AuthRow): Promise<void>;
  findRows(
    table: AuthTable,
    where: readonly AuthCondition[],
    page?: {
      readonly limit?: number | undefined;
      readonly offset?: number | undefined;
      readonly orderBy?: { readonly field: string; readonly direction: "asc" | "desc" } | undefined;
    },
  ): Promise<AuthRow[]>;
  /** Resolves to the changed rows. */
  updateRows(table: AuthTable, where: readonly AuthCondition[], values: AuthRow): Promise<AuthRow[]>;
  deleteRows(table: AuthTable, where: readonly AuthCondition[]): Promise<AuthRow[]>;
}
