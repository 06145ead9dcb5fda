import type { Store } from "../store/store.ts";

export const sessionSecretName = "sessions";

/** Returns the secret that signs cookies and encrypts authenticator secrets. It is the same in every replica. */
export async function sessionSecret(store: Store): Promise<string> {
  return sessionKey(await store.secret(sessionSecretName));
}

export function sessionKey(secret: Uint8Array): string {
  return Buffer.from(secret).toString("base64url");
}
