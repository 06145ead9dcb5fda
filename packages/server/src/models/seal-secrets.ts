import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

/** Name of the stored key that encrypts the secrets of model connections. */
export const modelSecretName = "model-connections";

const algorithm = "aes-256-gcm";
const version = "v1.";
const ivBytes = 12;
const tagBytes = 16;

/** Name of the stored key that encrypts the secrets of channels. */
export const channelSecretName = "channels";

export interface ModelSecrets {
  /** Null if the connection has no key. */
  readonly apiKey: string | null;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
}

export interface ChannelSecrets {
  readonly url: string;
  /** Null unless requests to the channel are signed. */
  readonly signingSecret: string | null;
}

/** Connection or channel that owns secrets. The secrets cannot be decrypted for another owner. */
export interface SecretOwner {
  readonly projectId: string;
  readonly id: string;
}

/** Encrypts the secrets of a model connection with a key of 32 bytes; null if there are none. */
export function sealSecrets(key: Uint8Array, owner: SecretOwner, secrets: ModelSecrets): string | null {
  if (secrets.apiKey === null && secrets.headers.length === 0) return null;
  return seal(key, placeOf("model connection", owner), secrets);
}

/** Decrypts secrets. Throws if they were encrypted with another key or for another connection. */
export function openSecrets(key: Uint8Array, owner: SecretOwner, sealed: string | null): ModelSecrets {
  if (sealed === null) return { apiKey: null, headers: [] };
  return open(key, placeOf("model connection", owner), sealed) as ModelSecrets; // encrypted by the function above
}

/** Encrypts the secrets of a channel with a key of 32 bytes. */
export function sealChannel(key: Uint8Array, owner: SecretOwner, secrets: ChannelSecrets): string {
  return seal(key, placeOf("channel", owner), secrets);
}

/** Decrypts the secrets of a channel. Throws if they were encrypted with another key or for another channel. */
export function openChannel(key: Uint8Array, owner: SecretOwner, sealed: string): ChannelSecrets {
  return open(key, placeOf("channel", owner), sealed) as ChannelSecrets; // encrypted by the function above
}

function seal(key: Uint8Array, place: Uint8Array, secrets: object): string {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, key, iv).setAAD(place);
  const content = Buffer.concat([cipher.update(JSON.stringify(secrets), "utf8"), cipher.final()]);
  return version + Buffer.concat([iv, content, cipher.getAuthTag()]).toString("base64url");
}

function open(key: Uint8Array, place: Uint8Array, sealed: string): unknown {
  if (!sealed.startsWith(version))
    throw new Error("Stored secrets have an unknown format; a newer version of Threadline may have encrypted them");
  const bytes = Buffer.from(sealed.slice(version.length), "base64url");
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes });
  decipher.setAAD(place).setAuthTag(bytes.subarray(-tagBytes));
  const content = Buffer.concat([decipher.update(bytes.subarray(ivBytes, -tagBytes)), decipher.final()]);
  return JSON.parse(content.toString("utf8"));
}

function placeOf(kind: "channel" | "model connection", { projectId, id }: SecretOwner): Uint8Array {
  return Buffer.from(JSON.stringify([kind, projectId, id]));
}
