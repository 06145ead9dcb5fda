import type { AccountStore, AuthCondition, AuthRow } from "../store/accounts.ts";

/** A session of an account, as shown to its owner. Contains neither the token nor its hash. */
export interface OwnSession {
  readonly id: string;
  readonly isCurrent: boolean;
  /** Latest user agent; null if unknown. */
  readonly userAgent: string | null;
  /** Latest IP address; null if unknown. */
  readonly address: string | null;
  /** Start time, in ISO 8601. */
  readonly createdAt: string;
  /** Last activity, accurate to ten minutes, in ISO 8601. */
  readonly lastSeenAt: string;
  /** Time when the session expires if it is not used, in ISO 8601. */
  readonly expiresAt: string;
}

export interface SessionOwner {
  readonly accountId: string;
  readonly sessionId: string;
}

/** Lists the active sessions of an account: the current one, then the others by last activity. */
export async function listOwnSessions(
  accounts: AccountStore,
  owner: SessionOwner,
  time: { readonly now: number; readonly maxAgeMs: number },
): Promise<OwnSession[]> {
  const rows = await accounts.findRows(
    "session",
    [
      ...ownedBy(owner),
      { field: "expiresAt", operator: ">", value: time.now },
      { field: "createdAt", operator: ">", value: time.now - time.maxAgeMs },
    ],
    { orderBy: { field: "updatedAt", direction: "desc" } },
  );
  const sessions = rows.map((row) => toOwnSession(row, owner, time.maxAgeMs));
  return [...sessions.filter(({ isCurrent }) => isCurrent), ...sessions.filter(({ isCurrent }) => !isCurrent)];
}

/** Revokes a session of the account; false if not found. */
export async function endSession(accounts: AccountStore, { accountId }: SessionOwner, id: string): Promise<boolean> {
  const own: AuthCondition[] = [
    { field: "userId", operator: "=", value: accountId },
    { field: "id", operator: "=", value: id },
  ];
  return (await accounts.deleteRows("session", own)).length > 0;
}

/** Revokes all sessions of the account except the current one. Resolves to the number of revoked sessions. */
export async function endOtherSessions(accounts: AccountStore, owner: SessionOwner): Promise<number> {
  const others: AuthCondition = { field: "id", operator: "!=", value: owner.sessionId };
  return (await accounts.deleteRows("session", [...ownedBy(owner), others])).length;
}

function ownedBy({ accountId }: SessionOwner): readonly AuthCondition[] {
  return [{ field: "userId", operator: "=", value: accountId }];
}

function toOwnSession(row: AuthRow, { sessionId }: SessionOwner, maxAgeMs: number): OwnSession {
  const createdAt = Number(row["createdAt"]);
  return {
    id: String(row["id"]),
    isCurrent: row["id"] === sessionId,
    userAgent: textOf(row["userAgent"]),
    address: textOf(row["ipAddress"]),
    createdAt: new Date(createdAt).toISOString(),
    lastSeenAt: new Date(Number(row["updatedAt"])).toISOString(),
    expiresAt: new Date(Math.min(Number(row["expiresAt"]), createdAt + maxAgeMs)).toISOString(),
  };
}

function textOf(value: AuthRow[string] | undefined): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}
