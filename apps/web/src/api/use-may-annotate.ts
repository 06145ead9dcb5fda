import { useSuspenseQuery } from "@tanstack/react-query";
import { useProjectId } from "./project-id.ts";
import { sessionOptions } from "./session.ts";

const annotators: ReadonlySet<string> = new Set(["owner", "admin", "editor", "annotator"]);

/** Whether the account may score, and tag threads and steps, in the page's project. The service decides; this only hides. */
export function useMayAnnotate(): boolean {
  const projectId = useProjectId();
  const { data: session } = useSuspenseQuery(sessionOptions);
  const project = session.projects.find(({ id, name }) => id === projectId || name === projectId);
  return project !== undefined && annotators.has(project.role);
}
