import { useQueries } from "@tanstack/react-query";
import { useProjectId } from "../../api/project-id.ts";
import { request } from "../../api/request.ts";
import type { Operation } from "../../operation.ts";

const windowSize = 500;

interface Windowed {
  readonly itemCount: number;
  readonly items: readonly unknown[] | null;
}

export function useAllWindows<Result, Owner extends Windowed, Selection extends { readonly id: string }>({
  operation,
  selections,
  read,
}: {
  readonly operation: Operation<Result, Selection & { first: number; skip: number }>;
  readonly selections: readonly Selection[];
  readonly read: (result: Result) => Owner | null;
}) {
  const projectId = useProjectId();
  return useQueries({
    queries: selections.map((selection) => {
      return {
        queryKey: [projectId, operation.text, selection, "all"],
        queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<Owner | null> => {
          let whole: Owner | null = null;
          for (;;) {
            const skip: number = whole?.items?.length ?? 0;
            const variables = { ...selection, first: windowSize, skip };
            const part = read(await request({ projectId, operation, variables, signal }));
            if (part === null) return null;
            whole = whole === null ? part : { ...part, items: [...(whole.items ?? []), ...(part.items ?? [])] };
            if (!part.items?.length || (whole.items?.length ?? 0) >= part.itemCount) return whole;
          }
        },
      };
    }),
  });
}
