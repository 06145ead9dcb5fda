import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import { usePermission } from "../../api/use-permission.ts";
import { EmptyState, ErrorState, LoadingState } from "../../ui/page-state.tsx";
import { useThreadText } from "./messages.ts";
import { readOutline } from "./outline/outline.ts";
import { stepOptions } from "./thread-data.ts";
import { ThreadView } from "./thread-view.tsx";
import { usePageTitle } from "../../ui/use-page-title.ts";

/** A step with its ancestors and descendants, for runs outside any thread. */
export function StepPage() {
  const t = useThreadText();
  const { projectId, stepId } = useParams({ from: "/projects/$projectId/logs/steps/$stepId" });
  const search = useSearch({ from: "/projects/$projectId/logs/steps/$stepId" });
  const navigate = useNavigate({ from: "/projects/$projectId/logs/steps/$stepId" });
  const rights = { mayAnnotate: usePermission("annotate"), mayWrite: usePermission("write") };
  const columns = useQuery(stepOptions(projectId, stepId));
  const outline = useMemo(() => readOutline(columns.data?.stepOutline), [columns.data]);
  const title = (outline && outline.size > 0 && outline.nameOf(outline.order[0] ?? 0)) || stepId;
  usePageTitle(title);

  if (columns.error && !columns.data) {
    return <ErrorState isPage error={columns.error} onRetry={() => void columns.refetch()} />;
  }
  if (!columns.data) return <LoadingState shape="page" />;
  if (!outline)
    return (
      <EmptyState isPage title={t("missingStep")}>
        {t("missingHint")}
      </EmptyState>
    );
  return (
    <ThreadView
      key={stepId}
      projectId={projectId}
      threadId={null}
      thread={null}
      title={title}
      outline={outline}
      rights={rights}
      view={search.view ?? "tree"}
      selectedId={search.currentStepId ?? stepId}
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
        await columns.refetch();
      }}
      empty={null}
    />
  );
}
