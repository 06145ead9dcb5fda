import { Plus, X } from "lucide-react";
import { useState } from "react";
import { useChange, useOperation } from "../../api/use-request.ts";
import { addScoreSchema, changeScoreSchema, scoreSample } from "../../generated/score-schemas.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { DialogActions, DialogError, Form } from "../../ui/dialog-parts.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { SelectField, TextArea, TextField } from "../../ui/field.tsx";
import { type FormErrors, useFormErrors } from "../../ui/form-errors.ts";
import { NumberField } from "../../ui/number-field.tsx";
import { ErrorState, LoadingState } from "../../ui/page-state.tsx";
import { useUiText } from "../../ui/messages.ts";
import { useScoreSchemasText } from "./messages.ts";
import { draftForScores, draftOf, readDraft, type SchemaDraft, type StoredSchema } from "./schema-draft.ts";
import styles from "./score-schemas-page.module.css";

/** Loads scores that have no schema, and then opens the form of a schema that describes them. */
export function MissingSchemaDialog({ name, onClose }: { readonly name: string; readonly onClose: () => void }) {
  const t = useScoreSchemasText();
  const { data, error, refetch } = useOperation(scoreSample, {
    filters: [{ field: "name", operator: "eq", value: name }],
  });
  if (data) {
    const scores = data.scores.edges.map(({ node }) => node);
    return <SchemaDialog schema={null} initial={draftForScores(name, scores)} onClose={onClose} />;
  }
  return (
    <Dialog title={t("addTitle")} isOpen onClose={onClose}>
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState />}
    </Dialog>
  );
}

export function SchemaDialog({
  schema,
  initial,
  onClose,
}: {
  /** Null for a new schema. */
  readonly schema: StoredSchema | null;
  /** Initial content of the form. Default: that of the schema. */
  readonly initial?: SchemaDraft;
  readonly onClose: () => void;
}) {
  const t = useScoreSchemasText();
  const ui = useUiText();
  const [draft, setDraft] = useState(() => initial ?? draftOf(schema));
  const [notANumber, setNotANumber] = useState<string | null>(null);
  const add = useChange(addScoreSchema);
  const change = useChange(changeScoreSchema);
  const errors = useFormErrors(add.error ?? change.error, [
    "name",
    "description",
    "maximum",
    ...draft.categories.map((_, index) => labelField(index)),
  ]);
  const set = (part: Partial<SchemaDraft>): void => setDraft((current) => ({ ...current, ...part }));
  const save = (): void => {
    const read = readDraft(draft);
    setNotANumber(read.notANumber);
    if (read.notANumber !== null) return;
    if (schema) change.mutate({ id: schema.id, schema: read.schema }, { onSuccess: onClose });
    else add.mutate({ schema: read.schema }, { onSuccess: onClose });
  };

  return (
    <Dialog title={schema ? t("editTitle", { name: schema.name }) : t("addTitle")} isOpen onClose={onClose}>
      <Form onSubmit={save}>
        <TextField
          label={t("name")}
          hint={t("nameHint")}
          error={errors.fields["name"]}
          value={draft.name}
          onChange={(event) => set({ name: event.target.value })}
        />
        <TextArea
          label={t("description")}
          error={errors.fields["description"]}
          rows={2}
          value={draft.description}
          onChange={(event) => set({ description: event.target.value })}
        />
        <SelectField
          label={t("type")}
          value={draft.type}
          onChange={(type) => set({ type: type === "CONTINUOUS" ? "CONTINUOUS" : "CATEGORICAL" })}
          options={(["CATEGORICAL", "CONTINUOUS"] as const).map((type) => ({ value: type, label: t(type) }))}
        />
        {draft.type === "CATEGORICAL" ? (
          <Categories draft={draft} errors={errors.fields} onChange={(categories) => set({ categories })} />
        ) : (
          <div>
            <div className={styles.bounds}>
              <NumberField label={t("minimum")} value={draft.minimum} onChange={(minimum) => set({ minimum })} />
              <NumberField
                label={t("maximum")}
                error={errors.fields["maximum"]}
                value={draft.maximum}
                onChange={(maximum) => set({ maximum })}
              />
            </div>
            <p className={styles.about}>{t("bounds")}</p>
          </div>
        )}
        <SelectField
          label={t("direction")}
          hint={t("directionHint")}
          value={draft.direction}
          onChange={(value) => set({ direction: directions.find((each) => each === value) ?? "HIGHER_IS_BETTER" })}
          options={directions.map((value) => ({ value, label: t(value) }))}
        />
        <DialogError error={notANumber === null ? errors.other : new Error(t("notANumber", { value: notANumber }))} />
        <DialogActions>
          <Button onClick={onClose}>{ui("cancel")}</Button>
          <Button type="submit" look="primary" disabled={add.isPending || change.isPending}>
            {t("save")}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

const directions = ["HIGHER_IS_BETTER", "LOWER_IS_BETTER", "NEUTRAL"] as const;

function labelField(index: number): string {
  return `categories[${index}].label`;
}

function Categories({
  draft,
  errors,
  onChange,
}: {
  readonly draft: SchemaDraft;
  readonly errors: FormErrors<string>["fields"];
  readonly onChange: (categories: SchemaDraft["categories"]) => void;
}) {
  const t = useScoreSchemasText();
  const { categories } = draft;
  const change = (key: number, part: { readonly label?: string; readonly value?: string }): void =>
    onChange(categories.map((category) => (category.key === key ? { ...category, ...part } : category)));
  const add = (): void => {
    const key = Math.max(0, ...categories.map((category) => category.key)) + 1;
    onChange([...categories, { key, label: "", value: "" }]);
  };
  return (
    <fieldset className={styles.categories}>
      <legend>{t("choices")}</legend>
      {categories.map(({ key, label, value }, index) => (
        <div key={key} className={styles.category}>
          <TextField
            label={t("labelOf", { number: index + 1 })}
            hideLabel
            placeholder={t("label")}
            error={errors[labelField(index)]}
            value={label}
            onChange={(event) => change(key, { label: event.target.value })}
          />
          <NumberField
            label={t("valueOf", { number: index + 1 })}
            hideLabel
            placeholder={t("value")}
            value={value}
            onChange={(text) => change(key, { value: text })}
          />
          <IconButton
            label={t("removeCategory", { number: index + 1 })}
            disabled={categories.length === 1}
            onClick={() => onChange(categories.filter((category) => category.key !== key))}
          >
            <X size={16} />
          </IconButton>
        </div>
      ))}
      <Button size="small" onClick={add}>
        <Plus size={14} aria-hidden />
        {t("addCategory")}
      </Button>
    </fieldset>
  );
}
