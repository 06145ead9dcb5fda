import { useParams } from "@tanstack/react-router";
import { useOperation } from "../../api/use-request.ts";
import { threadHead } from "../../generated/thread.ts";
import { EmptyState, ErrorState, LoadingState } from "../../ui/page-state.tsx";
import { useThreadText } from "./messages.ts";

export function ThreadPage() {
  const t = useThreadText();
  const { threadId } = useParams({ from: "/projects/$projectId/logs/threads/$threadId" });
  const { data, error, refetch } = useOperation(threadHead, { id: threadId });
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState />;
  if (!data.threadDetail) return <EmptyState title={t("missing")} />;
  return <h1>{data.threadDetail.name ?? data.threadDetail.id}</h1>;
}
