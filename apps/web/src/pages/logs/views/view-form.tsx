import { type FormEvent, type KeyboardEvent, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { DialogError } from "../../../ui/dialog-parts.tsx";
import { TextField } from "../../../ui/field.tsx";
import { useFormErrors } from "../../../ui/form-errors.ts";
import { useUiText } from "../../../ui/messages.ts";
import { useViewsPanelText } from "./messages.ts";
import styles from "./views-menu.module.css";

/** Name of a saved view, and whether it is shared. */
export interface NamedView {
  readonly name: string;
  readonly isShared: boolean;
}

/** Form for the name of a new view, or for a changed name. */
export function ViewForm({
  view,
  mayShare,
  takenNames,
  isPending,
  error,
  onSave,
  onCancel,
}: {
  /** View to rename. Null for a new one. */
  readonly view: NamedView | null;
  /** Whether the user can start or stop sharing the view. */
  readonly mayShare: boolean;
  /** Names of the user's other views. */
  readonly takenNames: readonly string[];
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly onSave: (named: NamedView) => void;
  readonly onCancel?: () => void;
}) {
  const t = useViewsPanelText();
  const ui = useUiText();
  const [isTaken, setIsTaken] = useState(false);
  const { fields, other } = useFormErrors(error, ["name"]);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const name = String(form.get("name") ?? "").trim();
    const hasName = takenNames.includes(name);
    setIsTaken(hasName);
    if (name === "" || hasName) event.currentTarget.querySelector("input")?.focus();
    else onSave({ name, isShared: mayShare ? form.get("share") !== null : view?.isShared === true });
  };
  const cancelOnEscape = (event: KeyboardEvent): void => {
    if (event.key !== "Escape" || !onCancel) return;
    // Escape only closes the form, and not the menu around it.
    event.preventDefault();
    event.stopPropagation();
    onCancel();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles Escape of the fields in it
    <form className={styles.form} onSubmit={submit} onInput={() => setIsTaken(false)} onKeyDown={cancelOnEscape}>
      <TextField
        label={t("name")}
        name="name"
        defaultValue={view?.name}
        required
        maxLength={255}
        autoComplete="off"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user has just opened this form
        autoFocus={view !== null}
        error={isTaken ? t("nameTaken") : fields.name}
      />
      {mayShare && (
        <label className={styles.check}>
          <input type="checkbox" name="share" defaultChecked={view?.isShared} />
          {t("share")}
        </label>
      )}
      <DialogError error={other} />
      <div className={styles.actions}>
        {onCancel && (
          <Button size="small" onClick={onCancel}>
            {ui("cancel")}
          </Button>
        )}
        <Button type="submit" look="primary" size="small" disabled={isPending}>
          {t(view ? "saveChange" : "save")}
        </Button>
      </div>
    </form>
  );
}
