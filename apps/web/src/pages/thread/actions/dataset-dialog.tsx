import type { JsonValue } from "@threadline/schema/sdk";
import { useState } from "react";
import { useOperation, useRequest } from "../../../api/use-request.ts";
import { generationToDataset, splitsOfDataset, stepToDataset } from "../../../generated/thread-changes.ts";
import { isJsonObject, parseJson } from "../../../json/json-text.ts";
import { Button } from "../../../ui/button.tsx";
import { DialogActions, DialogError, Form } from "../../../ui/dialog-parts.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { JsonField } from "../../../ui/json-field.tsx";
import { LoadingState } from "../../../ui/page-state.tsx";
import { ValueField } from "../../../ui/value-field.tsx";
import { useInspectorText } from "../inspector/messages.ts";
import type { Payload, PayloadState } from "../payloads/payload-cache.ts";
import { usePayload } from "../payloads/use-payload.ts";
import { useThreadPage } from "../thread-context.ts";
import { readSplits } from "@threadline/schema/read-splits";
import { DatasetChoiceField } from "../../datasets/dataset-choice.tsx";
import { SameInputs } from "../../datasets/same-inputs.tsx";
import { SplitField } from "../../datasets/split-field.tsx";
import { useAddedToast } from "../../datasets/use-added-toast.ts";
import { useDatasetChoice } from "../../datasets/use-dataset-choice.ts";

/**
 * Adds a step to a dataset. The dataset may be created in the dialog. An assistant message has no input, so its item is
 * created from the run of its turn, or from the user's message before it.
 */
export function DatasetDialog({
  payload: selected,
  onClose,
}: {
  readonly payload: Payload;
  readonly onClose: () => void;
}) {
  const { sourceOf } = useThreadPage();
  const source = selected.generation === null ? sourceOf(selected.id) : null;
  const runState = usePayload(source?.runId ?? null);
  const questionState = usePayload(source?.questionId ?? null);
  const isSourceLoading =
    (source?.runId != null && runState === undefined) || (source?.questionId != null && questionState === undefined);
  const recordedRun = loaded(runState);
  // A run without input or output cannot become an item, so the messages are used instead.
  const run = recordedRun?.input == null || recordedRun.output == null ? null : recordedRun;
  const question = loaded(questionState);
  const payload = source === null ? selected : (run ?? selected);
  const { id: stepId, generation } = payload;
  const t = useInspectorText();
  // A dataset of generations accepts only generations.
  const choice = useDatasetChoice(({ type }) => type === "key_value" || generation !== null);
  const confirmAdded = useAddedToast();
  const addStep = useRequest(stepToDataset);
  const addGeneration = useRequest(generationToDataset);
  const chosen = choice.dataset?.id ?? "";
  const splits = useOperation(splitsOfDataset, { id: chosen }, { enabled: chosen !== "" });
  const isOfGeneration = choice.dataset?.type === "generation";
  const recorded =
    source === null || isOfGeneration
      ? recordedContent(payload, isOfGeneration)
      : run === null
        ? { input: contentOf(question), expectedOutput: contentOf(selected) }
        : { input: run.input, expectedOutput: run.output };
  const sourceHint = run ? t("fromRun", { name: run.name ?? run.type }) : question ? t("fromTurn") : null;
  // Edited input and output; null while unchanged. A recorded output may be wrong, so the user can correct it.
  const [edited, setEdited] = useState<{ readonly input: string | null; readonly expectedOutput: string | null }>({
    input: null,
    expectedOutput: null,
  });
  const [metadata, setMetadata] = useState("");
  const [splitText, setSplitText] = useState("");
  const inputText = edited.input ?? jsonOf(recorded.input);
  const input = parseJson(inputText);
  const expected = parseJson(edited.expectedOutput ?? jsonOf(recorded.expectedOutput));
  const given = parseJson(metadata);
  const isNoObject = given.value !== undefined && !isJsonObject(given.value);
  const isInvalid = input.error !== null || expected.error !== null || given.error !== null || isNoObject;

  const add = async (): Promise<void> => {
    if (isInvalid || isBusy) return;
    const dataset = await choice.resolve();
    if (dataset === null) return;
    const content = {
      datasetId: dataset.id,
      ...((edited.input !== null || (!isOfGeneration && (variablesOf(payload) ?? source) !== null)) && {
        input: input.value ?? null,
      }),
      ...((edited.expectedOutput !== null || source !== null) && { expectedOutput: expected.value ?? null }),
      ...(given.value !== undefined && { metadata: given.value }),
      splits: readSplits(splitText),
    };
    const item =
      dataset.type === "generation"
        ? (await addGeneration.mutateAsync({ ...content, generationId: stepId })).addGenerationToDataset
        : (await addStep.mutateAsync({ ...content, stepId })).addStepToDataset;
    confirmAdded(dataset, 1, item?.id);
    onClose();
  };

  const error = choice.loadError ?? choice.error ?? addStep.error ?? addGeneration.error;
  const isBusy = choice.isCreating || addStep.isPending || addGeneration.isPending;
  return (
    <Dialog title={t("toDataset")} isOpen isWide onClose={onClose}>
      {choice.isLoading || isSourceLoading ? (
        <LoadingState />
      ) : (
        <Form onSubmit={() => void add().catch(() => undefined)}>
          <DatasetChoiceField choice={choice} />
          <JsonField
            label={t("itemInput")}
            hint={source === null ? undefined : (sourceHint ?? undefined)}
            value={inputText}
            onChange={(text) => setEdited({ ...edited, input: text })}
          />
          <SameInputs datasetId={chosen} itemId={null} input={inputText} />
          <ValueField
            label={t("expectedOutput")}
            hint={t("expectedOutputHint")}
            value={edited.expectedOutput ?? jsonOf(recorded.expectedOutput)}
            onChange={(text) => setEdited({ ...edited, expectedOutput: text })}
          />
          <JsonField
            label={t("itemMetadata")}
            rows={2}
            value={metadata}
            error={isNoObject ? t("notAnObject") : null}
            onChange={setMetadata}
          />
          <SplitField
            value={splitText}
            known={(splits.data?.dataset?.splits ?? []).map((split) => split.name)}
            onChange={setSplitText}
          />
          <DialogError error={error} />
          <DialogActions>
            <Button onClick={onClose}>{t("cancel")}</Button>
            <Button look="primary" type="submit" disabled={isBusy || isInvalid || !choice.isChosen}>
              {t("addTo")}
            </Button>
          </DialogActions>
        </Form>
      )}
    </Dialog>
  );
}

