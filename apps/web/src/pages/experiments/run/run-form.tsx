import { Link, useParams } from "@tanstack/react-router";
import { useState } from "react";
import type { ExperimentRunInput } from "../../../generated/runs.ts";
import { useFormats } from "../../../messages/formats.ts";
import { visibleString } from "../../../messages/hidden-characters.ts";
import { Button } from "../../../ui/button.tsx";
import { DialogActions, DialogError, Form } from "../../../ui/dialog-parts.tsx";
import { MultiSelectField, SelectField, TextField } from "../../../ui/field.tsx";
import { useUiText } from "../../../ui/messages.ts";
import { NumberField } from "../../../ui/number-field.tsx";
import { parseNumber } from "../../../ui/number-text.ts";
import { LoadingState } from "../../../ui/page-state.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { useVersions } from "../../datasets/use-versions.ts";
import { useVersionText } from "../../datasets/version-text.ts";
import { modelOf } from "../../playground/column/read-column.ts";
import { useRunText } from "./messages.ts";
import { type ChosenModel, type Connection, ModelChoices } from "./model-choices.tsx";
import { RunEstimate } from "./run-estimate.tsx";
import styles from "./run.module.css";
import { type RunFrame, runsOfColumns, type RunStart } from "./run-start.ts";
import { useEstimate } from "./use-estimate.ts";
import {
  useDatasetChoices,
  useEvaluatorChoices,
  useModelOfVersion,
  usePromptChoices,
  useSuggestions,
} from "./use-run-choices.ts";
import { useStartRuns } from "./use-start-runs.ts";

/** Maximum of the fields for the number of repeats and for the number of concurrent calls. */
const most = 20;

/** Values that the user has entered. For an undefined field, the form shows a suggestion. */
export interface Choices {
  readonly datasetId?: string;
  readonly version?: string;
  readonly split?: string;
  /** Name of a prompt, or id of a task. */
  readonly subject?: { readonly kind: "prompt" | "task"; readonly key: string };
  readonly versions?: readonly number[];
  readonly models?: readonly ChosenModel[];
  readonly evaluators?: readonly string[];
  readonly repeats?: string;
  readonly concurrency?: string;
  readonly name?: string;
}

