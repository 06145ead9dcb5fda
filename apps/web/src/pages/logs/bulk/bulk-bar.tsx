import { Link } from "@tanstack/react-router";
import { ClipboardCheck, Columns2, Database, Download, Tag, Trash2, X } from "lucide-react";
import { useState } from "react";
import { usePermission } from "../../../api/use-permission.ts";
import { useFormats } from "../../../messages/formats.ts";
import { useProjectId } from "../../../api/project-id.ts";
import { Button, buttonClass, IconButton } from "../../../ui/button.tsx";
import type { ColumnName } from "../columns.ts";
import { ExportDialog } from "../export/export-dialog.tsx";
import { type MatchingRequest, matchingPages } from "../export/export-records.ts";
import type { Selection } from "../use-selection.ts";
import { canJoinDataset, canTag } from "./change-records.ts";
import { DeleteDialog } from "./delete-dialog.tsx";
import { useBulkText } from "./messages.ts";
import { TagsDialog } from "./tags-dialog.tsx";
import type { BulkTarget } from "./bulk-target.ts";
import { findScoredSteps } from "./scored-steps.ts";
import { onDemand } from "../../../ui/on-demand.tsx";
import styles from "./bulk.module.css";

const DatasetDialog = onDemand(async () => (await import("./dataset-dialog.tsx")).DatasetDialog);
const ScoredDatasetDialog = onDemand(async () => (await import("./scored-dataset-dialog.tsx")).ScoredDatasetDialog);
const AddToQueueDialog = onDemand(
  async () => (await import("../../review-queues/add-to-queue-dialog.tsx")).AddToQueueDialog,
);

/**
 * Returns the ids of the records to add to a review queue: the selected records, or the steps of the selected scores.
 * Returns at most {@link maxQueued} ids. Rejects with the message `noSteps` if none of the scores belongs to a step.
 */
async function idsOf(target: BulkTarget, noSteps: string): Promise<readonly string[]> {
  const { request, ids } = target;
  if (request.resource === "scores") {
    const steps = await findScoredSteps(target, { signal: new AbortController().signal, limit: maxQueued });
    if (steps.ids.size === 0) throw new Error(noSteps);
    return [...steps.ids].slice(0, maxQueued);
  }
  if (ids !== undefined) return [...ids];
  const found: string[] = [];
  for await (const records of matchingPages(request, { signal: new AbortController().signal })) {
    found.push(...records.map(({ id }) => id));
    if (found.length >= maxQueued) break;
  }
  return found.slice(0, maxQueued);
}

const maxQueued = 10_000;

export function BulkBar({
  selection,
  request,
  columns,
  order,
  totalCount,
}: {
  readonly selection: Selection;
  readonly request: MatchingRequest;
  readonly columns: readonly ColumnName[];
  readonly order: readonly string[];
  /** Total number of matches; null while unknown. */
  readonly totalCount: number | null;
}) {
  const t = useBulkText();
  const formats = useFormats();
  const mayWrite = usePermission("write");
  const mayAnnotate = usePermission("annotate");
  // Tags of a generation are part of the recorded data. Changing recorded data requires the permission `write`, which
  // annotators do not have.
  const mayTag = request.resource === "generations" ? mayWrite : mayAnnotate;
  const [dialog, setDialog] = useState<"tags" | "dataset" | "queue" | "delete" | "export" | null>(null);
  const count = selection.isAllMatching ? (totalCount ?? selection.ids.size) : selection.ids.size;
  const target = { request, ids: selection.isAllMatching ? undefined : selection.ids, count };
  const close = (isDone: boolean): void => {
    setDialog(null);
    if (isDone) selection.clear();
  };
  const dialogs = { target, onClose: close };
  return (
    <div className={styles.bar} role="group" aria-label={t("selected", { count, formatted: formats.number(count) })}>
      <span role="status" className={styles.count}>
        {t("selected", { count, formatted: formats.number(count) })}
      </span>
      {!selection.isAllMatching && totalCount !== null && totalCount > selection.ids.size && (
        <Button size="small" look="plain" onClick={() => selection.selectAllMatching()}>
          {t("selectAll", { formatted: formats.number(totalCount) })}
        </Button>
      )}
      {mayTag && canTag(request.resource) && (
        <Button size="small" onClick={() => setDialog("tags")}>
          <Tag size={14} aria-hidden />
          {t("addTags")}
        </Button>
      )}
      {mayWrite && canJoinDataset(request.resource) && (
        <Button size="small" onClick={() => setDialog("dataset")}>
          <Database size={14} aria-hidden />
          {t("addToDataset")}
        </Button>
      )}
      {mayAnnotate && (
        <Button size="small" onClick={() => setDialog("queue")}>
          <ClipboardCheck size={14} aria-hidden />
          {t("addToReviewQueue")}
        </Button>
      )}
      {request.resource === "threads" && !selection.isAllMatching && selection.ids.size === 2 && (
        <CompareLink ids={order.filter((id) => selection.ids.has(id))} />
      )}
      <Button size="small" onClick={() => setDialog("export")}>
        <Download size={14} aria-hidden />
        {t("export")}
      </Button>
      {mayWrite && (
        <Button size="small" look="danger" onClick={() => setDialog("delete")}>
          <Trash2 size={14} aria-hidden />
          {t("delete")}
        </Button>
      )}
      <IconButton size="small" label={t("clear")} onClick={() => selection.clear()}>
        <X size={14} />
      </IconButton>
      {dialog === "tags" && <TagsDialog {...dialogs} />}
      {dialog === "dataset" &&
        (request.resource === "scores" ? <ScoredDatasetDialog {...dialogs} /> : <DatasetDialog {...dialogs} />)}
      {dialog === "queue" && (
        <AddToQueueDialog
          target={request.resource === "threads" ? "THREAD" : "STEP"}
          findIds={() => idsOf(target, t("noScoredSteps"))}
          onClose={close}
        />
      )}
      {dialog === "delete" && <DeleteDialog {...dialogs} />}
      {dialog === "export" && <ExportDialog target={target} columns={columns} onClose={() => close(false)} />}
    </div>
  );
}

/**
 * Link that compares two selected threads. Lists usually show the newest thread first. So the thread that is further
 * down in the list is `before`, and the other one is `after`.
 */
function CompareLink({ ids: [after, before] }: { readonly ids: readonly string[] }) {
  const t = useBulkText();
  const projectId = useProjectId() ?? "";
  return (
    <Link
      className={buttonClass({ size: "small" })}
      to="/projects/$projectId/logs/compare"
      params={{ projectId }}
      search={{ ...(before !== undefined && { before }), ...(after !== undefined && { after }) }}
    >
      <Columns2 size={14} aria-hidden />
      {t("compare")}
    </Link>
  );
}
