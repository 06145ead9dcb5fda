import { symmetricDecrypt, symmetricEncrypt } from "better-auth/crypto";
import { expect, onTestFinished, test } from "vitest";
import { sessionSecret } from "../../accounts/session-secret.ts";
import { openSqliteStore } from "../../store/sqlite/open-sqlite-store.ts";
import { moveAccounts } from "./move-accounts.ts";

test("the second factor of a member is moved, encrypted with the secret of the target", async () => {
  const stores = await Promise.all([1, 2].map(() => openSqliteStore({ path: ":memory:" })));
  const [source, target] = stores;
  if (!source || !target) throw new Error("There are two stores");
  onTestFinished(() => Promise.all(stores.map((store) => store.close())).then(() => undefined));
  await source.projects.create({ id: "p", name: "support", createdAt: 1 });
  const ada = { id: "ada", email: "ada@example.com", name: "Ada", createdAt: 1, passwordHash: "hash" };
  await source.accounts.createFirst(ada);
  const own = { field: "id", operator: "=", value: "ada" } as const;
  await source.accounts.updateRows("user", [own], { twoFactorEnabled: true });
  const secret = await symmetricEncrypt({ key: await sessionSecret(source), data: "of the authenticator" });
  const factor = { id: "f", userId: "ada", backupCodes: "[]", verified: true };
  await source.accounts.insertRow("twoFactor", { ...factor, secret });

  await moveAccounts(source, target, "p");
  // Simulates a repeated run after an interrupted one.
  await target.accounts.deleteRows("user", [own]);
  await moveAccounts(source, target, "p");
  const [moved] = await target.accounts.findRows("twoFactor", []);
  expect(moved).toMatchObject(factor);
  expect(await symmetricDecrypt({ key: await sessionSecret(target), data: String(moved?.["secret"]) })).toBe(
    "of the authenticator",
  );
  expect(await target.accounts.findRows("user", [])).toMatchObject([{ id: "ada", twoFactorEnabled: true }]);
});
