import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { Dialog } from "../../../ui/dialog.tsx";
import { ErrorState, LoadingState } from "../../../ui/page-state.tsx";
import { useRunText } from "./messages.ts";
import { RunForm } from "./run-form.tsx";
import type { RunStart } from "./run-start.ts";
import { useConnectionChoices } from "./use-run-choices.ts";

export function RunDialog({ start, onClose }: { readonly start: RunStart; readonly onClose: () => void }) {
  const t = useRunText();
  const navigate = useNavigate();
  const { projectId = "" } = useParams({ strict: false });
  const { connections, tasks, isLoading, error, onRetry } = useConnectionChoices();
  return (
    <Dialog title={t("run")} isOpen isWide onClose={onClose}>
      {error ? (
        <ErrorState error={error} onRetry={onRetry} />
      ) : isLoading ? (
        <LoadingState />
      ) : connections.length + tasks.length === 0 ? (
        <p>
          {t("noConnections")}{" "}
          <Link to="/projects/$projectId/settings/$section" params={{ projectId, section: "connections" }}>
            {t("addConnection")}
          </Link>
        </p>
      ) : (
        <RunForm
          start={start}
          connections={connections}
          tasks={tasks}
          onClose={onClose}
          onStarted={(ids) => {
            onClose();
            void navigate({
              to: "/projects/$projectId/experiments/compare",
              params: { projectId },
              search: { ids: ids.join(",") },
            });
          }}
        />
      )}
    </Dialog>
  );
}