export function RunForm({
  start,
  connections,
  tasks,
  choices,
  setChoices,
  onCancel,
  onStarted,
}: {
  readonly start: RunStart;
  readonly connections: readonly Connection[];
  readonly tasks: readonly Connection[];
  readonly choices: Choices;
  readonly setChoices: (choices: Choices) => void;
  /** Closes the dialog without a start. */
  readonly onCancel: () => void;
  readonly onStarted: (ids: readonly string[]) => void;
}) {
  const t = useRunText();
  const ui = useUiText();
  const formats = useFormats();
  const versionText = useVersionText();
  const { projectId } = useParams({ from: "/projects/$projectId" });
  const { repeats = "1", concurrency = "5" } = choices;
  const set = (part: Choices): void => setChoices({ ...choices, ...part });

  const suggested = useSuggestions(start, choices.datasetId);
  const { id: datasetId, datasets, dataset, ...data } = useDatasetChoices(suggested.datasetId);
  const versions = useVersions(datasetId);
  const isGiven = choices.datasetId === undefined;
  const version = choices.version ?? (isGiven ? String(start.dataset?.version ?? "") : "");
  const split = choices.split ?? (isGiven ? (start.dataset?.split ?? "") : "");
  const { choices: evaluators, otherCount, initial, ...scorers } = useEvaluatorChoices(datasetId);
  const evaluatorIds = choices.evaluators ?? initial.map(({ id }) => id);

  const { columns } = start;
  const wanted = choices.subject ?? (start.prompt && { kind: "prompt" as const, key: start.prompt.name });
  const suggestedName = wanted === undefined ? suggested.promptName : undefined;
  const prompts = usePromptChoices(wanted?.kind === "prompt" ? wanted.key : suggestedName, columns === undefined);
  const [firstTask] = tasks;
  const taskId =
    columns !== undefined
      ? null
      : wanted?.kind === "task"
        ? wanted.key
        : prompts.names.length === 0 && !prompts.isLoading
          ? (firstTask?.id ?? null)
          : null;
  const { lineage } = prompts;
  const proposed =
    start.prompt && start.prompt.name === prompts.name
      ? start.prompt.versions
      : [lineage?.championVersion ?? lineage?.latestVersion ?? 0];
  const numbers = choices.versions ?? proposed;
  // The oldest version becomes the first experiment, and therefore the baseline.
  const chosenVersions = (lineage?.versions ?? [])
    .filter((each) => numbers.includes(each.version))
    .toSorted((one, other) => one.version - other.version);
  const modelOfVersion = useModelOfVersion(prompts.name, chosenVersions[0]?.version);
  const usual = modelOf({ connectionId: "", model: modelOfVersion }, connections);
  const models =
    choices.models ?? (usual && usual.model !== "" ? [{ connectionId: usual.connection.id, model: usual.model }] : []);

  const frame: RunFrame = {
    name: "",
    datasetId,
    datasetVersion: version === "" ? null : Number(version),
    split: split === "" ? null : split,
    evaluatorVersionIds: [...evaluatorIds],
    repeats: parseNumber(repeats) ?? 0,
    concurrency: parseNumber(concurrency) ?? 0,
  };
  const isInRange = [frame.repeats ?? 0, frame.concurrency ?? 0].every(
    (number) => Number.isInteger(number) && number >= 1 && number <= most,
  );
  const named = choices.name?.trim() ?? "";
  const proposedName = proposeName();
  const isLoading = suggested.isLoading || data.isLoading || scorers.isLoading || prompts.isLoading;
  const isReady = isInRange && dataset !== null && !isLoading;
  const runs = isReady ? runsOf({ ...frame, name: named || proposedName }) : [];
  const estimated = useEstimate(runs);
  const { estimate } = estimated;
  const { begin, isBusy, error: startError } = useStartRuns(onStarted);
  const loadError = suggested.error ?? data.error ?? scorers.error ?? prompts.error;

  function runsOf(given: RunFrame): ExperimentRunInput[] {
    if (columns !== undefined) return runsOfColumns(columns, given);
    if (taskId !== null) return [{ ...given, taskConnectionId: taskId }];
    if (chosenVersions.length === 0 || models.length === 0) return [];
    return [{ ...given, promptIds: chosenVersions.map(({ id }) => id), models: [...models] }];
  }

  /**
   * Suggests a name for the experiments. If several prompt versions or models are selected, the service appends the
   * version and the model to the name of each experiment.
   */
  function proposeName(): string {
    const ofDataset = dataset?.name ?? "";
    if (columns !== undefined) return columns.length === 1 ? (columns[0]?.label ?? ofDataset) : ofDataset;
    if (taskId !== null) return tasks.find(({ id }) => id === taskId)?.name ?? ofDataset;
    const [only, ...others] = chosenVersions;
    if (!only || others.length > 0) return ofDataset;
    const [model] = models;
    return `${prompts.name} v${only.version}${models.length === 1 && model ? `, ${model.model}` : ""}`;
  }

  // While another dataset or prompt loads, the form stays, so that the select keeps the focus.
  const [wasReady, setWasReady] = useState(false);
  if (!isLoading && !wasReady) setWasReady(true);
  if (isLoading && !wasReady) return <LoadingState />;
  if (datasetId === "" && !loadError) return <p>{t("noDatasets")}</p>;
  if (columns === undefined && taskId === null && prompts.names.length === 0 && !loadError)
    return <p>{t("noPrompts")}</p>;
  return (
    <Form onSubmit={() => runs.length > 0 && begin(runs)}>
      <div className={styles.row}>
        <SelectField
          label={t("dataset")}
          value={datasetId}
          options={datasets.map(({ id, name }) => ({ value: id, label: visibleString(name) }))}
          onChange={(id) => {
            const { versions: _versions, models: _models, ...rest } = choices;
            // Another prompt may be suggested for the dataset.
            const kept = choices.subject || start.prompt ? choices : rest;
            setChoices({ ...kept, datasetId: id, version: "", split: "" });
          }}
        />
        <SelectField
          label={t("version")}
          value={version}
          options={[
            { value: "", label: t("latest", { version: formats.number(dataset?.version) }) },
            ...versions.map((listed) => ({ value: String(listed.version), label: versionText(listed) })),
          ]}
          onChange={(number) => set({ version: number })}
        />
        {((dataset?.splits.length ?? 0) > 0 || split !== "") && (
          <SelectField
            label={t("split")}
            value={split}
            options={[
              { value: "", label: t("allItems") },
              ...(dataset?.splits ?? []).map(({ name, itemCount }) => ({
                value: name,
                label: `${name} (${formats.number(itemCount)})`,
              })),
            ]}
            onChange={(name) => set({ split: name })}
          />
        )}
      </div>
      {columns === undefined ? (
        <div className={styles.row}>
          <SelectField
            label={tasks.length > 0 ? t("promptOrTask") : t("prompt")}
            value={taskId === null ? `prompt ${prompts.name}` : `task ${taskId}`}
            hint={prompts.name === "" && taskId === null && suggested.isNoneFitting ? t("noPromptFits") : undefined}
            options={[
              ...(prompts.name === "" && taskId === null ? [{ value: "prompt ", label: t("selectPrompt") }] : []),
              ...prompts.names.map((name) => ({ value: `prompt ${name}`, label: visibleString(name) })),
              ...tasks.map(({ id, name }) => ({ value: `task ${id}`, label: t("task", { name }) })),
            ]}
            onChange={(value) => {
              const kind = value.startsWith("task ") ? "task" : "prompt";
              const { versions: _versions, models: _models, ...rest } = choices;
              setChoices({ ...rest, subject: { kind, key: value.slice(kind.length + 1) } });
            }}
          />
          {taskId === null && (
            <>
              <MultiSelectField
                label={t("versions")}
                placeholder={t("noVersions")}
                options={(lineage?.versions ?? [])
                  .toSorted((one, other) => other.version - one.version)
                  .map((each) => t("versionNumber", { version: each.version }))}
                values={chosenVersions.map((each) => t("versionNumber", { version: each.version }))}
                onChange={(labels) =>
                  set({
                    versions: (lineage?.versions ?? [])
                      .map((each) => each.version)
                      .filter((number) => labels.includes(t("versionNumber", { version: number }))),
                  })
                }
              />
              <ModelChoices connections={connections} chosen={models} onChange={(next) => set({ models: next })} />
            </>
          )}
        </div>
      ) : (
        <ul className={styles.columns} aria-label={t("columns")}>
          {columns.map(({ label, model: { model } }, index) => (
            // Two columns may have the same label, so the key includes the index.
            <li key={`${index} ${label}`}>
              <VisibleText text={t("column", { label, model })} />
            </li>
          ))}
        </ul>
      )}
      <div className={styles.row}>
        {evaluators.length > 0 ? (
          <MultiSelectField
            label={t("evaluators")}
            placeholder={t("noEvaluators")}
            options={evaluators.map(({ label }) => label)}
            values={evaluators.filter(({ id }) => evaluatorIds.includes(id)).map(({ label }) => label)}
            onChange={(labels) =>
              set({ evaluators: evaluators.filter(({ label }) => labels.includes(label)).map(({ id }) => id) })
            }
          />
        ) : (
          <p className={styles.muted}>
            {otherCount > 0 ? t("othersForItems", { count: otherCount }) : t("noneForItems")}{" "}
            <Link
              to="/projects/$projectId/evaluators/new"
              params={{ projectId }}
              search={{ target: "EXPERIMENT_ITEM" }}
              // Opens in a new tab, so that the dialog keeps its entries. When the user returns, the dialog reloads the
              // evaluators.
              target="_blank"
            >
              {t("addEvaluator")}
            </Link>
          </p>
        )}
        <NumberField
          label={t("repeats")}
          value={repeats}
          minimum={1}
          maximum={most}
          onChange={(text) => set({ repeats: text })}
        />
        <NumberField
          label={t("concurrency")}
          value={concurrency}
          minimum={1}
          maximum={most}
          onChange={(text) => set({ concurrency: text })}
        />
      </div>
      <TextField
        label={t("name")}
        placeholder={proposedName}
        value={choices.name ?? proposedName}
        maxLength={900}
        onChange={({ target }) => set({ name: target.value })}
      />
      <RunEstimate {...estimated} isComplete={isLoading || runs.length > 0} />
      <DialogError error={startError ?? loadError} />
      <DialogActions>
        <Button onClick={onCancel}>{ui("cancel")}</Button>
        <Button type="submit" look="primary" disabled={runs.length === 0 || estimate === null || isBusy}>
          {t("start", { count: estimate?.experimentCount ?? 1 })}
        </Button>
      </DialogActions>
    </Form>
  );
}
