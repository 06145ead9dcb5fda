import { useQueries } from "@tanstack/react-query";
import { useProjectId } from "../../api/project-id.ts";
import { operationOptions } from "../../api/use-request.ts";
import { promptOfVersion } from "../../generated/dashboards.ts";

/** Names and numbers of prompt versions, by version id. */
export type PromptNames = ReadonlyMap<string, { readonly name: string; readonly version: number }>;

/** Reads the prompt versions by which a series is grouped. */
export function usePromptNames(ids: readonly string[]): PromptNames {
  const projectId = useProjectId();
  return useQueries({
    queries: ids.map((id) => ({ ...operationOptions(projectId, promptOfVersion, { id }), staleTime: Infinity })),
    combine: (results) =>
      new Map(
        results.flatMap(({ data }) => {
          const found = data?.promptVersion;
          return found ? [[found.id, { name: found.lineage.name, version: found.version }] as const] : [];
        }),
      ),
  });
}
