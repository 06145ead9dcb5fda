import { createHmac, timingSafeEqual } from "node:crypto";

/** Signs values with a secret of the service: HMAC-SHA256 over their JSON, as base64url (43 characters). */
export function sign(secret: Uint8Array, values: readonly unknown[]): string {
  return createHmac("sha256", secret).update(JSON.stringify(values)).digest("base64url");
}

/** Whether `given` is the signature of the values. The comparison takes the same time for every signature. */
export function isSignatureOf(given: string, secret: Uint8Array, values: readonly unknown[]): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(sign(secret, values))];
  return one.length === other.length && timingSafeEqual(one, other);
}
