import { sessionSecret } from "../../accounts/session-secret.ts";
import type { Store } from "../../store/store.ts";

/** Copies the second factor of an account, and re-encrypts it with the target's session secret. */
export async function moveSecondFactor(source: Store, target: Store, accountId: string): Promise<void> {
  const [row] = await source.accounts.findRows("twoFactor", [{ field: "userId", operator: "=", value: accountId }]);
  if (!row) return;
  const { symmetricDecrypt, symmetricEncrypt } = await import("better-auth/crypto");
  const secret = await symmetricDecrypt({ key: await sessionSecret(source), data: String(row["secret"]) });
  const encrypted = await symmetricEncrypt({ key: await sessionSecret(target), data: secret });
  await target.accounts.deleteRows("twoFactor", [{ field: "userId", operator: "=", value: accountId }]);
  await target.accounts.insertRow("twoFactor", { ...row, secret: encrypted });
}
