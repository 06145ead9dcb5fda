import { visibleString } from "../../messages/hidden-characters.ts";
import { SelectField, TextField } from "../../ui/field.tsx";
import { useDatasetChoiceText } from "./dataset-choice-messages.ts";
import type { DatasetChoice } from "./use-dataset-choice.ts";

/** Selects a dataset, or names a new one. */
export function DatasetChoiceField({
  choice,
  isDisabled = false,
}: {
  readonly choice: DatasetChoice;
  readonly isDisabled?: boolean | undefined;
}) {
  const t = useDatasetChoiceText();
  const { datasets, value, isNew, name, newValue, valueOf } = choice;
  const isOnlyNew = isNew && datasets.length === 0;
  return (
    <>
      <SelectField
        label={t("dataset")}
        value={value}
        autoFocus={!isOnlyNew}
        disabled={isDisabled}
        onChange={choice.select}
        options={[
          ...(value === "" ? [{ value, label: t("select") }] : []),
          { value: newValue, label: t("newDataset") },
          ...datasets.map((dataset) => ({ value: valueOf(dataset.id), label: visibleString(dataset.name) })),
        ]}
      />
      {isNew && (
        <TextField
          label={t("newName")}
          value={name}
          required
          autoFocus
          disabled={isDisabled}
          onChange={({ target }) => choice.setName(target.value)}
        />
      )}
    </>
  );
}
