import { useState } from "react";
import { useRequest } from "../../../api/use-request.ts";
import { setScoreComment } from "../../../generated/thread-changes.ts";
import { Button } from "../../../ui/button.tsx";
import { DialogActions, DialogError } from "../../../ui/dialog-parts.tsx";
import { TextArea } from "../../../ui/field.tsx";
import { useThreadText } from "../messages.ts";
import styles from "./choice.module.css";

/** Form for the comment of the user's own thumb. */
export function ThumbComment({
  score,
  onClose,
  onSaved,
}: {
  readonly score: { readonly id: string; readonly value: number; readonly comment: string | null };
  readonly onClose: () => void;
  readonly onSaved: () => void;
}) {
  const t = useThreadText();
  const save = useRequest(setScoreComment);
  const [comment, setComment] = useState(score.comment ?? "");
  return (
    <form
      className={styles.thumbComment}
      onSubmit={(event) => {
        event.preventDefault();
        const text = comment.trim() === "" ? null : comment;
        void save.mutateAsync({ id: score.id, value: score.value, comment: text }).then(onSaved, () => undefined);
      }}
    >
      <TextArea
        label={t("thumbComment")}
        hint={t("thumbCommentHint")}
        rows={2}
        value={comment}
        onChange={(event) => setComment(event.target.value)}
      />
      <DialogError error={save.error} />
      <DialogActions>
        <Button onClick={onClose}>{t("withoutComment")}</Button>
        <Button look="primary" type="submit" disabled={save.isPending || comment === (score.comment ?? "")}>
          {t("saveComment")}
        </Button>
      </DialogActions>
    </form>
  );
}
