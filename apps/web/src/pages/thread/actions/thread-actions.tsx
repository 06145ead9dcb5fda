import { useNavigate } from "@tanstack/react-router";
import { Ellipsis, Share2 } from "lucide-react";
import { useState } from "react";
import { copyText } from "../../../ui/copy-text.ts";
import { serviceUrl } from "../../../api/base-path.ts";
import { request } from "../../../api/request.ts";
import { useRequest } from "../../../api/use-request.ts";
import { copiedThread } from "../../../generated/copied-record.ts";
import { removeThread } from "../../../generated/thread-changes.ts";
import { IconButton } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { Menu, MenuItem } from "../../../ui/menu.tsx";
import { onDemand } from "../../../ui/on-demand.tsx";
import { useInspectorText } from "../inspector/messages.ts";
import { useThreadPage } from "../thread-context.ts";
import { curlCommand } from "./curl-command.ts";
import { ShareDialog } from "./share-dialog.tsx";

const AddToQueueDialog = onDemand(
  async () => (await import("../../review-queues/add-to-queue-dialog.tsx")).AddToQueueDialog,
);

export function ThreadActions({ threadId }: { readonly threadId: string }) {
  const t = useInspectorText();
  const navigate = useNavigate();
  const { projectId, rights, announce, panel } = useThreadPage();
  const [isDeleting, setIsDeleting] = useState(false);
  const [isQueueing, setIsQueueing] = useState(false);
  const [isSharing, setIsSharing] = useState(false);
  const remove = useRequest(removeThread);
  const copy = async (text: string): Promise<void> => {
    await copyText(text);
    announce(t("copiedDone"));
  };
  const copyJson = async (): Promise<void> => {
    const answer = await request({ projectId, operation: copiedThread, variables: { id: threadId } });
    await copy(JSON.stringify(answer.threadDetail, null, 2));
  };
  const copyCurl = (): Promise<void> =>
    copy(
      curlCommand({
        endpoint: new URL(serviceUrl("api/graphql"), location.origin).href,
        query: copiedThread.text,
        variables: { id: threadId },
      }),
    );
  const confirmDelete = async (): Promise<void> => {
    await remove.mutateAsync({ id: threadId });
    if (panel) panel.onDeleted();
    else await navigate({ to: "/projects/$projectId/logs/$resource", params: { projectId, resource: "threads" } });
  };
  return (
    <>
      {rights.mayWrite && (
        <IconButton size="small" label={t("share")} onClick={() => setIsSharing(true)}>
          <Share2 size={15} />
        </IconButton>
      )}
      {isSharing && <ShareDialog threadId={threadId} onClose={() => setIsSharing(false)} />}
      <Menu
        trigger={
          <IconButton size="small" label={t("more")}>
            <Ellipsis size={16} />
          </IconButton>
        }
      >
        <MenuItem
          onSelect={() =>
            void navigate({
              to: "/projects/$projectId/logs/compare",
              params: { projectId },
              search: { after: threadId },
            })
          }
        >
          {t("compareThread")}
        </MenuItem>
        {rights.mayAnnotate && <MenuItem onSelect={() => setIsQueueing(true)}>{t("toReviewQueue")}</MenuItem>}
        <MenuItem onSelect={() => void copyJson()}>{t("copyJson")}</MenuItem>
        <MenuItem onSelect={() => void copyCurl()}>{t("copyCurl")}</MenuItem>
        <MenuItem onSelect={() => void copy(threadId)}>{t("copyId")}</MenuItem>
        {rights.mayWrite && (
          <MenuItem isDanger onSelect={() => setIsDeleting(true)}>
            {t("deleteThread")}
          </MenuItem>
        )}
      </Menu>
      {isQueueing && (
        <AddToQueueDialog target="THREAD" findIds={async () => [threadId]} onClose={() => setIsQueueing(false)} />
      )}
      <ConfirmDialog
        title={t("deleteThread")}
        action={t("delete")}
        isOpen={isDeleting}
        isBusy={remove.isPending}
        error={remove.error}
        onConfirm={() => void confirmDelete().catch(() => undefined)}
        onClose={() => setIsDeleting(false)}
      >
        <p>{t("deleteThreadSure")}</p>
      </ConfirmDialog>
    </>
  );
}
