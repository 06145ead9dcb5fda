import type { AccountStore } from "../store/accounts.ts";

/** Lets an account in no more, and ends its sessions. Its memberships stay, and so does all that it made. */
export async function disableAccount(accounts: AccountStore, accountId: string, now: number): Promise<void> {
  await accounts.updateRows("user", [{ field: "id", operator: "=", value: accountId }], { disabledAt: now });
  await accounts.deleteRows("session", [{ field: "userId", operator: "=", value: accountId }]);
}

/** Lets an account in again, by what let it in before. */
export async function enableAccount(accounts: AccountStore, accountId: string): Promise<void> {
  await accounts.updateRows("user", [{ field: "id", operator: "=", value: accountId }], { disabledAt: null });
}

export async function isDisabled(accounts: AccountStore, accountId: string): Promise<boolean> {
  const [user] = await accounts.findRows("user", [{ field: "id", operator: "=", value: accountId }]);
  return typeof user?.["disabledAt"] === "number";
}
