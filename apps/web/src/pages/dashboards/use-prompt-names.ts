import { useQueries } from "@tanstack/react-query";
import { useProjectId } from "../../api/project-id.ts";
import { operationOptions } from "../../api/use-request.ts";
import { promptOfVersion } from "../../generated/dashboards.ts";

export type PromptNames = ReadonlyMap<string, { readonly name: string; readonly version: number }>;

/** Reads the names of prompt versions. A version whose name could not be read is absent. */
export function usePromptNames(ids: readonly string[]): {
  readonly prompts: PromptNames;
  /** Whether names are still loading. Until they are known, only ids could be shown. */
  readonly arePending: boolean;
} {
  const projectId = useProjectId();
  return useQueries({
    queries: ids.map((id) => ({ ...operationOptions(projectId, promptOfVersion, { id }), staleTime: Infinity })),
    combine: (results) => ({
      arePending: results.some(({ isPending }) => isPending),
      prompts: new Map(
        results.flatMap(({ data }) => {
          const found = data?.promptVersion;
          return found ? [[found.id, { name: found.lineage.name, version: found.version }] as const] : [];
        }),
      ),
    }),
  });
}
