import { ExternalLink, Trash2 } from "lucide-react";
import { useState } from "react";
import { useOperation, useRequest } from "../../../api/use-request.ts";
import { makeShare, revokeShare, sharesOfThread } from "../../../generated/thread-changes.ts";
import { useFormats } from "../../../messages/formats.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button, buttonClass, IconButton } from "../../../ui/button.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { copyText } from "../../../ui/copy-text.ts";
import { DialogActions, DialogError } from "../../../ui/dialog-parts.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { SelectField } from "../../../ui/field.tsx";
import { LoadingState } from "../../../ui/page-state.tsx";
import { useToast } from "../../../ui/toasts.tsx";
import styles from "./share-dialog.module.css";
import { useShareText } from "./share-messages.ts";

const dayMs = 86_400_000;
/** Numbers of days after which a new share link can expire. 0 means never. */
const lifetimes = [0, 1, 7, 30, 90] as const;

/** Creates, copies and revokes share links of the thread, which need no sign-in. */
export function ShareDialog({ threadId, onClose }: { readonly threadId: string; readonly onClose: () => void }) {
  const t = useShareText();
  const formats = useFormats();
  const [days, setDays] = useState("0");
  const [now] = useState(Date.now);
  const { data, error, refetch } = useOperation(sharesOfThread, { threadId });
  const make = useRequest(makeShare);
  const revoke = useRequest(revokeShare);
  const change = (work: Promise<unknown>): void => {
    work.then(() => refetch()).catch(() => undefined);
  };
  const toast = useToast();
  // Id of the link whose revocation has to be confirmed.
  const [revoked, setRevoked] = useState<string | null>(null);
  const create = (): void => {
    const expiresAt = days === "0" ? null : new Date(Date.now() + Number(days) * dayMs).toISOString();
    const created = make.mutateAsync({ threadId, expiresAt });
    change(created);
    // If the browser does not allow the page to copy the link, the error is ignored, because the user can copy the link
    // from the list.
    created
      .then(({ shareThread: { url } }) => copyText(url))
      .then(() => toast({ text: t("created_copied") }))
      .catch(() => undefined);
  };
  const isExpired = (expiresAt: string | null): boolean => expiresAt !== null && Date.parse(expiresAt) <= now;
  const expiry = (expiresAt: string | null): string => {
    if (expiresAt === null) return t("never");
    return t("expires", { time: formats.relativeTime(expiresAt) });
  };
  return (
    <Dialog title={t("share")} isOpen onClose={onClose}>
      <p>{t("about")}</p>
      <dl className={styles.contents}>
        <dt>{t("included")}</dt>
        <dd>{t("includedParts")}</dd>
        <dt>{t("excluded")}</dt>
        <dd>{t("excludedParts")}</dd>
      </dl>
      {!data && !error && <LoadingState />}
      {data?.threadShares.length === 0 && <p className={styles.when}>{t("none")}</p>}
      <ul className={styles.links}>
        {data?.threadShares.map(({ id, url, createdAt, expiresAt }) => (
          <li key={id} className={styles.link}>
            <input readOnly value={url} aria-label={t("link")} onFocus={(event) => event.target.select()} />
            <CopyButton text={url} />
            <a
              className={buttonClass({ look: "plain", size: "small", isIcon: true })}
              href={url}
              target="_blank"
              rel="noreferrer"
              aria-label={t("open")}
              title={t("open")}
            >
              <ExternalLink size={14} aria-hidden />
            </a>
            <IconButton size="small" label={t("revoke")} onClick={() => setRevoked(id)}>
              <Trash2 size={14} />
            </IconButton>
            <span className={styles.when}>
              {t("created", { time: formats.relativeTime(createdAt) })} ·{" "}
              {isExpired(expiresAt) ? <Badge tone="warning">{t("expired")}</Badge> : expiry(expiresAt)}
            </span>
            {revoked === id && (
              <span role="status" className={styles.when}>
                {t("revokeAbout")}{" "}
                <Button
                  size="small"
                  look="danger"
                  disabled={revoke.isPending}
                  onClick={() => change(revoke.mutateAsync({ id }))}
                >
                  {t("revokeSure")}
                </Button>{" "}
                <Button size="small" onClick={() => setRevoked(null)}>
                  {t("keep")}
                </Button>
              </span>
            )}
          </li>
        ))}
      </ul>
      <SelectField
        label={t("expiry")}
        value={days}
        onChange={setDays}
        options={lifetimes.map((each) => ({
          value: String(each),
          label: each === 0 ? t("noExpiry") : t("days", { count: each }),
        }))}
      />
      <DialogError error={error ?? make.error ?? revoke.error} />
      <DialogActions>
        <Button look="primary" disabled={make.isPending} onClick={create}>
          {t("create")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
