import { Pencil, Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { usePermission } from "../../../api/use-permission.ts";
import { useRequest } from "../../../api/use-request.ts";
import { type CommentsOfQuery, editComment, removeComment } from "../../../generated/comments.ts";
import { useFormats } from "../../../messages/formats.ts";
import { Badge } from "../../../ui/badge.tsx";
import { IconButton } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { MarkdownText } from "../../../ui/markdown/markdown-text.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { useThreadPage } from "../thread-context.ts";
import { CommentForm } from "./comment-form.tsx";
import styles from "./comments.module.css";
import { useCommentText } from "./messages.ts";

export type ListedComment = CommentsOfQuery["comments"]["nodes"][number];

/** A comment. Its author can edit and delete it, and administrators can delete it. */
export function CommentItem({
  comment,
  onChanged,
}: {
  readonly comment: ListedComment;
  readonly onChanged: () => Promise<void>;
}) {
  const t = useCommentText();
  const formats = useFormats();
  const { mayAnnotate } = useThreadPage().rights;
  const isAdministrator = usePermission("admin");
  const [isEditing, setIsEditing] = useState(false);
  const [isDeleting, setIsDeleting] = useState(false);
  const article = useRef<HTMLElement>(null);
  const edit = useRequest(editComment);
  const remove = useRequest(removeComment);
  const author = useAuthorName(comment.author);
  const close = (): void => {
    setIsEditing(false);
    article.current?.focus();
  };

  return (
    <article ref={article} className={styles.comment} tabIndex={-1} aria-label={author}>
      <header>
        <strong>
          <VisibleText text={author} />
        </strong>
        <span className={styles.quiet} title={formats.dateTime(comment.createdAt)}>
          {formats.relativeTime(comment.createdAt)}
        </span>
        {comment.editedAt !== null && (
          <span className={styles.quiet} title={formats.dateTime(comment.editedAt)}>
            {t("edited")}
          </span>
        )}
        <span className={styles.tools}>
          {comment.isOwn && mayAnnotate && !isEditing && (
            <IconButton size="small" label={t("edit", { author })} onClick={() => setIsEditing(true)}>
              <Pencil size={14} />
            </IconButton>
          )}
          {((comment.isOwn && mayAnnotate) || isAdministrator) && (
            <IconButton size="small" label={t("delete", { author })} onClick={() => setIsDeleting(true)}>
              <Trash2 size={14} />
            </IconButton>
          )}
        </span>
      </header>
      {isEditing ? (
        <CommentForm
          draftId={comment.id}
          initial={comment}
          action={t("save")}
          isBusy={edit.isPending}
          error={edit.error}
          onCancel={close}
          onSubmit={async (draft) => {
            await edit.mutateAsync({ id: comment.id, ...draft });
            await onChanged();
            close();
          }}
        />
      ) : (
        <MarkdownText text={comment.text} />
      )}
      {comment.mentions.length > 0 && (
        <p className={styles.mentions} aria-label={t("mentioned")}>
          {comment.mentions.map(({ accountId, name, isMember }) => (
            <Badge key={accountId} tone={isMember ? "accent" : undefined}>
              @{isMember ? name : t("formerMember", { name })}
            </Badge>
          ))}
        </p>
      )}
      <ConfirmDialog
        title={t("deleteTitle")}
        action={t("deleteTitle")}
        isOpen={isDeleting}
        isBusy={remove.isPending}
        error={remove.error}
        onClose={() => setIsDeleting(false)}
        onConfirm={() => void remove.mutateAsync({ id: comment.id }).then(onChanged, () => undefined)}
      >
        <p>{t("deleteSure")}</p>
      </ConfirmDialog>
    </article>
  );
}

function useAuthorName({ kind, name, isMember }: ListedComment["author"]): string {
  const t = useCommentText();
  if (kind === "key") return t("key", { name: name ?? "" });
  if (kind === "noLogin" || name === null) return t("noLogin");
  return isMember ? name : t("formerMember", { name });
}
