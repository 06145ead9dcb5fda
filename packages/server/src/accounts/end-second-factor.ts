import type { AccountStore } from "../store/accounts.ts";

/** Disables two-factor authentication of an account and revokes its sessions. */
export async function endSecondFactor(accounts: AccountStore, accountId: string): Promise<void> {
  const own = { field: "userId", operator: "=", value: accountId } as const;
  await accounts.updateRows("user", [{ ...own, field: "id" }], { twoFactorEnabled: false });
  await accounts.deleteRows("twoFactor", [own]);
  await accounts.deleteRows("session", [own]);
}
