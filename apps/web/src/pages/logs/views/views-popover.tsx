import { Save } from "lucide-react";
import { useState } from "react";
import { usePermission } from "../../../api/use-permission.ts";
import { useChange, useOperation } from "../../../api/use-request.ts";
import {
  removeView,
  replaceView,
  savedViews,
  type SavedViewFragment,
  saveView,
} from "../../../generated/saved-views.ts";
import { visibleString } from "../../../messages/hidden-characters.ts";
import { IconButton } from "../../../ui/button.tsx";
import { Popover } from "../../../ui/popover.tsx";
import { useToast } from "../../../ui/toasts.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import type { LogResource } from "../log-resource.ts";
import type { LogSearch } from "../log-search.ts";
import { useViewsPanelText } from "./messages.ts";
import { contentOf, openViewOf, searchOfView, viewOfSearch } from "./view-search.ts";
import { useViewsText, ViewsButton } from "./views-button.tsx";
import styles from "./views-menu.module.css";
import { ViewsPanel } from "./views-panel.tsx";

export interface ViewsPopoverProps {
  readonly resource: LogResource;
  readonly search: LogSearch;
  /** Null if no columns were chosen. */
  readonly columns: readonly string[] | null;
  /** Whether the popover is open when it is first shown. */
  readonly startsOpen: boolean;
  readonly onOpen: (search: LogSearch, options?: { readonly replace: boolean }) => void;
}

/** The button and the popover of the saved views, and a button to update the open view after changes. */
export function ViewsPopover({ resource, search, columns, startsOpen, onOpen }: ViewsPopoverProps) {
  const t = useViewsPanelText();
  const title = useViewsText()("views");
  const mayShare = usePermission("write");
  const [isOpen, setIsOpen] = useState(startsOpen);
  const [isNear, setIsNear] = useState(false);
  // The views are loaded when the user approaches the button. Until then, only a view from the URL is known to be open.
  const { data } = useOperation(savedViews, { resource }, { enabled: isNear || search.savedView !== undefined });
  const open = openViewOf(resource, data?.views ?? [], search);
  const name = open && { name: open.view.name };
  const create = useChange(saveView);
  const replace = useChange(replaceView);
  const remove = useChange(removeView);
  const toast = useToast();
  const show = (view: SavedViewFragment): void => onOpen(searchOfView(resource, view), { replace: true });
  const replaceWithUndo = (view: SavedViewFragment): void => {
    const { id, name: kept, isShared } = view;
    const text = t("replaced", { name: visibleString(kept) });
    const undo = (): void => replace.mutate({ id, view: { ...contentOf(view), resource } });
    replace.mutate(
      { id, view: viewOfSearch(search, { name: kept, isShared, resource, columns }) },
      {
        onSuccess: ({ updateView }) => {
          show(updateView);
          toast({ text, undo });
        },
      },
    );
  };
  const removeWithUndo = (view: SavedViewFragment): void => {
    // Undo saves the view again, as a view of the current user. The deletion of another member's view therefore has no
    // undo: the view would get a different owner.
    const undo = view.isOwn ? () => create.mutate({ view: { ...contentOf(view), resource } }) : undefined;
    const text = t("removed", { name: visibleString(view.name) });
    remove.mutate({ id: view.id }, { onSuccess: () => toast({ text, undo }) });
  };
  return (
    <span className={styles.menu} onPointerEnter={() => setIsNear(true)} onFocus={() => setIsNear(true)}>
      <Popover
        title={title}
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        className={styles.popup}
        trigger={
          <ViewsButton label={name && t(open.isChanged ? "changedView" : "openView", name)}>
            {open && (
              <span className={styles.opened}>
                <span>
                  <VisibleText text={open.view.name} />
                </span>
                {open.isChanged && <span>{t("changedAfter")}</span>}
              </span>
            )}
          </ViewsButton>
        }
      >
        <ViewsPanel
          resource={resource}
          search={search}
          columns={columns}
          changeError={create.error ?? replace.error ?? remove.error}
          onOpen={(next) => {
            setIsOpen(false);
            onOpen(next);
          }}
          onSaved={(view) => {
            setIsOpen(false);
            show(view);
          }}
          onReplace={replaceWithUndo}
          onRemove={removeWithUndo}
        />
      </Popover>
      {open?.isChanged && (open.view.isOwn || mayShare) && (
        <IconButton
          size="small"
          label={t("replace", { name: open.view.name })}
          disabled={replace.isPending}
          onClick={() => replaceWithUndo(open.view)}
        >
          <Save size={14} />
        </IconButton>
      )}
    </span>
  );
}
