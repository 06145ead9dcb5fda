import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useProjectId } from "../../api/project-id.ts";
import { request } from "../../api/request.ts";
import { operationOptions } from "../../api/use-request.ts";
import { changeDashboard, dashboardDetail, dashboardList } from "../../generated/dashboards.ts";
import type { StoredDashboard } from "./widget.ts";

type Content = Pick<StoredDashboard, "name" | "description" | "widgets">;

/**
 * Returns a function `save`, which applies a change to the latest known content of a dashboard. The page shows the
 * changed content before the service has stored it. Changes are sent one after the other. If a change fails, the
 * dashboard is reloaded.
 */
export function useSaveDashboard(dashboard: StoredDashboard) {
  const projectId = useProjectId();
  const client = useQueryClient();
  const { id } = dashboard;
  const detail = operationOptions(projectId, dashboardDetail, { id });
  const { mutate, error, isPending } = useMutation({
    scope: { id: `dashboard ${id}` },
    mutationFn: ({ name, description, widgets }: StoredDashboard) =>
      request({
        projectId,
        operation: changeDashboard,
        variables: { id, dashboard: { name, description, widgets: widgets.map(toInput) } },
      }),
    onError: () => client.invalidateQueries({ queryKey: detail.queryKey }),
    onSuccess: () =>
      client.invalidateQueries({
        queryKey: operationOptions(projectId, dashboardList, {}).queryKey,
        refetchType: "none",
      }),
  });
  return {
    error,
    isPending,
    save: (change: (newest: Content) => Partial<Content>, options?: { readonly onSuccess: () => void }): Content => {
      const newest = client.getQueryData(detail.queryKey)?.dashboard ?? dashboard;
      const changed = { ...newest, ...change(newest) };
      client.setQueryData(detail.queryKey, { dashboard: changed });
      mutate(changed, options);
      return changed;
    },
  };
}

function toInput(widget: StoredDashboard["widgets"][number]) {
  return { ...widget, metrics: [...widget.metrics] };
}
