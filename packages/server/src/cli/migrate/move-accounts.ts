import type { AccountStore, AuthRow } from "../../store/accounts.ts";
import type { Store } from "../../store/store.ts";
import { moveSecondFactor } from "./move-second-factor.ts";

export type AccountIds = ReadonlyMap<string, string>;

/**
 * Copies the accounts of a project's members, with password hashes, second factors and single sign-on, but without
 * sessions. If an account with the same email exists at the target, it is used unchanged.
 */
export async function moveAccounts(source: Store, target: Store, projectId: string): Promise<AccountIds> {
  const ids = new Map<string, string>();
  for (const { account } of await source.accounts.members(projectId)) {
    // oxlint-disable-next-line no-await-in-loop -- one account after the other
    ids.set(account.id, await moveAccount(source, target, account));
  }
  return ids;
}

async function moveAccount(
  from: Store,
  to: Store,
  { id, email }: { readonly id: string; readonly email: string },
): Promise<string> {
  const { accounts: source } = from;
  const { accounts: target } = to;
  const [known] = await target.findRows("user", [{ field: "email", operator: "=", value: email }]);
  if (known !== undefined) return String(known["id"]);
  await moveSecondFactor(from, to, id);
  // The account row is written last, so that an account at the target always has its logins and second factor.
  for (const login of await source.findRows("account", [{ field: "userId", operator: "=", value: id }])) {
    // oxlint-disable-next-line no-await-in-loop -- sequential
    if (!(await isKnown(target, login))) await target.insertRow("account", login);
  }
  for (const row of await source.findRows("user", [{ field: "id", operator: "=", value: id }])) {
    // oxlint-disable-next-line no-await-in-loop -- sequential
    await target.insertRow("user", row);
  }
  return id;
}

async function isKnown(target: AccountStore, login: AuthRow): Promise<boolean> {
  const found = await target.findRows("account", [
    { field: "providerId", operator: "=", value: login["providerId"] ?? null },
    { field: "accountId", operator: "=", value: login["accountId"] ?? null },
  ]);
  return found.length > 0;
}
