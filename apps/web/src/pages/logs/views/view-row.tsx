import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Pencil, Save, Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useProjectId } from "../../../api/project-id.ts";
import { request } from "../../../api/request.ts";
import { replaceView, savedViews, type SavedViewFragment } from "../../../generated/saved-views.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button, IconButton } from "../../../ui/button.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import type { LogResource } from "../log-resource.ts";
import { useViewsPanelText } from "./messages.ts";
import { ViewForm } from "./view-form.tsx";
import { contentOf } from "./view-search.ts";
import styles from "./views-menu.module.css";

/** A saved view in the menu, with buttons to open, update, rename and delete it. */
export function ViewRow({
  resource,
  view,
  state,
  mayShare,
  takenNames,
  onOpen,
  onReplace,
  onRemove,
}: {
  readonly resource: LogResource;
  readonly view: SavedViewFragment;
  /** Whether the list shows the view, or shows it with changes; null if neither. */
  readonly state: "current" | "changed" | null;
  /** Whether the user can change shared views. */
  readonly mayShare: boolean;
  /** Names of the user's other views. */
  readonly takenNames: readonly string[];
  readonly onOpen: () => void;
  readonly onReplace: () => void;
  readonly onRemove: () => void;
}) {
  const t = useViewsPanelText();
  const [isRenaming, setIsRenaming] = useState(false);
  const rename = useRename(resource, view);
  const renameButton = useRef<HTMLButtonElement>(null);
  const stop = (): void => {
    flushSync(() => setIsRenaming(false));
    renameButton.current?.focus();
  };
  if (isRenaming) {
    return (
      <li>
        <ViewForm
          view={view}
          // Only its owner can stop sharing a view.
          mayShare={mayShare && view.isOwn}
          takenNames={takenNames}
          isPending={rename.isPending}
          error={rename.error}
          onSave={(named) => rename.mutate(named, { onSuccess: stop })}
          onCancel={stop}
        />
      </li>
    );
  }
  return (
    <li className={styles.view} aria-current={state === "current" || undefined}>
      <Button look="plain" size="small" className={styles.open} onClick={onOpen}>
        <span>
          <VisibleText text={view.name} />
        </span>
        {view.isShared && <Badge>{t("shared")}</Badge>}
        {state !== null && <Badge tone="accent">{t(state)}</Badge>}
      </Button>
      {(view.isOwn || (view.isShared && mayShare)) && (
        <>
          <IconButton size="small" label={t("replace", { name: view.name })} onClick={onReplace}>
            <Save size={14} />
          </IconButton>
          <IconButton
            ref={renameButton}
            size="small"
            label={t("rename", { name: view.name })}
            onClick={() => setIsRenaming(true)}
          >
            <Pencil size={14} />
          </IconButton>
          <IconButton size="small" label={t("remove", { name: view.name })} onClick={onRemove}>
            <Trash2 size={14} />
          </IconButton>
        </>
      )}
    </li>
  );
}

/** Mutation that changes the name and the sharing of a view. The rest stays as others have last saved it. */
function useRename(resource: LogResource, view: SavedViewFragment) {
  const projectId = useProjectId();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (named: Pick<SavedViewFragment, "name" | "isShared">) => {
      const { views } = await request({ projectId, operation: savedViews, variables: { resource } });
      const newest = views.find(({ id }) => id === view.id) ?? view;
      const variables = { id: view.id, view: { ...contentOf(newest), ...named, resource } };
      return request({ projectId, operation: replaceView, variables });
    },
    onSuccess: () => client.invalidateQueries({ queryKey: [projectId] }),
  });
}
