import { useState } from "react";
import { useChange } from "../../api/use-request.ts";
import { addDataset, changeDataset, type DatasetType } from "../../generated/datasets.ts";
import { Button } from "../../ui/button.tsx";
import { DialogActions, DialogError, Form } from "../../ui/dialog-parts.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { SelectField, TextArea, TextField } from "../../ui/field.tsx";
import { useFormErrors } from "../../ui/form-errors.ts";
import { useUiText } from "../../ui/messages.ts";
import { useDatasetsText } from "./messages.ts";

export function DatasetDialog({
  dataset,
  onClose,
  onCreated,
}: {
  /** Null for a new dataset. */
  readonly dataset: { readonly id: string; readonly name: string; readonly description: string | null } | null;
  readonly onClose: () => void;
  readonly onCreated?: ((id: string) => void) | undefined;
}) {
  const t = useDatasetsText();
  const ui = useUiText();
  const [name, setName] = useState(dataset?.name ?? "");
  const [description, setDescription] = useState(dataset?.description ?? "");
  const [type, setType] = useState<DatasetType>("key_value");
  const add = useChange(addDataset);
  const change = useChange(changeDataset);
  const errors = useFormErrors(add.error ?? change.error, ["name", "description"]);
  const save = (): void => {
    const content = { name: name.trim(), description: description.trim() || null };
    if (dataset) change.mutate({ id: dataset.id, ...content }, { onSuccess: onClose });
    else {
      add.mutate(
        { ...content, type },
        { onSuccess: ({ createDataset }) => (createDataset ? onCreated?.(createDataset.id) : onClose()) },
      );
    }
  };
  return (
    <Dialog title={dataset ? t("renameTitle") : t("add")} isOpen onClose={onClose}>
      <Form onSubmit={save}>
        <TextField
          label={t("name")}
          error={errors.fields.name}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <TextArea
          label={t("description")}
          error={errors.fields.description}
          rows={3}
          value={description}
          onChange={({ target }) => setDescription(target.value)}
        />
        {!dataset && (
          <SelectField
            label={t("type")}
            value={type}
            onChange={(value) => setType(value === "generation" ? "generation" : "key_value")}
            options={(["key_value", "generation"] as const).map((each) => ({ value: each, label: t(each) }))}
          />
        )}
        <DialogError error={errors.other} />
        <DialogActions>
          <Button onClick={onClose}>{ui("cancel")}</Button>
          <Button type="submit" look="primary" disabled={name.trim() === "" || add.isPending || change.isPending}>
            {dataset ? t("save") : t("create")}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
