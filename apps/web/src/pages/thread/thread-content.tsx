import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useMemo } from "react";
import { usePermission } from "../../api/use-permission.ts";
import { MissingRecord } from "../../ui/missing-record.tsx";
import { onDemand } from "../../ui/on-demand.tsx";
import { EmptyState, ErrorState, LoadingState } from "../../ui/page-state.tsx";
import { usePageTitle } from "../../ui/use-page-title.ts";
import { useThreadText } from "./messages.ts";
import { readOutline } from "./outline/outline.ts";
import { threadOptions } from "./thread-data.ts";
import type { ThreadSearch } from "./thread-search.ts";
import { ThreadView, type ThreadViewProps } from "./thread-view.tsx";

const EmptyThread = onDemand(async () => (await import("./empty-thread.tsx")).EmptyThread, <LoadingState />);

/** Properties that differ between the thread's page and the side panel: the state of the views, and callbacks. */
export interface ContentProps extends Pick<ThreadViewProps, "projectId" | "onNavigate" | "panel"> {
  readonly search: ThreadSearch;
}

export function ThreadContent({
  projectId,
  threadId,
  search,
  panel,
  onNavigate,
}: ContentProps & { readonly threadId: string }) {
  const t = useThreadText();
  const rights = { mayAnnotate: usePermission("annotate"), mayWrite: usePermission("write") };
  const options = threadOptions(projectId, threadId);
  const head = useQuery(options.head);
  const columns = useQuery(options.outline);
  const outline = useMemo(() => readOutline(columns.data?.threadDetail?.outline), [columns.data]);
  const thread = head.data?.threadDetail ?? null;
  const title = thread?.name ?? threadId;
  const isPage = panel === undefined;
  usePageTitle(isPage ? title : null);

  const error = columns.error ?? head.error;
  if (error && !columns.data) {
    return <ErrorState isPage={isPage} error={error} onRetry={() => void columns.refetch()} />;
  }
  if (!columns.data) return <LoadingState shape="thread" />;
  if (!columns.data.threadDetail)
    return (
      <MissingRecord isPage={isPage} title={t("missing")}>
        {isPage && (
          <Link to="/projects/$projectId/logs/$resource" params={{ projectId, resource: "threads" }}>
            {t("toThreads")}
          </Link>
        )}
      </MissingRecord>
    );
  if (!outline) return <EmptyState isPage={isPage} title={t("tooLong")} />;
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
      play={search.play}
      text={search.q}
      panel={panel}
      onNavigate={onNavigate}
      onRefresh={async () => {
        await Promise.all([head.refetch(), columns.refetch()]);
      }}
      empty={<EmptyThread threadId={threadId} />}
    />
  );
}
