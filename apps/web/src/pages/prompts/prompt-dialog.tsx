import { useState } from "react";
import { useChange } from "../../api/use-request.ts";
import { addPrompt } from "../../generated/prompts.ts";
import { Button } from "../../ui/button.tsx";
import { DialogActions, DialogError, Form } from "../../ui/dialog-parts.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextArea, TextField } from "../../ui/field.tsx";
import { useFormErrors } from "../../ui/form-errors.ts";
import { useUiText } from "../../ui/messages.ts";
import { usePromptsText } from "./messages.ts";

export function PromptDialog({
  onClose,
  onCreated,
}: {
  readonly onClose: () => void;
  readonly onCreated: (name: string) => void;
}) {
  const t = usePromptsText();
  const ui = useUiText();
  const [name, setName] = useState("");
  const [description, setDescription] = useState("");
  const add = useChange(addPrompt);
  const errors = useFormErrors(add.error, ["name", "description"]);
  const save = (): void =>
    add.mutate(
      { name: name.trim(), description: description.trim() || null },
      { onSuccess: ({ createPromptLineage }) => createPromptLineage && onCreated(createPromptLineage.name) },
    );
  return (
    <Dialog title={t("add")} isOpen onClose={onClose}>
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
          rows={2}
          value={description}
          onChange={({ target }) => setDescription(target.value)}
        />
        <DialogError error={errors.other} />
        <DialogActions>
          <Button onClick={onClose}>{ui("cancel")}</Button>
          <Button type="submit" look="primary" disabled={name.trim() === "" || add.isPending}>
            {t("create")}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
