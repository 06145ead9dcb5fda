import { randomBytes } from "node:crypto";
import {
  channelSecretName,
  modelSecretName,
  openChannel,
  openSecrets,
  type SecretOwner,
  sealChannel,
  sealSecrets,
} from "../models/seal-secrets.ts";
import type { Resealed } from "../store/model-connections.ts";
import type { Store } from "../store/store.ts";
import { sessionKey, sessionSecret, sessionSecretName } from "./session-secret.ts";

/**
 * Secrets of the installation that an administrator can replace. `sessions` signs cookies and encrypts the secrets of
 * authenticators. `files` signs file URLs. `links` signs share links. `feedback` signs feedback tokens. `models`
 * encrypts the secrets of model connections. `channels` encrypts the secrets of channels.
 */
export const secretKinds = ["sessions", "files", "links", "feedback", "models", "channels"] as const;
export type SecretKind = (typeof secretKinds)[number];

const names: Readonly<Record<SecretKind, string>> = {
  sessions: sessionSecretName,
  files: "signed-urls",
  links: "share-links",
  feedback: "feedback-tokens",
  models: modelSecretName,
  channels: channelSecretName,
};

/**
 * Replaces each secret with 256 new random bits. Existing signatures become invalid. Authenticators, model connections
 * and channels keep working, because their data are encrypted again with the new secret.
 */
export async function replaceSecrets(store: Store, kinds: readonly SecretKind[]): Promise<void> {
  for (const kind of kinds) {
    const value = randomBytes(32);
    // oxlint-disable-next-line no-await-in-loop -- six at most
    const encrypted = await reencrypt(store, kind, value);
    // oxlint-disable-next-line no-await-in-loop -- six at most
    await store.replaceSecret(names[kind], value, encrypted);
  }
}

async function reencrypt(
  store: Store,
  kind: SecretKind,
  value: Uint8Array,
): Promise<NonNullable<Parameters<Store["replaceSecret"]>[2]>> {
  if (kind === "sessions") return { secondFactors: await reencryptSecondFactors(store, value) };
  if (kind === "models") {
    const recode = (before: Uint8Array, owner: SecretOwner, from: string): string =>
      sealSecrets(value, owner, openSecrets(before, owner, from)) ?? from;
    const sealed: Sealed["sealed"] = (projectId) => store.modelConnections.all(projectId);
    return { connections: await resealAll(store, { name: modelSecretName, sealed, recode }) };
  }
  if (kind !== "channels") return {};
  const recode = (before: Uint8Array, owner: SecretOwner, from: string): string =>
    sealChannel(value, owner, openChannel(before, owner, from));
  const sealed: Sealed["sealed"] = (projectId) => store.channels.all(projectId);
  return { channels: await resealAll(store, { name: channelSecretName, sealed, recode }) };
}

interface Sealed {
  readonly name: string;
  readonly sealed: (
    projectId: string,
  ) => Promise<readonly { readonly id: string; readonly sealedSecrets: string | null }[]>;
  readonly recode: (before: Uint8Array, owner: SecretOwner, from: string) => string;
}

/**
 * Re-encrypts the secrets of all projects with the new secret. Returns each value before and after. The store rejects
 * the whole replacement if a stored value differs from the one before, so that a concurrent change is not lost. A value
 * that cannot be decrypted stays unchanged.
 */
async function resealAll(store: Store, { name, sealed, recode }: Sealed): Promise<Resealed[]> {
  const before = await store.secret(name);
  const resealed: Resealed[] = [];
  for (const { id: projectId } of await store.projects.list()) {
    // oxlint-disable-next-line no-await-in-loop -- one project after the other
    for (const { id, sealedSecrets: from } of await sealed(projectId)) {
      if (from === null) continue;
      const owner = { projectId, id };
      resealed.push({ ...owner, from, to: unlessBroken(() => recode(before, owner, from), from) });
    }
  }
  return resealed;
}

function unlessBroken(recode: () => string, from: string): string {
  try {
    return recode();
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
