import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { Dialog } from "../../../ui/dialog.tsx";
import { DiscardDialog } from "../../../ui/discard-dialog.tsx";
import { ErrorState, LoadingState } from "../../../ui/page-state.tsx";
import { useRunText } from "./messages.ts";
import { type Choices, RunForm } from "./run-form.tsx";
import type { RunStart } from "./run-start.ts";
import { useConnectionChoices } from "./use-run-choices.ts";

export function RunDialog({ start, onClose }: { readonly start: RunStart; readonly onClose: () => void }) {
  const t = useRunText();
  const navigate = useNavigate();
  const { projectId = "" } = useParams({ strict: false });
  const { connections, tasks, isLoading, error, onRetry } = useConnectionChoices();
  const [choices, setChoices] = useState<Choices>({});
  const [isLeaving, setIsLeaving] = useState(false);
  const leave = (): void => (Object.keys(choices).length > 0 ? setIsLeaving(true) : onClose());
  return (
    <Dialog title={t("run")} isOpen isWide onClose={leave}>
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
          choices={choices}
          setChoices={setChoices}
          onCancel={leave}
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
      <DiscardDialog isOpen={isLeaving} onDiscard={onClose} onClose={() => setIsLeaving(false)} />
    </Dialog>
  );
}
