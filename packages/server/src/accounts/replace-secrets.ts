import { randomBytes } from "node:crypto";
import { modelSecretName, openSecrets, type SecretOwner, sealSecrets } from "../models/seal-secrets.ts";
import type { Resealed } from "../store/model-connections.ts";
import type { Store } from "../store/store.ts";
import { sessionKey, sessionSecret, sessionSecretName } from "./session-secret.ts";

/**
 * Kinds of secrets that can be replaced: for sessions and authenticators, file URLs, share links, feedback tokens, and
 * model connections.
 */
export const secretKinds = ["sessions", "files", "links", "feedback", "models"] as const;
export type SecretKind = (typeof secretKinds)[number];

const names: Readonly<Record<SecretKind, string>> = {
  sessions: sessionSecretName,
  files: "signed-urls",
  links: "share-links",
  feedback: "feedback-tokens",
  models: modelSecretName,
};

/**
 * Replaces each secret with 256 new random bits. Existing signatures become invalid. Authenticators and model
 * connections keep working, because their data are encrypted again.
 */
export async function replaceSecrets(store: Store, kinds: readonly SecretKind[]): Promise<void> {
  for (const kind of kinds) {
    const value = randomBytes(32);
    // oxlint-disable-next-line no-await-in-loop -- five at most
    const encrypted = await reencrypt(store, kind, value);
    // oxlint-disable-next-line no-await-in-loop -- five at most
    await store.replaceSecret(names[kind], value, encrypted);
  }
}

/** Returns the values encrypted with a secret, re-encrypted with the new secret. */
async function reencrypt(
  store: Store,
  kind: SecretKind,
  value: Uint8Array,
): Promise<NonNullable<Parameters<Store["replaceSecret"]>[2]>> {
  if (kind === "sessions") return { secondFactors: await reencryptSecondFactors(store, value) };
  return kind === "models" ? { connections: await resealConnections(store, value) } : {};
}

async function resealConnections(store: Store, value: Uint8Array): Promise<Resealed[]> {
  const before = await store.secret(modelSecretName);
  const resealed: Resealed[] = [];
  for (const { id: projectId } of await store.projects.list()) {
    // oxlint-disable-next-line no-await-in-loop -- one project after the other
    for (const { id, sealedSecrets: from } of await store.modelConnections.all(projectId)) {
      if (from === null) continue;
      const owner = { projectId, id };
      resealed.push({ ...owner, from, to: reseal(before, value, owner, from) });
    }
  }
  return resealed;
}

/** Re-encrypts secrets with another key. Secrets that cannot be decrypted are returned unchanged. */
function reseal(before: Uint8Array, value: Uint8Array, owner: SecretOwner, from: string): string {
  try {
    return sealSecrets(value, owner, openSecrets(before, owner, from)) ?? from;
  } catch {
    return from;
  }
}

async function reencryptSecondFactors(
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
