import { useNavigate } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useOperation } from "../../api/use-request.ts";
import { dashboardList } from "../../generated/dashboards.ts";
import { Button } from "../../ui/button.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { newHash } from "../../ui/use-new-hash.ts";
import { VisibleText } from "../../ui/visible-text.tsx";
import { useDashboardsText } from "./messages.ts";
import { addChartHash, maxWidgets } from "./widget.ts";

/** Button of the built-in dashboard, which has fixed charts: adds a chart to another dashboard, or to a new one. */
export function AddChartMenu({ projectId }: { readonly projectId: string }) {
  const t = useDashboardsText();
  return (
    <Menu
      trigger={
        <Button>
          <Plus size={14} aria-hidden />
          {t("addWidget")}
        </Button>
      }
    >
      <Items projectId={projectId} />
    </Menu>
  );
}

function Items({ projectId }: { readonly projectId: string }) {
  const t = useDashboardsText();
  const navigate = useNavigate();
  const { data } = useOperation(dashboardList, {});
  const own = (data?.dashboards ?? []).filter(({ widgets }) => widgets.length < maxWidgets);
  return (
    <>
      {own.map(({ id, name }) => (
        <MenuItem
          key={id}
          onSelect={() =>
            void navigate({
              to: "/projects/$projectId/dashboard/$dashboardId",
              params: { projectId, dashboardId: id },
              hash: addChartHash,
            })
          }
        >
          <VisibleText text={name} />
        </MenuItem>
      ))}
      <MenuItem
        onSelect={() =>
          void navigate({ to: "/projects/$projectId/dashboard/list", params: { projectId }, hash: newHash })
        }
      >
        {t("addTitle")}
      </MenuItem>
    </>
  );
}
