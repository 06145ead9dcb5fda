import { useNavigate } from "@tanstack/react-router";
import { useProjectId } from "../../api/project-id.ts";
import { useRequest } from "../../api/use-request.ts";
import { addDashboard } from "../../generated/dashboards.ts";
import { useToast } from "../../ui/toasts.tsx";
import { useDashboardsText } from "./messages.ts";
import type { StoredDashboard } from "./widget.ts";

const maxName = 255;

export function useDuplicate(): (dashboard: Pick<StoredDashboard, "name" | "description" | "widgets">) => void {
  const t = useDashboardsText();
  const projectId = useProjectId() ?? "";
  const navigate = useNavigate();
  const toast = useToast();
  const add = useRequest(addDashboard);
  return ({ name, description, widgets }) => {
    const copy = { name: t("copyOf", { name }).slice(0, maxName), description, widgets };
    add.mutate(
      { dashboard: copy },
      {
        onSuccess: ({ createDashboard: { id } }) =>
          void navigate({
            to: "/projects/$projectId/dashboard/$dashboardId",
            params: { projectId, dashboardId: id },
          }),
        onError: ({ message }) => toast({ text: message }),
      },
    );
  };
}
