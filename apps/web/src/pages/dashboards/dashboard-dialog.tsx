import { type ReactNode, useState } from "react";
import { useRequest } from "../../api/use-request.ts";
import { addDashboard } from "../../generated/dashboards.ts";
import { Button } from "../../ui/button.tsx";
import { DialogActions, DialogError, Form } from "../../ui/dialog-parts.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { SelectField, TextArea, TextField } from "../../ui/field.tsx";
import { useFormErrors } from "../../ui/form-errors.ts";
import { useUiText } from "../../ui/messages.ts";
import { useDashboardsText } from "./messages.ts";
import { useSaveDashboard } from "./use-save-dashboard.ts";
import type { StoredDashboard } from "./widget.ts";
import { useTemplateText } from "./template-messages.ts";
import { type TemplateName, templateNames, widgetsOf } from "./templates.ts";
import { useWidgetNames } from "./widget-names.ts";

export function NewDashboardDialog({
  initialTemplate = null,
  onCreated,
  onClose,
}: {
  readonly initialTemplate?: TemplateName | null;
  readonly onCreated: (id: string) => void;
  readonly onClose: () => void;
}) {
  const t = useDashboardsText();
  const templates = useTemplateText();
  const names = useWidgetNames();
  const [template, setTemplate] = useState<TemplateName | null>(initialTemplate);
  const add = useRequest(addDashboard);
  const titleOf: Parameters<typeof widgetsOf>[1] = (widget, known) =>
    known === undefined ? names.title(widget) : templates(`title_${known}`);
  return (
    <ContentDialog
      title={t("addTitle")}
      action={t("create")}
      initial={{ name: "", description: null }}
      suggestion={template === null ? "" : templates(`template_${template}`)}
      error={add.error}
      isBusy={add.isPending}
      onSave={(content) =>
        add.mutate(
          { dashboard: { ...content, widgets: template === null ? [] : widgetsOf(template, titleOf) } },
          { onSuccess: ({ createDashboard }) => onCreated(createDashboard.id) },
        )
      }
      onClose={onClose}
    >
      <SelectField
        label={templates("template")}
        value={template ?? ""}
        onChange={(value) => setTemplate(templateNames.find((each) => each === value) ?? null)}
        options={[
          { value: "", label: templates("template_empty") },
          ...templateNames.map((each) => ({ value: each, label: templates(`template_${each}`) })),
        ]}
      />
    </ContentDialog>
  );
}

export function RenameDashboardDialog({
  dashboard,
  onClose,
}: {
  readonly dashboard: StoredDashboard;
  readonly onClose: () => void;
}) {
  const t = useDashboardsText();
  const { error, isPending, save } = useSaveDashboard(dashboard);
  return (
    <ContentDialog
      title={t("renameTitle")}
      action={t("save")}
      initial={dashboard}
      error={error}
      isBusy={isPending}
      onSave={(content) => save(() => content, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}

interface Content {
  readonly name: string;
  readonly description: string | null;
}

function ContentDialog({
  title,
  action,
  initial,
  suggestion = "",
  error = null,
  isBusy = false,
  onSave,
  onClose,
  children,
}: {
  readonly title: string;
  readonly action: string;
  readonly initial: Content;
  /** Name for a dashboard whose name field is left empty. */
  readonly suggestion?: string | undefined;
  readonly error?: Error | null;
  readonly isBusy?: boolean | undefined;
  readonly onSave: (content: Content) => void;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}) {
  const t = useDashboardsText();
  const ui = useUiText();
  const [name, setName] = useState(initial.name);
  const [description, setDescription] = useState(initial.description ?? "");
  const chosen = name.trim() || suggestion;
  const errors = useFormErrors(error, ["name", "description"]);
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <Form onSubmit={() => chosen !== "" && onSave({ name: chosen, description: description.trim() || null })}>
        {children}
        <TextField
          label={t("name")}
          placeholder={suggestion}
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
          <Button type="submit" look="primary" disabled={chosen === "" || isBusy}>
            {action}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