function loaded(state: PayloadState): Payload | null {
  return typeof state === "object" && !(state instanceof Error) ? state : null;
}

/** Returns the content of a message. Some clients record it as the input of a step without output. */
function contentOf(message: Payload | null): JsonValue {
  return message?.output ?? message?.input ?? null;
}

function variablesOf({ generation }: Payload): JsonValue {
  const { promptId = null, variables = null } = generation ?? {};
  const isFilled = isJsonObject(variables) && Object.keys(variables).length > 0;
  return promptId !== null && isFilled ? variables : null;
}

/**
 * Returns the input and expected output that the dialog proposes for a dataset item. `isOfGeneration` is true for a
 * dataset of type `generation`, whose items contain messages or a prompt.
 */
function recordedContent(
  payload: Payload,
  isOfGeneration: boolean,
): { readonly input: JsonValue; readonly expectedOutput: JsonValue } {
  const { input, output, generation } = payload;
  if (!isOfGeneration || generation === null) {
    // An experiment fills the variables of its prompt from the item's input. So if variables were recorded, they are
    // proposed as the input.
    const values = variablesOf(payload);
    return { input: values ?? input ?? null, expectedOutput: output ?? null };
  }
  const { type, messages, messageCompletion, prompt, completion } = generation;
  return type === "CHAT"
    ? { input: { messages: messages ?? [] }, expectedOutput: messageCompletion ?? {} }
    : { input: { prompt: prompt ?? null }, expectedOutput: completion === null ? {} : { completion } };
}

function jsonOf(value: JsonValue): string {
  return value === null ? "" : JSON.stringify(value, null, 2);
}
