import { useRequest } from "../../../api/use-request.ts";
import { setScoreComment } from "../../../generated/thread-changes.ts";
import { Button } from "../../../ui/button.tsx";
import { DialogActions, DialogError } from "../../../ui/dialog-parts.tsx";
import { TextArea } from "../../../ui/field.tsx";
import { useThreadText } from "../messages.ts";
import { useDraft } from "../use-draft.ts";
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
  const [draft, setDraft] = useDraft<string>("thumb", score.id);
  const comment = draft ?? score.comment ?? "";
  return (
    <form
      className={styles.thumbComment}
      onSubmit={(event) => {
        event.preventDefault();
        const text = comment.trim() === "" ? null : comment;
        const stored = save.mutateAsync({ id: score.id, value: score.value, comment: text });
        void stored.then(() => setDraft(null)).then(onSaved, () => undefined);
      }}
    >
      <TextArea
        label={t("thumbComment")}
        hint={t("thumbCommentHint")}
        rows={2}
        value={comment}
        onChange={(event) => setDraft(event.target.value)}
      />
      <DialogError error={save.error} />
      <DialogActions>
        <Button
          onClick={() => {
            setDraft(null);
            onClose();
          }}
        >
          {t("withoutComment")}
        </Button>
        <Button look="primary" type="submit" disabled={save.isPending || comment === (score.comment ?? "")}>
          {t("saveComment")}
        </Button>
      </DialogActions>
    </form>
  );
}
