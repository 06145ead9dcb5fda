import type { AccountStore } from "../store/accounts.ts";

/** Whether the account can sign in with a password. Accounts of single sign-on have none. */
export async function hasPassword(accounts: AccountStore, accountId: string): Promise<boolean> {
  const logins = await accounts.findRows("account", [
    { field: "userId", operator: "=", value: accountId },
    { field: "providerId", operator: "=", value: "credential" },
  ]);
  return logins.length > 0;
}
