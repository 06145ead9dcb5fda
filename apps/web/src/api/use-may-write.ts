import { useSuspenseQuery } from "@tanstack/react-query";
import { useProjectId } from "./project-id.ts";
import { sessionOptions } from "./session.ts";

const writers: ReadonlySet<string> = new Set(["owner", "admin", "editor"]);

/** Whether the account may change records of the page's project. The service decides; this only hides what it would refuse. */
export function useMayWrite(): boolean {
  const projectId = useProjectId();
  const { data: session } = useSuspenseQuery(sessionOptions);
  const project = session.projects.find(({ id, name }) => id === projectId || name === projectId);
  return project !== undefined && writers.has(project.role);
}
