import { defineInstallationTable, defineRecords, defineRows, type Table } from "./table.ts";

// Accounts belong to no project. Members, invitations and API keys belong to a project, but the service has to find
// them before it knows the project. So row-level security is off for the tables of members, invitations and API keys
// (`isOpen`).

export const accounts: Table<"accounts"> = defineInstallationTable("accounts", {
  columns: {
    id: "text",
    email: "text",
    name: "text",
    emailVerified: "flag",
    image: "text?",
    twoFactorEnabled: "flag",
    disabledAt: "integer?",
    createdAt: "integer",
    updatedAt: "integer",
  },
  unique: [["email"]],
});

export const secondFactors: Table<"second_factors"> = defineInstallationTable("second_factors", {
  columns: {
    id: "text",
    userId: "text",
    secret: "text",
    backupCodes: "text",
    verified: "flag",
    failedVerificationCount: "integer",
    lockedUntil: "integer?",
  },
  unique: [["user_id"]],
});

export const accountLogins: Table<"account_logins"> = defineInstallationTable("account_logins", {
  columns: {
    id: "text",
    accountId: "text",
    providerId: "text",
    userId: "text",
    password: "text?",
    scope: "text?",
    createdAt: "integer",
    updatedAt: "integer",
  },
  unique: [["provider_id", "account_id"]],
  indexes: [{ name: "by_account", columns: ["user_id"] }],
});

export const sessions: Table<"sessions"> = defineInstallationTable("sessions", {
  columns: {
    id: "text",
    token: "text",
    userId: "text",
    expiresAt: "integer",
    createdAt: "integer",
    updatedAt: "integer",
    ipAddress: "text?",
    userAgent: "text?",
  },
  unique: [["token"]],
  indexes: [{ name: "by_account", columns: ["user_id"] }],
});

export const verifications: Table<"verifications"> = defineInstallationTable("verifications", {
  columns: {
    id: "text",
    identifier: "text",
    value: "text",
    expiresAt: "integer",
    createdAt: "integer",
    updatedAt: "integer",
  },
  indexes: [{ name: "by_identifier", columns: ["identifier"] }],
});

export const members: Table<"members"> = defineRows("members", {
  columns: { account: "text", role: "text", createdAt: "integer" },
  primaryKey: ["account"],
  indexes: [{ name: "by_account", columns: ["account"], isAcrossProjects: true }],
  isOpen: true,
});

export const invitations: Table<"invitations"> = defineRecords("invitations", {
  columns: {
    id: "text",
    email: "text",
    role: "text",
    hash: "text",
    invitedBy: "text?",
    createdAt: "integer",
    expiresAt: "integer",
  },
  unique: [["email"]],
  uniqueEverywhere: ["hash"],
  isOpen: true,
});

export const apiKeys: Table<"api_keys"> = defineRecords("api_keys", {
  columns: {
    id: "text",
    name: "text",
    scopes: "texts",
    origins: "texts?",
    hash: "text",
    prefix: "text",
    last4: "text",
    createdAt: "integer",
    createdBy: "text?",
    lastUsedAt: "integer?",
    expiresAt: "integer?",
    revokedAt: "integer?",
  },
  uniqueEverywhere: ["hash"],
  isOpen: true,
});

export const projects: Table<"projects"> = defineInstallationTable("projects", {
  columns: {
    id: "text",
    name: "text",
    createdAt: "integer",
    retentionDays: "integer?",
    ownRetentionDays: "integer?",
    requiresSecondFactor: "flag",
  },
  hasKey: true,
  unique: [["name"]],
});

/** Deleted projects, some of whose rows may still exist. `key` is the key that the project had. */
export const deletedProjects: Table<"deleted_projects"> = defineInstallationTable("deleted_projects", {
  columns: { key: "integer", deletedAt: "integer", isFreed: "flag", hasFiles: "flag" },
  primaryKey: ["key"],
});

export const secrets: Table<"secrets"> = defineInstallationTable("secrets", {
  columns: { name: "text", value: "bytes" },
  primaryKey: ["name"],
});
