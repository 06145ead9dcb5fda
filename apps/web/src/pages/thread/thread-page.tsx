import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { lazy, useMemo } from "react";
import { usePermission } from "../../api/use-permission.ts";
import { EmptyState, ErrorState, LoadingState } from "../../ui/page-state.tsx";
import { useThreadText } from "./messages.ts";
import { readOutline } from "./outline/outline.ts";
import { threadOptions } from "./thread-data.ts";
import { ThreadView } from "./thread-view.tsx";
import { usePageTitle } from "../../ui/use-page-title.ts";

const EmptyThread = lazy(async () => ({ default: (await import("./empty-thread.tsx")).EmptyThread }));

/** Thread page with several views and a common selection. */
export function ThreadPage() {
  const t = useThreadText();
  const { projectId, threadId } = useParams({ from: "/projects/$projectId/logs/threads/$threadId" });
  const search = useSearch({ from: "/projects/$projectId/logs/threads/$threadId" });
  const navigate = useNavigate({ from: "/projects/$projectId/logs/threads/$threadId" });
  const rights = { mayAnnotate: usePermission("annotate"), mayWrite: usePermission("write") };
  const options = threadOptions(projectId, threadId);
  const head = useQuery(options.head);
  const columns = useQuery(options.outline);
  const outline = useMemo(() => readOutline(columns.data?.threadDetail?.outline), [columns.data]);
  const thread = head.data?.threadDetail ?? null;
  const title = thread?.name ?? threadId;
  usePageTitle(title);

  const error = columns.error ?? head.error;
  if (error && !columns.data) return <ErrorState isPage error={error} onRetry={() => void columns.refetch()} />;
  if (!columns.data) return <LoadingState shape="page" />;
  if (!columns.data.threadDetail)
    return (
      <EmptyState isPage title={t("missing")}>
        {t("missingHint")}
      </EmptyState>
    );
  if (!outline) return <EmptyState isPage title={t("tooLong")} />;
  return (
    <ThreadView
      key={threadId}
      projectId={projectId}
      threadId={threadId}
      thread={thread}
      title={title}
      outline={outline}
      rights={rights}
      view={search.view ?? "chat"}
      selectedId={search.currentStepId ?? null}
      types={search.types}
      text={search.q}
      onNavigate={(change, hash) =>
        navigate({
          search: (before) => ({ ...before, ...change }),
          ...(hash !== undefined && { hash, hashScrollIntoView: false }),
          replace: true,
          resetScroll: false,
        })
      }
      onRefresh={async () => {
        await Promise.all([head.refetch(), columns.refetch()]);
      }}
      empty={<EmptyThread threadId={threadId} />}
    />
  );
}
