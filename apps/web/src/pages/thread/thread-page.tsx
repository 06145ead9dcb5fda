import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useEffect, useMemo } from "react";
import { Code } from "../../ui/code.tsx";
import { EmptyState, ErrorState, LoadingState } from "../../ui/page-state.tsx";
import { useThreadText } from "./messages.ts";
import { readOutline } from "./outline/outline.ts";
import { threadOptions } from "./thread-data.ts";
import { ThreadView } from "./thread-view.tsx";

/** A thread, in four views over one selection. */
export function ThreadPage() {
  const t = useThreadText();
  const { projectId, threadId } = useParams({ from: "/projects/$projectId/logs/threads/$threadId" });
  const search = useSearch({ from: "/projects/$projectId/logs/threads/$threadId" });
  const navigate = useNavigate({ from: "/projects/$projectId/logs/threads/$threadId" });
  const options = threadOptions(projectId, threadId);
  const head = useQuery(options.head);
  const columns = useQuery(options.outline);
  const outline = useMemo(() => readOutline(columns.data?.threadDetail?.outline), [columns.data]);
  const thread = head.data?.threadDetail ?? null;
  const title = thread?.name ?? threadId;
  useEffect(() => {
    document.title = `${title} · Threadline`;
  }, [title]);

  const error = columns.error ?? head.error;
  if (error && !columns.data) return <ErrorState error={error} onRetry={() => void columns.refetch()} />;
  if (!columns.data) return <LoadingState />;
  if (!columns.data.threadDetail) return <EmptyState title={t("missing")}>{t("missingHint")}</EmptyState>;
  if (!outline) return <EmptyState title={t("tooLong")} />;
  return (
    <ThreadView
      key={threadId}
      projectId={projectId}
      threadId={threadId}
      thread={thread}
      title={title}
      outline={outline}
      view={search.view ?? "chat"}
      selectedId={search.currentStepId ?? null}
      onNavigate={(change) =>
        void navigate({ search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false })
      }
      onRefresh={async () => {
        await Promise.all([head.refetch(), columns.refetch()]);
      }}
      empty={
        <EmptyState title={t("noSteps")}>
          <p>{t("noStepsHint")}</p>
          <Code text={sampleCode(threadId)} />
        </EmptyState>
      }
    />
  );
}

function sampleCode(threadId: string): string {
  return [
    'import { Threadline } from "@threadline/core";',
    "",
    `const client = new Threadline({ url: ${JSON.stringify(location.origin)} });`,
    `const thread = client.thread({ id: ${JSON.stringify(threadId)} });`,
    'await thread.step({ type: "user_message", output: { content: "Hello" } }).send();',
  ].join("\n");
}
