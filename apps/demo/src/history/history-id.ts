import { createHash } from "node:crypto";

/**
 * Returns the id of a record of the history, in the form of a UUID. Equal arguments give equal ids.
 *
 * @param edition Increases by one when a history was removed and is recorded again.
 */
export function historyId(edition: number, key: string): string {
  const hex = createHash("sha256").update(`threadline demo history ${edition} ${key}`).digest("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    "-",
  );
}
