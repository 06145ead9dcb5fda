/** Records of the authentication library, by the names of our tables. Times are epoch milliseconds. */
export interface AuthRecords {
  accounts: {
    readonly id: string;
    readonly email: string;
    readonly name: string;
    readonly emailVerified: boolean;
    readonly image: string | null;
    readonly twoFactorEnabled: boolean;
    readonly disabledAt: number | null;
    readonly createdAt: number;
    readonly updatedAt: number;
  };
  sessions: {
    readonly id: string;
    readonly token: string;
    readonly userId: string;
    readonly expiresAt: number;
    readonly createdAt: number;
    readonly updatedAt: number;
    readonly ipAddress: string | null;
    readonly userAgent: string | null;
  };
  account_logins: {
    readonly id: string;
    readonly accountId: string;
    readonly providerId: string;
    readonly userId: string;
    readonly password: string | null;
    readonly scope: string | null;
    readonly createdAt: number;
    readonly updatedAt: number;
  };
  verifications: {
    readonly id: string;
    readonly identifier: string;
    readonly value: string;
    readonly expiresAt: number;
    readonly createdAt: number;
    readonly updatedAt: number;
  };
  second_factors: {
    readonly id: string;
    readonly userId: string;
    readonly secret: string;
    readonly backupCodes: string;
    readonly verified: boolean;
    readonly failedVerificationCount: number;
    readonly lockedUntil: number | null;
  };
}
