import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { StepContent } from "./step-content.tsx";

export function StepPage() {
  const { projectId, stepId } = useParams({ from: "/projects/$projectId/logs/steps/$stepId" });
  const search = useSearch({ from: "/projects/$projectId/logs/steps/$stepId" });
  const navigate = useNavigate({ from: "/projects/$projectId/logs/steps/$stepId" });
  return (
    <StepContent
      projectId={projectId}
      stepId={stepId}
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
