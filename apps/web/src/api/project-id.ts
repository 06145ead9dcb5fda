import { createContext, useContext } from "react";

/** Id of the project that the page shows; null outside a project. */
export const ProjectIdContext = createContext<string | null>(null);

export function useProjectId(): string | null {
  return useContext(ProjectIdContext);
}
