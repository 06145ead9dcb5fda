import type { JsonValue } from "@threadline/schema/sdk";
import { useState } from "react";
import { useOperation, useRequest } from "../../../api/use-request.ts";
import {
  datasetChoices,
  generationToDataset,
  newDataset,
  setExpectedOutput,
  stepToDataset,
} from "../../../generated/thread-changes.ts";
import { parseJson } from "../../../json/json-text.ts";
import { Button } from "../../../ui/button.tsx";
import { DialogActions, DialogError, Form } from "../../../ui/dialog-parts.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { SelectField, TextField } from "../../../ui/field.tsx";
import { JsonField } from "../../../ui/json-field.tsx";
import { LoadingState } from "../../../ui/page-state.tsx";
import { useInspectorText } from "../inspector/messages.ts";
import type { Payload } from "../payloads/payload-cache.ts";
import { visibleString } from "../../../messages/hidden-characters.ts";

/** Adds a step to a dataset. The dataset may be created in the dialog. */
export function DatasetDialog(props: {
  readonly payload: Payload;
  readonly onClose: () => void;
  readonly onAdded: (datasetName: string) => void;
}) {
  const { payload, onClose, onAdded } = props;
  const { id: stepId, generation } = payload;
  const t = useInspectorText();
  const { data, error: loadError } = useOperation(datasetChoices, {});
  const [choice, setChoice] = useState<string | null>(null);
  const [name, setName] = useState("");
  const create = useRequest(newDataset);
  const addStep = useRequest(stepToDataset);
  const addGeneration = useRequest(generationToDataset);
  const change = useRequest(setExpectedOutput);
  // Datasets of generations accept only generations.
  const datasets = (data?.datasets.edges ?? [])
    .map(({ node }) => node)
    .filter(({ type }) => type === "key_value" || generation !== null);
  const chosen = choice ?? datasets[0]?.id ?? "";
  const isOfGeneration = datasets.find(({ id }) => id === chosen)?.type === "generation";
  const recorded = jsonOf(
    isOfGeneration ? (generation?.messageCompletion ?? generation?.completion ?? null) : (payload.output ?? null),
  );
  // Can be edited, because the recorded output is not always the expected output.
  const [edited, setEdited] = useState<string | null>(null);
  const expected = parseJson(edited ?? recorded);
  const [addedId, setAddedId] = useState<string | null>(null);

  const add = async (): Promise<void> => {
    const dataset =
      chosen === ""
        ? (await create.mutateAsync({ name: name.trim() })).createDataset
        : datasets.find(({ id }) => id === chosen);
    if (!dataset) return;
    const id = addedId ?? (await addTo(dataset));
    setAddedId(id);
    if (id !== null && edited !== null && edited !== recorded)
      await change.mutateAsync({ id, expectedOutput: expected.value ?? null });
    onAdded(dataset.name);
  };

  const addTo = async (dataset: { readonly id: string; readonly type: string }): Promise<string | null> => {
    const datasetId = dataset.id;
    if (dataset.type !== "generation")
      return (await addStep.mutateAsync({ datasetId, stepId })).addStepToDataset?.id ?? null;
    const added = await addGeneration.mutateAsync({ datasetId, generationId: stepId });
    return added.addGenerationToDataset?.id ?? null;
  };

  const error = loadError ?? create.error ?? addStep.error ?? addGeneration.error ?? change.error;
  const isBusy = create.isPending || addStep.isPending || addGeneration.isPending || change.isPending;
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
            disabled={addedId !== null}
            onChange={setChoice}
            options={[
              ...datasets.map((dataset) => ({ value: dataset.id, label: visibleString(dataset.name) })),
              { value: "", label: t("newDataset") },
            ]}
          />
          {chosen === "" && (
            <TextField
              label={t("datasetName")}
              value={name}
              required
              autoFocus={datasets.length === 0}
              onChange={(event) => setName(event.target.value)}
            />
          )}
          <JsonField
            label={t("expectedOutput")}
            hint={t("expectedOutputHint")}
            value={edited ?? recorded}
            onChange={setEdited}
          />
          <DialogError error={error} />
          <DialogActions>
            <Button onClick={onClose}>{t("cancel")}</Button>
            <Button
              look="primary"
              type="submit"
              disabled={isBusy || expected.error !== null || (chosen === "" && name.trim() === "")}
            >
              {t("addTo")}
            </Button>
          </DialogActions>
        </Form>
      )}
    </Dialog>
  );
}

/** Formats a value for editing. Null becomes empty text. */
function jsonOf(value: JsonValue): string {
  return value === null ? "" : JSON.stringify(value, null, 2);
}
