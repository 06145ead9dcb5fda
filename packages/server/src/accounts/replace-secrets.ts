import { randomBytes } from "node:crypto";
import type { Store } from "../store/store.ts";
import { sessionKey, sessionSecret, sessionSecretName } from "./session-secret.ts";

/** Replaceable secrets: for sessions and authenticators, for file URLs, or for share links. */
export const secretKinds = ["sessions", "files", "links"] as const;
export type SecretKind = (typeof secretKinds)[number];

const names: Readonly<Record<SecretKind, string>> = {
  sessions: sessionSecretName,
  files: "signed-urls",
  links: "share-links",
};

/** Replaces each by 256 new random bits. Existing signatures become invalid; authenticators keep working. */
export async function replaceSecrets(store: Store, kinds: readonly SecretKind[]): Promise<void> {
  for (const kind of kinds) {
    const value = randomBytes(32);
    const secondFactors = kind === "sessions" ? await reencrypt(store, value) : undefined; // oxlint-disable-line no-await-in-loop -- three at most
    await store.replaceSecret(names[kind], value, secondFactors); // oxlint-disable-line no-await-in-loop -- as above
  }
}

async function reencrypt(
  store: Store,
  value: Uint8Array,
): Promise<{ readonly id: string; readonly from: string; readonly to: string }[]> {
  const rows = await store.accounts.findRows("twoFactor", []);
  if (rows.length === 0) return [];
  const { symmetricDecrypt, symmetricEncrypt } = await import("better-auth/crypto");
  const before = await sessionSecret(store);
  return Promise.all(
    rows.map(async ({ id, secret }) => {
      const from = String(secret);
      const data = await symmetricDecrypt({ key: before, data: from });
      return { id: String(id), from, to: await symmetricEncrypt({ key: sessionKey(value), data }) };
    }),
  );
}
