import { Link, useNavigate } from "@tanstack/react-router";
import { Database, Ellipsis, FlaskConical } from "lucide-react";
import { useState } from "react";
import { copyText } from "../../../ui/copy-text.ts";
import { serviceUrl } from "../../../api/base-path.ts";
import { request } from "../../../api/request.ts";
import { useRequest } from "../../../api/use-request.ts";
import { copiedStep } from "../../../generated/copied-record.ts";
import { removeStep } from "../../../generated/thread-changes.ts";
import { Button, buttonClass, IconButton } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { Menu, MenuItem } from "../../../ui/menu.tsx";
import { onDemand } from "../../../ui/on-demand.tsx";
import styles from "../inspector/inspector.module.css";
import { useInspectorText } from "../inspector/messages.ts";
import type { Payload } from "../payloads/payload-cache.ts";
import { shownScores } from "../hidden-scores.ts";
import { useThreadPage } from "../thread-context.ts";
import { curlCommand } from "./curl-command.ts";

const AddToQueueDialog = onDemand(
  async () => (await import("../../review-queues/add-to-queue-dialog.tsx")).AddToQueueDialog,
);
const DatasetDialog = onDemand(async () => (await import("./dataset-dialog.tsx")).DatasetDialog);
const CompareDialog = onDemand(async () => (await import("./compare-dialog.tsx")).CompareDialog);

export function StepActions({ payload }: { readonly payload: Payload }) {
  const t = useInspectorText();
  const navigate = useNavigate();
  const { projectId, threadId, rights, panel, refreshStep, select, copyLink, announce } = useThreadPage();
  const [open, setOpen] = useState<"dataset" | "compare" | "delete" | "queue" | null>(null);
  const remove = useRequest(removeStep);
  const { id } = payload;
  const copy = async (text: string): Promise<void> => {
    await copyText(text);
    announce(t("copiedDone"));
  };
  const copyJson = async (): Promise<void> => {
    const answer = await request({ projectId, operation: copiedStep, variables: { id } });
    const step = answer.step && { ...answer.step, scores: shownScores(answer.step.scores, panel?.hiddenScores) };
    await copy(JSON.stringify(step, null, 2));
  };
  const copyCurl = (): Promise<void> =>
    copy(
      curlCommand({
        endpoint: new URL(serviceUrl("api/graphql"), location.origin).href,
        query: copiedStep.text,
        variables: { id },
      }),
    );
  const confirmDelete = async (): Promise<void> => {
    await remove.mutateAsync({ id });
    setOpen(null);
    select(null);
    if (threadId !== null) refreshStep(id);
    else if (panel) panel.onDeleted();
    else await navigate({ to: "/projects/$projectId/logs/$resource", params: { projectId, resource: "steps" } });
  };
  return (
    <>
      {rights.mayWrite && (payload.generation?.messages ?? payload.generation?.prompt) != null && (
        <Link
          className={buttonClass({ look: "plain", size: "small" })}
          aria-label={t("replay")}
          title={t("replay")}
          to="/projects/$projectId/playground"
          params={{ projectId }}
          search={{ step: id }}
        >
          <FlaskConical size={15} aria-hidden />
          <span className={styles.actionName}>{t("playgroundShort")}</span>
        </Link>
      )}
      {rights.mayWrite && (
        <Button
          look="plain"
          size="small"
          aria-label={t("toDataset")}
          title={t("toDataset")}
          onClick={() => setOpen("dataset")}
        >
          <Database size={15} aria-hidden />
          <span className={styles.actionName}>{t("datasetShort")}</span>
        </Button>
      )}
      <Menu
        trigger={
          <IconButton size="small" label={t("more")}>
            <Ellipsis size={15} />
          </IconButton>
        }
      >
        <MenuItem onSelect={() => setOpen("compare")}>{t("compareStep")}</MenuItem>
        {rights.mayAnnotate && <MenuItem onSelect={() => setOpen("queue")}>{t("toReviewQueue")}</MenuItem>}
        <MenuItem onSelect={() => void copyJson()}>{t("copyJson")}</MenuItem>
        <MenuItem onSelect={() => void copyCurl()}>{t("copyCurl")}</MenuItem>
        <MenuItem onSelect={() => void copy(id)}>{t("copyId")}</MenuItem>
        <MenuItem onSelect={() => void copyLink(id)}>{t("copyLink")}</MenuItem>
        {rights.mayWrite && (
          <MenuItem isDanger onSelect={() => setOpen("delete")}>
            {t("deleteStep")}
          </MenuItem>
        )}
      </Menu>
      {open === "dataset" && <DatasetDialog payload={payload} onClose={() => setOpen(null)} />}
      {open === "compare" && <CompareDialog payload={payload} onClose={() => setOpen(null)} />}
      {open === "queue" && <AddToQueueDialog target="STEP" findIds={async () => [id]} onClose={() => setOpen(null)} />}
      <ConfirmDialog
        title={t("deleteStep")}
        action={t("delete")}
        isOpen={open === "delete"}
        isBusy={remove.isPending}
        error={remove.error}
        onConfirm={() => void confirmDelete().catch(() => undefined)}
        onClose={() => setOpen(null)}
      >
        <p>{t("deleteStepSure")}</p>
      </ConfirmDialog>
    </>
  );
}
