import type { Role } from "./permissions.ts";
import type { Claim } from "./claims.ts";
import type { ProjectRecord } from "./projects.ts";

/** An account that signs in. Accounts belong to the installation; memberships link them to projects. */
export interface AccountRecord {
  readonly id: string;
  /** In lower case; unique in the installation. */
  readonly email: string;
  readonly name: string;
  readonly createdAt: number;
}

/**
 * Whether an account requires a code besides its password. One without a password signs in with single sign-on
 * alone, whose matter that is.
 */
export type SecondFactorState = "on" | "off" | "provider";

/** Membership of an account in a project. */
export interface MemberRecord {
  readonly account: AccountRecord;
  readonly role: Role;
  readonly secondFactor: SecondFactorState;
  /** Time at which the account was disabled; null when it is enabled. */
  readonly disabledAt: number | null;
  /** When the account joined the project. */
  readonly createdAt: number;
}

/** A project that an account sees, and what the account is there. */
export interface MembershipRecord {
  readonly project: ProjectRecord;
  readonly role: Role;
  /** Whether the project requires a second factor, and the account has it off. */
  readonly lacksSecondFactor: boolean;
}

/** An invitation of one email. Only the SHA-256 of its link's token is stored. */
export interface InvitationRecord {
  readonly id: string;
  readonly projectId: string;
  readonly email: string;
  readonly role: Role;
  /** SHA-256 of the token, hex. */
  readonly hash: string;
  /** Id of the account that invites; null: invited without one. It counts for as long as that account may grant its role. */
  readonly invitedBy: string | null;
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** A new account with a password, of which only the argon2id hash is stored. */
export interface NewAccount extends AccountRecord {
  readonly passwordHash: string;
}

/** The tables of the authentication library. */
export const authTables = ["user", "session", "account", "verification", "twoFactor"] as const;
export type AuthTable = (typeof authTables)[number];
/** Times are epoch milliseconds. */
export type AuthValue = string | number | boolean | null;
export type AuthRow = Readonly<Record<string, AuthValue>>;

/** One condition on a row of the library's tables; a row has to meet all that are given. */
export interface AuthCondition {
  readonly field: string;
  readonly operator: "=" | "!=" | "<" | "<=" | ">" | ">=" | "in";
  readonly value: AuthValue | readonly AuthValue[];
}

export interface AccountStore {
  /** Returns the number of accounts. */
  count(): Promise<number>;
  get(id: string): Promise<AccountRecord | null>;
  /** Rejects with a `ConflictError` when there is an account already. The new one owns every project. */
  createFirst(account: NewAccount): Promise<void>;
  /**
   * Makes the account that an invitation asks for and lets it into the project; the invitation is gone. Resolves to null,
   * and does nothing, when the email has no valid invitation at that time. Rejects with a `ConflictError` when
   * the address has an account.
   */
  createInvited(account: NewAccount, hash: string): Promise<InvitationRecord | null>;
  /** Lets an existing account into the project of an invitation for its address; null as in {@link createInvited}. */
  acceptInvitation(accountId: string, hash: string, now: number): Promise<InvitationRecord | null>;
  /** Replaces the password and ends every session; null when the address has no account. */
  setPassword(email: string, passwordHash: string, now: number): Promise<AccountRecord | null>;

  /** The projects that an account sees, oldest first. */
  memberships(accountId: string): Promise<MembershipRecord[]>;
  members(projectId: string): Promise<MemberRecord[]>;
  /** Adds a moved member; does nothing when the account is a member already. */
  addMember(projectId: string, accountId: string, role: Role, createdAt: number): Promise<void>;
  /**
   * Resolves to the member as it is then; null when the account is none, which it never becomes by this. The invitations that
   * the member made and may not make in the new role are deleted. Rejects with a `ConflictError` when no owner would be left,
   * with a `ForbiddenError` when either role is above the claimant.
   */
  changeRole(projectId: string, accountId: string, role: Role, claim?: Claim): Promise<MemberRecord | null>;
  /**
   * Removes a member and the invitations that it made. Resolves to the member as it was; null when the account is none.
   * Rejects as {@link changeRole}.
   */
  removeMember(projectId: string, accountId: string, claim?: Claim): Promise<MemberRecord | null>;

  /**
   * Replaces an earlier invitation of the same address to the same project. Rejects with a `ForbiddenError` when the role of
   * either is above the claimant.
   */
  invite(invitation: InvitationRecord, claim?: Claim): Promise<void>;
  /** Those of a project that have not expired, oldest first, whether or not they can be accepted. */
  invitations(projectId: string, now: number): Promise<InvitationRecord[]>;
  findInvitation(hash: string, now: number): Promise<InvitationRecord | null>;
  /** Null when there is none. Rejects with a `ForbiddenError` when its role is above the claimant. */
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
  /** Resolves to the rows as they are afterwards. */
  updateRows(table: AuthTable, where: readonly AuthCondition[], values: AuthRow): Promise<AuthRow[]>;
  /** Resolves to the rows as they were. */
  deleteRows(table: AuthTable, where: readonly AuthCondition[]): Promise<AuthRow[]>;
}
