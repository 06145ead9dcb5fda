import { useState } from "react";
import { useOperation, useRequest } from "../../../api/use-request.ts";
import { datasetChoices, generationToDataset, newDataset, stepToDataset } from "../../../generated/thread-changes.ts";
import { Button } from "../../../ui/button.tsx";
import { DialogActions, DialogError, Form } from "../../../ui/dialog-parts.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { SelectField, TextField } from "../../../ui/field.tsx";
import { LoadingState } from "../../../ui/page-state.tsx";
import { useInspectorText } from "../inspector/messages.ts";
import { visibleString } from "../../../ui/hidden-signs.ts";

/** Makes an item of a step in a dataset, which may be a new one. */
export function DatasetDialog(props: {
  readonly stepId: string;
  readonly hasGeneration: boolean;
  readonly onClose: () => void;
  readonly onAdded: (datasetName: string) => void;
}) {
  const { stepId, hasGeneration, onClose, onAdded } = props;
  const t = useInspectorText();
  const { data, error: loadError } = useOperation(datasetChoices, {});
  const [choice, setChoice] = useState<string | null>(null);
  const [name, setName] = useState("");
  const create = useRequest(newDataset);
  const addStep = useRequest(stepToDataset);
  const addGeneration = useRequest(generationToDataset);
  // A dataset of generations takes nothing else.
  const datasets = (data?.datasets.edges ?? [])
    .map(({ node }) => node)
    .filter(({ type }) => type === "key_value" || hasGeneration);
  const chosen = choice ?? datasets[0]?.id ?? "";

  const add = async (): Promise<void> => {
    const dataset =
      chosen === ""
        ? (await create.mutateAsync({ name: name.trim() })).createDataset
        : datasets.find(({ id }) => id === chosen);
    if (!dataset) return;
    if (dataset.type === "generation") await addGeneration.mutateAsync({ datasetId: dataset.id, generationId: stepId });
    else await addStep.mutateAsync({ datasetId: dataset.id, stepId });
    onAdded(dataset.name);
  };

  const error = loadError ?? create.error ?? addStep.error ?? addGeneration.error;
  const isBusy = create.isPending || addStep.isPending || addGeneration.isPending;
  return (
    <Dialog title={t("toDataset")} isOpen onClose={onClose}>
      {!data && !loadError ? (
        <LoadingState />
      ) : (
        <Form onSubmit={() => void add().catch(() => undefined)}>
          <SelectField
            label={t("dataset")}
            value={chosen}
            autoFocus={datasets.length > 0}
            onChange={(event) => setChoice(event.target.value)}
          >
            {datasets.map((dataset) => (
              <option key={dataset.id} value={dataset.id}>
                {visibleString(dataset.name)}
              </option>
            ))}
            <option value="">{t("newDataset")}</option>
          </SelectField>
          {chosen === "" && (
            <TextField
              label={t("datasetName")}
              value={name}
              required
              autoFocus={datasets.length === 0}
              onChange={(event) => setName(event.target.value)}
            />
          )}
          <DialogError error={error} />
          <DialogActions>
            <Button onClick={onClose}>{t("cancel")}</Button>
            <Button look="primary" type="submit" disabled={isBusy || (chosen === "" && name.trim() === "")}>
              {t("addTo")}
            </Button>
          </DialogActions>
        </Form>
      )}
    </Dialog>
  );
}
