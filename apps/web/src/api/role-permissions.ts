const permissions = {
  owner: ["read", "ingest", "annotate", "write", "connections", "admin", "own"],
  admin: ["read", "ingest", "annotate", "write", "connections", "admin"],
  editor: ["read", "ingest", "annotate", "write"],
  annotator: ["read", "annotate"],
  viewer: ["read"],
} as const;

export type Permission = (typeof permissions)["owner"][number];

/** Permissions of each role. They must equal the permissions that the service returns as `Viewer.permissions`. */
export const rolePermissions: Readonly<Record<string, readonly Permission[]>> = permissions;

/** Whether the service lets a member of the project create other projects and see the settings of the service. */
export function isAdministered(project: { readonly role: string; readonly lacksSecondFactor: boolean }): boolean {
  return hasPermission(project.role, "admin") && !project.lacksSecondFactor;
}

export function hasPermission(role: string, permission: Permission): boolean {
  return rolePermissions[role]?.includes(permission) ?? false;
}
