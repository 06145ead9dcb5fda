import type { AccountStore } from "../store/accounts.ts";

export async function endSecondFactor(accounts: AccountStore, accountId: string): Promise<void> {
  const own = { field: "userId", operator: "=", value: accountId } as const;
  await accounts.updateRows("user", [{ ...own, field: "id" }], { twoFactorEnabled: false });
  await accounts.deleteRows("twoFactor", [own]);
  await accounts.deleteRows("session", [own]);
}
