import type { AccountStore } from "../store/accounts.ts";

/** Whether the account can sign in by a password; where it cannot, a provider of single sign-on lets it in. */
export async function hasPassword(accounts: AccountStore, accountId: string): Promise<boolean> {
  const logins = await accounts.findRows("account", [
    { field: "userId", operator: "=", value: accountId },
    { field: "providerId", operator: "=", value: "credential" },
  ]);
  return logins.length > 0;
}
