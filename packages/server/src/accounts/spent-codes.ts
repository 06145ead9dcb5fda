import { createHash } from "node:crypto";
import type { AccountStore, AuthCondition } from "../store/accounts.ts";

/**
 * Time during which a code is accepted, in milliseconds: the thirty seconds for which it is shown, and thirty seconds
 * before and after them.
 */
const lifeMs = 3 * 30_000;

/** Ensures that each authenticator code works only once, across all replicas. */
export interface SpentCodes {
  /** Records the use of a code. Resolves to false if the code was used before. */
  spend(accountId: string, code: string): Promise<boolean>;
  forget(accountId: string, code: string): Promise<void>;
}

export function createSpentCodes(accounts: AccountStore): SpentCodes {
  return {
    async spend(accountId, code) {
      const id = idOf(accountId, code);
      const now = Date.now();
      await accounts.deleteRows("verification", [own(id), { field: "expiresAt", operator: "<=", value: now }]);
      try {
        const row = { id, identifier: "spent-code", value: accountId, expiresAt: now + lifeMs };
        await accounts.insertRow("verification", { ...row, createdAt: now, updatedAt: now });
        return true;
      } catch (error) {
        // A code that was used before has a row with the same id, which makes the insert fail. Any other error is
        // thrown.
        if ((await accounts.findRows("verification", [own(id)])).length > 0) return false;
        throw error;
      }
    },
    async forget(accountId, code) {
      await accounts.deleteRows("verification", [own(idOf(accountId, code))]);
    },
  };
}

function idOf(accountId: string, code: string): string {
  return createHash("sha256").update(`${accountId} ${code}`).digest("hex");
}

function own(id: string): AuthCondition {
  return { field: "id", operator: "=", value: id };
}
