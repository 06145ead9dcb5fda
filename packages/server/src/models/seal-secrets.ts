import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

/** Name of the stored key that encrypts the secrets of model connections. */
export const modelSecretName = "model-connections";

const algorithm = "aes-256-gcm";
const version = "v1.";
const ivBytes = 12;
const tagBytes = 16;

/** Secrets of a model connection. */
export interface ModelSecrets {
  /** Null if the connection has no key. */
  readonly apiKey: string | null;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
}

/** Connection that secrets belong to. They cannot be decrypted for another connection. */
export interface SecretOwner {
  readonly projectId: string;
  readonly id: string;
}

/** Encrypts secrets with a key of 32 bytes; null if there are none. */
export function sealSecrets(key: Uint8Array, owner: SecretOwner, secrets: ModelSecrets): string | null {
  if (secrets.apiKey === null && secrets.headers.length === 0) return null;
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, key, iv).setAAD(placeOf(owner));
  const content = Buffer.concat([cipher.update(JSON.stringify(secrets), "utf8"), cipher.final()]);
  return version + Buffer.concat([iv, content, cipher.getAuthTag()]).toString("base64url");
}

/** Decrypts secrets. Throws if they were encrypted with another key or for another connection. */
export function openSecrets(key: Uint8Array, owner: SecretOwner, sealed: string | null): ModelSecrets {
  if (sealed === null) return { apiKey: null, headers: [] };
  if (!sealed.startsWith(version)) throw new Error("The secrets of a model connection have an unknown format");
  const bytes = Buffer.from(sealed.slice(version.length), "base64url");
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes });
  decipher.setAAD(placeOf(owner)).setAuthTag(bytes.subarray(-tagBytes));
  const content = Buffer.concat([decipher.update(bytes.subarray(ivBytes, -tagBytes)), decipher.final()]);
  return JSON.parse(content.toString("utf8")) as ModelSecrets; // written above
}

function placeOf({ projectId, id }: SecretOwner): Uint8Array {
  return Buffer.from(JSON.stringify(["model connection", projectId, id]));
}
