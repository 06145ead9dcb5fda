import { createLinkToken, hashLinkToken } from "../access/link-token.ts";
import type { AccountRecord, AccountStore, AuthCondition } from "../store/accounts.ts";
import { hasPassword } from "./has-password.ts";

/** Lifetime of a reset link: one hour, in milliseconds. */
const linkMs = 3_600_000;

const prefix = "reset-password:";
const isReset: readonly AuthCondition[] = [
  { field: "identifier", operator: ">=", value: prefix },
  { field: "identifier", operator: "<", value: "reset-password;" },
];

const linksOf = (accountId: string): AuthCondition[] => [
  ...isReset,
  { field: "value", operator: "=", value: accountId },
];

/** Links that set a new password, once each. Only the SHA-256 of their tokens is stored. */
export interface PasswordResets {
  /** Creates a link and invalidates earlier ones. Resolves to null if no account with this email can use a password. */
  create(email: string): Promise<{ readonly account: AccountRecord; readonly token: string } | null>;
  /** Finds the account of a token; null if the token is invalid. */
  find(token: string): Promise<AccountRecord | null>;
  /**
   * Sets the password, and revokes every session and link of the account. Resolves to null if the token is no longer
   * valid.
   */
  complete(token: string, passwordHash: string): Promise<AccountRecord | null>;
}

export function createPasswordResets({
  accounts,
  now,
  newId,
}: {
  readonly accounts: AccountStore;
  readonly now: () => number;
  readonly newId: () => string;
}): PasswordResets {
  const conditionsOf = (token: string): AuthCondition[] => [
    { field: "identifier", operator: "=", value: prefix + hashLinkToken(token) },
    { field: "expiresAt", operator: ">", value: now() },
  ];

  /** Finds an account; null if it is disabled or only uses single sign-on. */
  async function usable(accountId: string): Promise<AccountRecord | null> {
    const [user] = await accounts.findRows("user", [{ field: "id", operator: "=", value: accountId }]);
    if (!user || typeof user["disabledAt"] === "number") return null;
    return (await hasPassword(accounts, accountId)) ? accounts.get(accountId) : null;
  }

  return {
    async create(email) {
      const [user] = await accounts.findRows("user", [{ field: "email", operator: "=", value: email }]);
      const account = user === undefined ? null : await usable(String(user["id"]));
      if (account === null) return null;
      await accounts.deleteRows("verification", linksOf(account.id));
      const token = createLinkToken();
      const createdAt = now();
      const times = { createdAt, updatedAt: createdAt, expiresAt: createdAt + linkMs };
      const identifier = prefix + hashLinkToken(token);
      await accounts.insertRow("verification", { id: newId(), identifier, value: account.id, ...times });
      return { account, token };
    },
    async find(token) {
      const [row] = await accounts.findRows("verification", conditionsOf(token));
      return row === undefined ? null : usable(String(row["value"]));
    },
    async complete(token, passwordHash) {
      // Deletes the row of the link, so that the link works only once. Of several concurrent requests, only one gets
      // the row.
      const [row] = await accounts.deleteRows("verification", conditionsOf(token));
      const account = row === undefined ? null : await usable(String(row["value"]));
      if (account === null) return null;
      await accounts.deleteRows("verification", linksOf(account.id));
      return accounts.setPassword(account.email, passwordHash, now());
    },
  };
}
