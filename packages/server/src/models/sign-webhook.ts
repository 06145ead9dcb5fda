import { createHmac, randomBytes } from "node:crypto";

const secretPrefix = "whsec_";
/** Minimum and maximum length of a signing secret in bytes, as Standard Webhooks recommends. */
const secretBytes = { least: 24, most: 64 };

/** Creates a signing secret: `whsec_`, followed by random bytes in base64. */
export function createSigningSecret(): string {
  return secretPrefix + randomBytes(32).toString("base64");
}

/** Decodes a signing secret: `whsec_` and base64. Null if it is not valid. */
export function readSigningSecret(secret: string | null): Uint8Array | null {
  if (secret === null || !secret.startsWith(secretPrefix)) return null;
  const text = secret.slice(secretPrefix.length);
  if (!/^[A-Za-z\d+/]+={0,2}$/.test(text)) return null;
  const bytes = Buffer.from(text, "base64");
  return bytes.length >= secretBytes.least && bytes.length <= secretBytes.most ? bytes : null;
}

/** Headers that sign a request. See https://github.com/standard-webhooks/standard-webhooks. */
export function signatureHeaders(
  key: Uint8Array,
  { id, at, body }: { readonly id: string; readonly at: number; readonly body: string },
): Record<string, string> {
  const timestamp = Math.floor(at / 1_000);
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  return { "webhook-id": id, "webhook-timestamp": String(timestamp), "webhook-signature": `v1,${signature}` };
}
