import { usePermission } from "../../../api/use-permission.ts";
import { useChange, useOperation } from "../../../api/use-request.ts";
import { savedViews, type SavedViewFragment, saveView } from "../../../generated/saved-views.ts";
import { Button } from "../../../ui/button.tsx";
import { DialogError } from "../../../ui/dialog-parts.tsx";
import { ErrorState, LoadingState } from "../../../ui/page-state.tsx";
import type { LogResource } from "../log-resource.ts";
import type { LogSearch } from "../log-search.ts";
import { useViewsPanelText } from "./messages.ts";
import { ViewForm } from "./view-form.tsx";
import { ViewRow } from "./view-row.tsx";
import { isWholeList, openViewOf, searchOfView, viewOfSearch, wholeList } from "./view-search.ts";
import styles from "./views-menu.module.css";

/** Content of the menu of saved views. */
export function ViewsPanel({
  resource,
  search,
  columns,
  changeError,
  onOpen,
  onSaved,
  onReplace,
  onRemove,
}: {
  readonly resource: LogResource;
  readonly search: LogSearch;
  readonly columns: readonly string[] | null;
  /** Error of the last update or deletion. */
  readonly changeError: Error | null;
  readonly onOpen: (search: LogSearch) => void;
  readonly onSaved: (view: SavedViewFragment) => void;
  readonly onReplace: (view: SavedViewFragment) => void;
  readonly onRemove: (view: SavedViewFragment) => void;
}) {
  const t = useViewsPanelText();
  const mayShare = usePermission("write");
  const { data, error, refetch } = useOperation(savedViews, { resource });
  const create = useChange(saveView);
  const open = openViewOf(resource, data?.views ?? [], search);
  const ownNames = (data?.views ?? []).filter(({ isOwn }) => isOwn);
  return (
    <>
      <Button
        look="plain"
        size="small"
        className={styles.all}
        aria-current={isWholeList(search) || undefined}
        onClick={() => onOpen(wholeList)}
      >
        {t(`all_${resource}`)}
      </Button>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && (
        <div className={styles.loading}>
          <LoadingState />
        </div>
      )}
      <ul className={styles.list}>
        {data?.views.map((view) => (
          <ViewRow
            key={view.id}
            resource={resource}
            view={view}
            state={open?.view.id === view.id ? (open.isChanged ? "changed" : "current") : null}
            mayShare={mayShare}
            takenNames={ownNames.filter(({ id }) => id !== view.id).map(({ name }) => name)}
            onOpen={() => onOpen(searchOfView(resource, view))}
            onReplace={() => onReplace(view)}
            onRemove={() => onRemove(view)}
          />
        ))}
      </ul>
      <DialogError error={changeError} />
      <ViewForm
        view={null}
        mayShare={mayShare}
        takenNames={ownNames.map(({ name }) => name)}
        isPending={create.isPending}
        error={create.error}
        onSave={(named) =>
          create.mutate(
            { view: viewOfSearch(search, { ...named, resource, columns }) },
            { onSuccess: ({ createView }) => onSaved(createView) },
          )
        }
      />
    </>
  );
}
