import { createHash } from "node:crypto";
import type { Store } from "./store.ts";

/** `place` differs between a database and its copies, which have its secrets. */
export async function readIdentity({ secret }: Pick<Store, "secret">, place: string): Promise<string> {
  const key = await secret("signed-urls");
  return createHash("sha256").update(`identity ${place} `).update(key).digest("hex");
}
