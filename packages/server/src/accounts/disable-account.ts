import type { AccountStore } from "../store/accounts.ts";

/** Disables an account and revokes its sessions. Its memberships and records are kept. */
export async function disableAccount(accounts: AccountStore, accountId: string, now: number): Promise<void> {
  await accounts.updateRows("user", [{ field: "id", operator: "=", value: accountId }], { disabledAt: now });
  await accounts.deleteRows("session", [{ field: "userId", operator: "=", value: accountId }]);
}

/** Enables an account again, with its previous credentials. */
export async function enableAccount(accounts: AccountStore, accountId: string): Promise<void> {
  await accounts.updateRows("user", [{ field: "id", operator: "=", value: accountId }], { disabledAt: null });
}

export async function isDisabled(accounts: AccountStore, accountId: string): Promise<boolean> {
  const [user] = await accounts.findRows("user", [{ field: "id", operator: "=", value: accountId }]);
  return typeof user?.["disabledAt"] === "number";
}
