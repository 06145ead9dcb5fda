import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { ThreadContent } from "./thread-content.tsx";

export function ThreadPage() {
  const { projectId, threadId } = useParams({ from: "/projects/$projectId/logs/threads/$threadId" });
  const search = useSearch({ from: "/projects/$projectId/logs/threads/$threadId" });
  const navigate = useNavigate({ from: "/projects/$projectId/logs/threads/$threadId" });
  return (
    <ThreadContent
      projectId={projectId}
      threadId={threadId}
      search={search}
      onNavigate={(change, hash) =>
        navigate({
          search: (before) => ({ ...before, ...change }),
          ...(hash !== undefined && { hash, hashScrollIntoView: false }),
          replace: true,
          state: true,
          resetScroll: false,
        })
      }
    />
  );
}
