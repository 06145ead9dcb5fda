const permissions = {
  owner: ["read", "ingest", "annotate", "write", "connections", "admin", "own"],
  admin: ["read", "ingest", "annotate", "write", "connections", "admin"],
  editor: ["read", "ingest", "annotate", "write"],
  annotator: ["read", "annotate"],
  viewer: ["read"],
} as const;

export type Permission = (typeof permissions)["owner"][number];

/** Permissions of each role. The same as in the service (`Viewer.permissions`). */
export const rolePermissions: Readonly<Record<string, readonly Permission[]>> = permissions;
