import { useQuery } from "@tanstack/react-query";
import { Dialog } from "../../../ui/dialog.tsx";
import { ErrorState, LoadingState } from "../../../ui/page-state.tsx";
import type { BulkTarget } from "./bulk-target.ts";
import { DatasetDialog } from "./dataset-dialog.tsx";
import { useBulkText } from "./messages.ts";
import { findScoredSteps } from "./scored-steps.ts";

/** Adds the steps of the selected scores to a dataset. */
export function ScoredDatasetDialog({
  target,
  onClose,
}: {
  readonly target: BulkTarget;
  readonly onClose: (isDone: boolean) => void;
}) {
  const t = useBulkText();
  const { projectId, filters, query } = target.request;
  const found = useQuery({
    queryKey: [projectId, "scored-steps", filters, query, target.ids && [...target.ids]],
    queryFn: ({ signal }) => findScoredSteps(target, { signal }),
    // The steps must not change during the review.
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  if (found.data && found.data.ids.size > 0) {
    const { ids, otherCount } = found.data;
    const request = {
      ...target.request,
      resource: "steps" as const,
      filters: [],
      query: undefined,
      order: undefined,
      withUsage: false,
    };
    return (
      <DatasetDialog
        target={{ request, ids, count: ids.size }}
        note={otherCount > 0 ? t("scoresLeft", { count: otherCount }) : undefined}
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog title={t("addToDataset")} isOpen isWide onClose={() => onClose(false)}>
      {found.error ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : found.data ? (
        <p>{t("noScoredSteps")}</p>
      ) : (
        <LoadingState />
      )}
    </Dialog>
  );
}
