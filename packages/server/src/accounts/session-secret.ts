import type { Store } from "../store/store.ts";

/** How the store names what signs the cookies. */
export const sessionSecretName = "sessions";

/** What signs the cookies and encrypts the secrets of authenticators: the same in every replica. */
export async function sessionSecret(store: Store): Promise<string> {
  return sessionKey(await store.secret(sessionSecretName));
}

/** The secret as the library takes it. */
export function sessionKey(secret: Uint8Array): string {
  return Buffer.from(secret).toString("base64url");
}
