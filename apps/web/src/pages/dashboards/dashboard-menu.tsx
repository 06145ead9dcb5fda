import { useNavigate, useParams } from "@tanstack/react-router";
import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { IconButton } from "../../ui/button.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { onDemand } from "../../ui/on-demand.tsx";
import { useDashboardsText } from "./messages.ts";
import { useDuplicate } from "./use-duplicate.ts";
import type { StoredDashboard } from "./widget.ts";

const RenameDialog = onDemand(async () => (await import("./dashboard-dialog.tsx")).RenameDashboardDialog);
const RemoveDashboard = onDemand(async () => (await import("./remove-dashboard.tsx")).RemoveDashboard);

/** Menu of a dashboard: rename, duplicate and delete. */
export function DashboardMenu({ dashboard }: { readonly dashboard: StoredDashboard }) {
  const t = useDashboardsText();
  const { projectId } = useParams({ from: "/projects/$projectId/dashboard/$dashboardId" });
  const navigate = useNavigate();
  const [open, setOpen] = useState<"rename" | "remove" | null>(null);
  const duplicate = useDuplicate();
  const close = (): void => setOpen(null);
  return (
    <>
      <Menu
        trigger={
          <IconButton label={t("actionsOf", { title: dashboard.name })}>
            <Ellipsis size={14} />
          </IconButton>
        }
      >
        <MenuItem onSelect={() => setOpen("rename")}>{t("rename")}</MenuItem>
        <MenuItem onSelect={() => duplicate(dashboard)}>{t("duplicate")}</MenuItem>
        <MenuItem isDanger onSelect={() => setOpen("remove")}>
          {t("remove")}
        </MenuItem>
      </Menu>
      {open === "rename" && <RenameDialog dashboard={dashboard} onClose={close} />}
      {open === "remove" && (
        <RemoveDashboard
          dashboard={dashboard}
          isLeaving
          onClose={close}
          onRemoved={() => void navigate({ to: "/projects/$projectId/dashboard/list", params: { projectId } })}
        />
      )}
    </>
  );
}
