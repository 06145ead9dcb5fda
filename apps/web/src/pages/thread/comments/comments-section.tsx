import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useOperation, useRequest } from "../../../api/use-request.ts";
import { addComment, commentsOf } from "../../../generated/comments.ts";
import { Button } from "../../../ui/button.tsx";
import { ErrorState, LoadingState } from "../../../ui/page-state.tsx";
import { Section } from "../inspector/section.tsx";
import { useThreadPage } from "../thread-context.ts";
import { CommentForm } from "./comment-form.tsx";
import { CommentItem } from "./comment-item.tsx";
import styles from "./comments.module.css";
import { useCommentText } from "./messages.ts";

type CommentTarget = { readonly stepId: string } | { readonly threadId: string };

const pageSize = 50;

export function CommentsSection({ target }: { readonly target: CommentTarget }) {
  const t = useCommentText();
  const client = useQueryClient();
  const { projectId, rights } = useThreadPage();
  const [pageCount, setPageCount] = useState(1);
  const { data } = useOperation(commentsOf, { ...target, skip: 0 });
  const add = useRequest(addComment);
  const totalCount = data?.comments.totalCount ?? 0;
  const refresh = (): Promise<void> => client.invalidateQueries({ queryKey: [projectId, commentsOf.text] });

  return (
    <Section title={totalCount > 0 ? t("commentsCounted", { count: totalCount }) : t("comments")}>
      {Array.from({ length: pageCount }, (_, index) => (
        <CommentPage key={index} target={target} skip={index * pageSize} onChanged={refresh} />
      ))}
      {totalCount > pageCount * pageSize && (
        <Button size="small" onClick={() => setPageCount(pageCount + 1)}>
          {t("showMore")}
        </Button>
      )}
      {rights.mayAnnotate && (
        <CommentForm
          draftId={JSON.stringify(target)}
          action={t("add")}
          isBusy={add.isPending}
          error={add.error}
          onSubmit={async (draft) => {
            await add.mutateAsync({ ...target, ...draft });
            setPageCount(Math.floor(totalCount / pageSize) + 1);
            await refresh();
          }}
        />
      )}
    </Section>
  );
}

function CommentPage({
  target,
  skip,
  onChanged,
}: {
  readonly target: CommentTarget;
  readonly skip: number;
  readonly onChanged: () => Promise<void>;
}) {
  const t = useCommentText();
  const { data, error, refetch } = useOperation(commentsOf, { ...target, skip });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState />;
  const { nodes } = data.comments;
  if (nodes.length === 0 && skip === 0) return <p className={styles.quiet}>{t("noComments")}</p>;
  return nodes.map((comment) => <CommentItem key={comment.id} comment={comment} onChanged={onChanged} />);
}
