import { useSuspenseQuery } from "@tanstack/react-query";
import { useProjectId } from "./project-id.ts";
import { hasPermission, type Permission } from "./role-permissions.ts";
import { sessionOptions } from "./session.ts";

/**
 * Whether the account has a permission in the page's project. The UI only hides actions that the service would reject;
 * the service enforces permissions.
 */
export function usePermission(permission: Permission): boolean {
  const projectId = useProjectId();
  const { data: session } = useSuspenseQuery(sessionOptions);
  const project = session.projects.find(({ id, name }) => id === projectId || name === projectId);
  return project !== undefined && hasPermission(project.role, permission);
}
