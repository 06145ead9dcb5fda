import { useNavigate, useRouterState } from "@tanstack/react-router";
import { Check, Folder, Plus } from "lucide-react";
import { isAdministered } from "../api/role-permissions.ts";
import type { Session } from "../api/session.ts";
import { MenuItem } from "../ui/menu.tsx";
import { newHash } from "../ui/use-new-hash.ts";
import { VisibleText } from "../ui/visible-text.tsx";
import { useShellText } from "./messages.ts";
import { otherProjectPath } from "./other-project-path.ts";

/** Items of the menu that switches the project. Its code is loaded when the menu opens. */
export function ProjectItems({ session, projectId }: { readonly session: Session; readonly projectId: string }) {
  const t = useShellText();
  const navigate = useNavigate();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const page = otherProjectPath(path);
  // The service lets those who administer a project create others. The dialog is in the settings of such a project.
  const administered = session.projects.filter(isAdministered);
  const home = administered.find(({ id, name }) => id === projectId || name === projectId) ?? administered[0];
  return (
    <>
      {session.projects.map(({ id, name }) => {
        const Icon = id === projectId || name === projectId ? Check : Folder;
        return (
          <MenuItem key={id} onSelect={() => void navigate({ to: `/projects/${id}/${page}` as "/" })}>
            <Icon size={14} aria-hidden />
            <VisibleText text={name} />
          </MenuItem>
        );
      })}
      {home && (
        <MenuItem onSelect={() => void navigate({ to: `/projects/${home.id}/settings/project` as "/", hash: newHash })}>
          <Plus size={14} aria-hidden />
          {t("newProject")}
        </MenuItem>
      )}
    </>
  );
}
