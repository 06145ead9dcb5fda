import { twoFactor } from "better-auth/plugins/two-factor";
import { createBackupCodes, hashBackupCodes } from "./backup-codes.ts";

/** Time to enter the code after a correct password: ten minutes, in seconds. */
const secondsForCode = 600;

export function createSecondFactorPlugin(): ReturnType<typeof twoFactor> {
  return twoFactor({
    issuer: "Threadline",
    totpOptions: { digits: 6, period: 30 },
    backupCodeOptions: {
      customBackupCodesGenerate: createBackupCodes,
      storeBackupCodes: { encrypt: async (json) => hashBackupCodes(json), decrypt: async (text) => text },
    },
    twoFactorCookieMaxAge: secondsForCode,
    accountLockout: { enabled: true, maxFailedAttempts: 10, durationSeconds: 900 },
  });
}
