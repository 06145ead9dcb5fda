export const permissions = ["read", "ingest", "annotate", "write", "connections", "admin", "own"] as const;
export type Permission = (typeof permissions)[number];

/** Roles in a project, in descending order of permissions. */
export const roles = ["owner", "admin", "editor", "annotator", "viewer"] as const;
export type Role = (typeof roles)[number];

/** Scopes of API keys. A key with `browser` has no other scope. */
export const scopes = ["ingest", "read", "write", "connections", "browser"] as const;
export type Scope = (typeof scopes)[number];

/** Scopes of a key that is created without scopes. */
export const defaultScopes: readonly Scope[] = ["ingest", "read", "write"];

export const rolePermissions: Readonly<Record<Role, ReadonlySet<Permission>>> = {
  viewer: new Set(["read"]),
  annotator: new Set(["read", "annotate"]),
  editor: new Set(["read", "ingest", "annotate", "write"]),
  admin: new Set(["read", "ingest", "annotate", "write", "connections", "admin"]),
  owner: new Set(permissions),
};

const scopePermissions: Readonly<Record<Scope, readonly Permission[]>> = {
  ingest: ["ingest"],
  read: ["read"],
  write: ["annotate", "write"],
  connections: ["connections"],
  // A browser key gets no permissions. It may only use the fields in `browserFields` and the routes that admit browser
  // keys explicitly. New fields and routes are therefore closed to browser keys by default.
  browser: [],
};

/**
 * Returns the permissions of scopes. No scope has the permission `admin`, so an API key cannot administer a project.
 */
export function permissionsOfScopes(given: readonly Scope[]): ReadonlySet<Permission> {
  return new Set(given.flatMap((scope) => scopePermissions[scope]));
}

/**
 * Whether a member with `role` may grant, change or revoke `granted`. An owner may do so for every role, an admin for
 * every role except `owner`.
 */
export function mayGrant(role: Role, granted: Role): boolean {
  return rolePermissions[role].has(granted === "owner" ? "own" : "admin");
}
