import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useMemo } from "react";
import { usePermission } from "../../api/use-permission.ts";
import { MissingRecord } from "../../ui/missing-record.tsx";
import { ErrorState, LoadingState } from "../../ui/page-state.tsx";
import { usePageTitle } from "../../ui/use-page-title.ts";
import { useThreadText } from "./messages.ts";
import { readOutline } from "./outline/outline.ts";
import type { ContentProps } from "./thread-content.tsx";
import { stepOptions } from "./thread-data.ts";
import { ThreadView } from "./thread-view.tsx";

/** A step with its ancestors and descendants, for runs without a thread. */
export function StepContent({
  projectId,
  stepId,
  search,
  panel,
  onNavigate,
}: ContentProps & { readonly stepId: string }) {
  const t = useThreadText();
  const rights = { mayAnnotate: usePermission("annotate"), mayWrite: usePermission("write") };
  const columns = useQuery(stepOptions(projectId, stepId));
  const outline = useMemo(() => readOutline(columns.data?.stepOutline), [columns.data]);
  const title = (outline && outline.size > 0 && outline.nameOf(outline.order[0] ?? 0)) || stepId;
  const isPage = panel === undefined;
  usePageTitle(isPage ? title : null);

  if (columns.error && !columns.data) {
    return <ErrorState isPage={isPage} error={columns.error} onRetry={() => void columns.refetch()} />;
  }
  if (!columns.data) return <LoadingState shape="thread" />;
  if (!outline)
    return (
      <MissingRecord isPage={isPage} title={t("missingStep")}>
        {isPage && (
          <Link to="/projects/$projectId/logs/$resource" params={{ projectId, resource: "steps" }}>
            {t("toSteps")}
          </Link>
        )}
      </MissingRecord>
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
      play={search.play}
      text={search.q}
      panel={panel}
      onNavigate={onNavigate}
      onRefresh={async () => {
        await columns.refetch();
      }}
      empty={null}
    />
  );
}
