import type { Store } from "../store/store.ts";

/** What signs the cookies and encrypts the secrets of authenticators: the same in every replica. */
export async function sessionSecret(store: Store): Promise<string> {
  return Buffer.from(await store.secret("sessions")).toString("base64url");
}
