import { useState } from "react";
import { useChange, useOperation } from "../../../api/use-request.ts";
import { removeView, savedViews, type SavedViewFragment, saveView } from "../../../generated/saved-views.ts";
import { defineMessages } from "../../../messages/define-messages.ts";
import { visibleString } from "../../../messages/hidden-characters.ts";
import { onDemand } from "../../../ui/on-demand.tsx";
import { LoadingState } from "../../../ui/page-state.tsx";
import { Popover } from "../../../ui/popover.tsx";
import { useToast } from "../../../ui/toasts.tsx";
import type { LogResource } from "../log-resource.ts";
import type { LogSearch } from "../log-search.ts";
import { useViewsText, ViewsButton } from "./views-button.tsx";
import { isOpenView } from "./view-search.ts";
import styles from "./views-menu.module.css";

const ViewsPanel = onDemand(async () => (await import("./views-panel.tsx")).ViewsPanel, <LoadingState />);

const usePopoverText = defineMessages("viewsPopover", {
  en: {
    removed: "View {{name}} deleted",
  },
  de: {
    removed: "Ansicht {{name}} gelöscht",
  },
});

export interface ViewsPopoverProps {
  readonly resource: LogResource;
  readonly search: LogSearch;
  /** Null if no columns were chosen. */
  readonly columns: readonly string[] | null;
  /** Whether the popover is open when it is first shown. */
  readonly startsOpen: boolean;
  readonly onOpen: (search: LogSearch) => void;
}

/** The button and the popover of the saved views. */
export function ViewsPopover({ resource, search, columns, startsOpen, onOpen }: ViewsPopoverProps) {
  const t = usePopoverText();
  const views = useViewsText();
  const [isOpen, setIsOpen] = useState(startsOpen);
  // The panel loads the views. Until it was opened, no view is known to be open.
  const { data } = useOperation(savedViews, { resource }, { enabled: false });
  const name = data?.views.find((view) => isOpenView(resource, view, search))?.name;
  const create = useChange(saveView);
  const remove = useChange(removeView);
  const toast = useToast();
  const removeWithUndo = ({ id, isOwn, ...view }: SavedViewFragment): void => {
    // Undo saves the view again, as a view of the current user. The deletion of another member's view therefore has no
    // undo: the view would get a different owner.
    const undo = isOwn ? () => create.mutate({ view: { ...view, resource } }) : undefined;
    const text = t("removed", { name: visibleString(view.name) });
    remove.mutate({ id }, { onSuccess: () => toast({ text, undo }) });
  };
  return (
    <Popover
      title={views("views")}
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      className={styles.popup}
      trigger={<ViewsButton openName={name} />}
    >
      <ViewsPanel
        resource={resource}
        search={search}
        columns={columns}
        removalError={create.error ?? remove.error}
        onOpen={(next) => {
          setIsOpen(false);
          onOpen(next);
        }}
        onSaved={() => setIsOpen(false)}
        onRemove={removeWithUndo}
      />
    </Popover>
  );
}
