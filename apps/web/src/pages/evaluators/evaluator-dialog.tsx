import { useState } from "react";
import { useChange } from "../../api/use-request.ts";
import { changeEvaluator } from "../../generated/evaluators.ts";
import { Button } from "../../ui/button.tsx";
import { DialogActions, DialogError, Form } from "../../ui/dialog-parts.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextArea, TextField } from "../../ui/field.tsx";
import { useFormErrors } from "../../ui/form-errors.ts";
import { useUiText } from "../../ui/messages.ts";
import { useEvaluatorsText } from "./messages.ts";

export function EvaluatorDialog({
  evaluator,
  onClose,
}: {
  readonly evaluator: {
    readonly id: string;
    readonly name: string;
    readonly description: string | null;
    readonly archivedAt: string | null;
  };
  readonly onClose: () => void;
}) {
  const t = useEvaluatorsText();
  const ui = useUiText();
  const [name, setName] = useState(evaluator.name);
  const [description, setDescription] = useState(evaluator.description ?? "");
  const change = useChange(changeEvaluator);
  const errors = useFormErrors(change.error, ["name", "description"]);
  const save = (): void =>
    change.mutate(
      {
        id: evaluator.id,
        evaluator: { name, description: description.trim() || null, isArchived: evaluator.archivedAt !== null },
      },
      { onSuccess: onClose },
    );
  return (
    <Dialog title={t("editTitle", { name: evaluator.name })} isOpen onClose={onClose}>
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
        <DialogError error={errors.other} />
        <DialogActions>
          <Button onClick={onClose}>{ui("cancel")}</Button>
          <Button type="submit" look="primary" disabled={change.isPending}>
            {t("save")}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
