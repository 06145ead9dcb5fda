import { Save, Trash2 } from "lucide-react";
import { type FormEvent, useState } from "react";
import { usePermission } from "../../../api/use-permission.ts";
import { useChange, useOperation } from "../../../api/use-request.ts";
import { replaceView, savedViews, type SavedViewFragment, saveView } from "../../../generated/saved-views.ts";
import { defineMessages } from "../../../messages/define-messages.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button, IconButton } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/field.tsx";
import { ErrorState, LoadingState } from "../../../ui/page-state.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import type { LogResource } from "../log-resource.ts";
import type { LogSearch } from "../log-search.ts";
import { isOpenView, searchOfView, viewOfSearch } from "./view-search.ts";
import styles from "./views-menu.module.css";

const useViewText = defineMessages("savedViews", {
  en: {
    none: "No saved views yet.",
    shared: "Shared",
    name: "View name",
    share: "Share with all project members",
    save: "Save view",
    noQuery: "A view cannot contain a query. Press Enter in the search box to turn conditions into filters.",
    replace: "Update {{name}} with the current view",
    current: "Open",
    nameTaken: "You have a view with this name. Update it, or enter another name.",
    remove: "Delete {{name}}",
  },
  de: {
    none: "Noch keine gespeicherten Ansichten.",
    shared: "Geteilt",
    name: "Name der Ansicht",
    share: "Mit allen Projektmitgliedern teilen",
    save: "Ansicht speichern",
    noQuery:
      "Eine Ansicht kann keine Abfrage enthalten. Drücke im Suchfeld die Eingabetaste, um Bedingungen zu Filtern zu machen.",
    replace: "{{name}} mit der aktuellen Ansicht aktualisieren",
    current: "Geöffnet",
    nameTaken: "Du hast eine Ansicht mit diesem Namen. Aktualisiere sie oder gib einen anderen Namen ein.",
    remove: "{{name}} löschen",
  },
});

/** Content of the menu of saved views. */
export function ViewsPanel({
  resource,
  search,
  columns,
  removalError,
  onOpen,
  onSaved,
  onRemove,
}: {
  readonly resource: LogResource;
  readonly search: LogSearch;
  readonly columns: readonly string[] | null;
  readonly removalError: Error | null;
  readonly onOpen: (search: LogSearch) => void;
  readonly onSaved: () => void;
  readonly onRemove: (view: SavedViewFragment) => void;
}) {
  const t = useViewText();
  const mayShare = usePermission("write");
  const { data, error, refetch } = useOperation(savedViews, { resource });
  const create = useChange(saveView);
  const replace = useChange(replaceView);
  const [isTaken, setIsTaken] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const name = String(form.get("name") ?? "").trim();
    if (name === "") return;
    const hasName = data?.views.some((view) => view.isOwn && view.name === name) === true;
    setIsTaken(hasName);
    if (hasName) return;
    const isShared = form.get("share") !== null;
    create.mutate({ view: viewOfSearch(search, { name, isShared, resource, columns }) }, { onSuccess: onSaved });
  };
  const problem = create.error ?? replace.error ?? removalError;
  return (
    <>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <LoadingState />}
      {data?.views.length === 0 && <p className={styles.none}>{t("none")}</p>}
      <ul className={styles.list}>
        {data?.views.map((view) => (
          <li key={view.id} className={styles.view} aria-current={isOpenView(resource, view, search) || undefined}>
            <Button
              look="plain"
              size="small"
              className={styles.open}
              onClick={() => onOpen(searchOfView(resource, view))}
            >
              <span>
                <VisibleText text={view.name} />
              </span>
              {view.isShared && <Badge>{t("shared")}</Badge>}
              {isOpenView(resource, view, search) && <Badge tone="accent">{t("current")}</Badge>}
            </Button>
            {(view.isOwn || (view.isShared && mayShare)) && (
              <>
                <IconButton
                  size="small"
                  label={t("replace", { name: view.name })}
                  disabled={search.query !== undefined}
                  onClick={() => {
                    const { id, name, isShared } = view;
                    replace.mutate({ id, view: viewOfSearch(search, { name, isShared, resource, columns }) });
                  }}
                >
                  <Save size={14} />
                </IconButton>
                <IconButton size="small" label={t("remove", { name: view.name })} onClick={() => onRemove(view)}>
                  <Trash2 size={14} />
                </IconButton>
              </>
            )}
          </li>
        ))}
      </ul>
      <form className={styles.form} onSubmit={submit} onInput={() => setIsTaken(false)}>
        <TextField
          label={t("name")}
          name="name"
          required
          maxLength={255}
          autoComplete="off"
          error={isTaken ? t("nameTaken") : null}
        />
        {mayShare && (
          <label className={styles.check}>
            <input type="checkbox" name="share" />
            {t("share")}
          </label>
        )}
        {problem && (
          <p role="alert" className={styles.problem}>
            <VisibleText text={problem.message} />
          </p>
        )}
        {search.query !== undefined && <p className={styles.none}>{t("noQuery")}</p>}
        <Button type="submit" look="primary" size="small" disabled={create.isPending || search.query !== undefined}>
          {t("save")}
        </Button>
      </form>
    </>
  );
}
