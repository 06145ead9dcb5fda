import { useQueries } from "@tanstack/react-query";
import { useProjectId } from "../../api/project-id.ts";
import { operationOptions } from "../../api/use-request.ts";
import { promptOfVersion } from "../../generated/dashboards.ts";

export type PromptNames = ReadonlyMap<string, { readonly name: string; readonly version: number }>;

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
