import type { AuthTable } from "./accounts.ts";

interface AuthShape {
  readonly name: string;
  readonly columns: readonly string[];
}

/** The tables of the authentication library, as the embedded store names them. */
export const authShapes: Readonly<Record<AuthTable, AuthShape>> = {
  user: {
    name: "accounts",
    columns: [
      "id",
      "email",
      "name",
      "emailVerified",
      "image",
      "twoFactorEnabled",
      "disabledAt",
      "createdAt",
      "updatedAt",
    ],
  },
  session: {
    name: "sessions",
    columns: ["id", "token", "userId", "expiresAt", "createdAt", "updatedAt", "ipAddress", "userAgent"],
  },
  account: {
    name: "accountLogins",
    columns: ["id", "accountId", "providerId", "userId", "password", "scope", "createdAt", "updatedAt"],
  },
  verification: {
    name: "verifications",
    columns: ["id", "identifier", "value", "expiresAt", "createdAt", "updatedAt"],
  },
  twoFactor: {
    name: "secondFactors",
    columns: ["id", "userId", "secret", "backupCodes", "verified", "failedVerificationCount", "lockedUntil"],
  },
};
