import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { sessionOptions } from "../../api/session.ts";
import { useOperation, useRequest } from "../../api/use-request.ts";
import { flagReview, handOnReview, reviewFormChoices } from "../../generated/review-queues.ts";
import { visibleString } from "../../messages/hidden-characters.ts";
import { Button } from "../../ui/button.tsx";
import { DialogActions, DialogError, Form } from "../../ui/dialog-parts.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { SelectField, TextArea } from "../../ui/field.tsx";
import { useReviewText } from "./messages.ts";

interface ItemDialogProps {
  readonly reviewId: string;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export function FlagDialog({ reviewId, onClose, onDone }: ItemDialogProps) {
  const t = useReviewText();
  const flag = useRequest(flagReview);
  const [reason, setReason] = useState("");
  const submit = (): void => flag.mutate({ id: reviewId, reason }, { onSuccess: onDone });
  return (
    <Dialog title={t("flagTitle")} isOpen onClose={onClose}>
      <Form onSubmit={submit}>
        <p>{t("flagAbout")}</p>
        <TextArea label={t("reason")} rows={3} value={reason} onChange={({ target }) => setReason(target.value)} />
        <DialogError error={flag.error} />
        <DialogActions>
          <Button onClick={onClose}>{t("cancel")}</Button>
          <Button type="submit" look="primary" disabled={flag.isPending || reason.trim() === ""}>
            {t("flag")}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

export function HandOnDialog({
  reviewId,
  reviewers,
  onClose,
  onDone,
}: ItemDialogProps & {
  /** Members who may review the queue. If the list is empty, every member with the permission to score may. */
  readonly reviewers: readonly { readonly accountId: string; readonly name: string }[];
}) {
  const t = useReviewText();
  const { data, error } = useOperation(reviewFormChoices, {});
  const handOn = useRequest(handOnReview);
  const [chosen, setChosen] = useState<string | null>(null);
  const own = useQuery(sessionOptions).data?.account?.id;
  const members = (reviewers.length > 0 ? reviewers : (data?.mentionableMembers ?? [])).filter(
    ({ accountId }) => accountId !== own,
  );
  const accountId = chosen ?? members[0]?.accountId;
  const submit = (): void => {
    if (accountId !== undefined) handOn.mutate({ id: reviewId, accountId }, { onSuccess: onDone });
  };
  return (
    <Dialog title={t("handOn")} isOpen onClose={onClose}>
      <Form onSubmit={submit}>
        {members.length === 0 && <p>{t("noMembers")}</p>}
        {accountId !== undefined && (
          <SelectField
            label={t("member")}
            options={members.map(({ accountId: value, name }) => ({ value, label: visibleString(name) }))}
            value={accountId}
            onChange={setChosen}
          />
        )}
        <DialogError error={error ?? handOn.error} />
        <DialogActions>
          <Button onClick={onClose}>{t("cancel")}</Button>
          <Button type="submit" look="primary" disabled={accountId === undefined || handOn.isPending}>
            {t("handOn")}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
