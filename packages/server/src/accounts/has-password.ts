import { RecordError } from "../records/errors.ts";
import type { AccountStore } from "../store/accounts.ts";

/** Whether the account can sign in with a password. Accounts of single sign-on have none. */
export async function hasPassword(accounts: AccountStore, accountId: string): Promise<boolean> {
  const logins = await accounts.findRows("account", [
    { field: "userId", operator: "=", value: accountId },
    { field: "providerId", operator: "=", value: "credential" },
  ]);
  return logins.length > 0;
}

/** Throws a `RecordError` if the account has no password. */
export async function requireOwnPassword(accounts: AccountStore, accountId: string): Promise<void> {
  if (await hasPassword(accounts, accountId)) return;
  throw new RecordError("CONFLICT", "The account has no password, because it signs in with single sign-on", {
    reason: "NO_PASSWORD",
  });
}
