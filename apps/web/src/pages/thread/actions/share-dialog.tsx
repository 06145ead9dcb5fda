import { Trash2 } from "lucide-react";
import { useOperation, useRequest } from "../../../api/use-request.ts";
import { makeShare, revokeShare, sharesOfThread } from "../../../generated/thread-changes.ts";
import { useFormats } from "../../../messages/formats.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { DialogActions, DialogError } from "../../../ui/dialog-parts.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { LoadingState } from "../../../ui/page-state.tsx";
import { useInspectorText } from "../inspector/messages.ts";
import styles from "./share-dialog.module.css";

/** Creates, copies and revokes links to the thread that need no sign-in. */
export function ShareDialog({ threadId, onClose }: { readonly threadId: string; readonly onClose: () => void }) {
  const t = useInspectorText();
  const formats = useFormats();
  const { data, error, refetch } = useOperation(sharesOfThread, { threadId });
  const make = useRequest(makeShare);
  const revoke = useRequest(revokeShare);
  const change = (work: Promise<unknown>): void => {
    work.then(() => refetch()).catch(() => undefined);
  };
  return (
    <Dialog title={t("share")} isOpen onClose={onClose}>
      <p>{t("shareHint")}</p>
      {!data && !error && <LoadingState />}
      <ul className={styles.links}>
        {data?.threadShares.map(({ id, url, createdAt }) => (
          <li key={id} className={styles.link}>
            <input readOnly value={url} aria-label={t("shareLink")} onFocus={(event) => event.target.select()} />
            <CopyButton text={url} />
            <IconButton size="small" label={t("revoke")} onClick={() => change(revoke.mutateAsync({ id }))}>
              <Trash2 size={14} />
            </IconButton>
            <span className={styles.when}>{formats.relativeTime(createdAt)}</span>
          </li>
        ))}
      </ul>
      <DialogError error={error ?? make.error ?? revoke.error} />
      <DialogActions>
        <Button look="primary" disabled={make.isPending} onClick={() => change(make.mutateAsync({ threadId }))}>
          {t("makeLink")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
