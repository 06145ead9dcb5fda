import { Bookmark } from "lucide-react";
import { useState } from "react";
import { useChange, useOperation } from "../../../api/use-request.ts";
import { removeView, savedViews, type SavedViewFragment, saveView } from "../../../generated/saved-views.ts";
import { defineMessages } from "../../../messages/define-messages.ts";
import { visibleString } from "../../../messages/hidden-characters.ts";
import { Button } from "../../../ui/button.tsx";
import { classes } from "../../../ui/classes.ts";
import { onDemand } from "../../../ui/on-demand.tsx";
import { LoadingState } from "../../../ui/page-state.tsx";
import { Popover } from "../../../ui/popover.tsx";
import { useToast } from "../../../ui/toasts.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import type { LogResource } from "../log-resource.ts";
import type { LogSearch } from "../log-search.ts";
import { toolName } from "../tool-name.ts";
import { isSameView, searchOfView } from "./view-search.ts";
import styles from "./views-menu.module.css";

const ViewsPanel = onDemand(async () => (await import("./views-panel.tsx")).ViewsPanel, <LoadingState />);

const useViewsText = defineMessages("views", {
  en: {
    views: "Views",
    openView: "Views: {{name}}",
    removed: "View {{name}} deleted",
  },
  de: {
    views: "Ansichten",
    openView: "Ansichten: {{name}}",
    removed: "Ansicht {{name}} gelöscht",
  },
});

export function ViewsMenu({
  resource,
  search,
  columns,
  onOpen,
}: {
  readonly resource: LogResource;
  readonly search: LogSearch;
  /** Null if no columns were chosen. */
  readonly columns: readonly string[] | null;
  readonly onOpen: (search: LogSearch) => void;
}) {
  const t = useViewsText();
  const [isOpen, setIsOpen] = useState(false);
  // The panel loads the views. Until it was opened, no view is known to be open.
  const { data } = useOperation(savedViews, { resource }, { enabled: false });
  const name = data?.views.find((view) => isSameView(searchOfView(resource, view), search))?.name;
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
      title={t("views")}
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      className={styles.popup}
      trigger={
        <Button
          size="small"
          aria-label={name === undefined ? t("views") : t("openView", { name: visibleString(name) })}
          title={name && visibleString(name)}
        >
          <Bookmark size={14} aria-hidden />
          <span className={classes(toolName, styles.opened)}>
            {name === undefined ? t("views") : <VisibleText text={name} />}
          </span>
        </Button>
      }
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
