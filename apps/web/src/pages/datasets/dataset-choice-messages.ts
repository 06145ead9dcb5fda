import { defineMessages } from "../../messages/define-messages.ts";

export const useDatasetChoiceText = defineMessages("datasetChoice", {
  en: {
    dataset: "Dataset",
    select: "Select a dataset",
    newDataset: "New dataset",
    newName: "Name of the new dataset",
    added_one: "{{formatted}} item added to {{name}}",
    added_other: "{{formatted}} items added to {{name}}",
    open: "Open dataset",
  },
  de: {
    dataset: "Datensatz",
    select: "Datensatz auswählen",
    newDataset: "Neuer Datensatz",
    newName: "Name des neuen Datensatzes",
    added_one: "{{formatted}} Eintrag zu {{name}} hinzugefügt",
    added_other: "{{formatted}} Einträge zu {{name}} hinzugefügt",
    open: "Datensatz öffnen",
  },
});
