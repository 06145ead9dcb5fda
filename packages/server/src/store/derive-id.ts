import { v5 } from "uuid";

const derivedIdNamespace = "0c9f4d5e-6a57-5b39-9a0e-2f6f2a4b7d11";

/** Derives an id that depends only on `parts`. A record that is sent twice gets the same id both times. */
export function deriveId(parts: readonly (string | number | null)[]): string {
  return v5(JSON.stringify(parts), derivedIdNamespace);
}
