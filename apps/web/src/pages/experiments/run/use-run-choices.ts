import { useEach } from "../../../api/use-each.ts";
import { useOperation } from "../../../api/use-request.ts";
import { datasetHead, datasetItems, datasetList } from "../../../generated/datasets.ts";
import { playgroundConnections } from "../../../generated/playground.ts";
import { promptDetail, promptList, promptVersionDetail } from "../../../generated/prompts.ts";
import { newestRun, runCandidates, runEvaluators } from "../../../generated/runs.ts";
import { scorerName } from "../../evaluators/scorer-name.ts";
import { chatConnections } from "../../playground/column/chat-models.ts";
import { readSettings } from "../../playground/column/model-settings.ts";
import { isJsonObject } from "../../../json/json-text.ts";
import { suggestRun } from "./preset.ts";
import type { RunStart } from "./run-start.ts";

/**
 * Suggests a dataset and a prompt that fit together. The suggested dataset depends only on `start`, so that it stays
 * the same when the user selects a prompt.
 */
export function useSuggestions(start: RunStart, selectedDatasetId: string | undefined) {
  const candidates = useOperation(runCandidates, {});
  const { data } = candidates;
  const listed = (data?.datasets.edges ?? []).map(({ node: { id, items } }) => ({
    id,
    input: items?.[0]?.input ?? null,
  }));
  // The candidates are only the newest datasets.
  const given = selectedDatasetId ?? start.dataset?.id ?? "";
  const isMissing = data !== undefined && given !== "" && !listed.some(({ id }) => id === given);
  const missing = useOperation(datasetItems, { id: given, first: 1, skip: 0 }, { enabled: isMissing });
  const datasets = isMissing
    ? [...listed, { id: given, input: missing.data?.dataset?.items?.[0]?.input ?? null }]
    : listed;
  const listedPrompts = (data?.promptLineages.edges ?? []).map(({ node }) => node);
  // The dialog selects the champion version of a prompt. The candidates have the latest version.
  const promoted = listedPrompts.flatMap(({ name, championVersion: version, latestVersion }) =>
    version === null || version === latestVersion ? [] : [{ name, version }],
  );
  const champions = useEach(promptVersionDetail, promoted);
  const prompts = listedPrompts.flatMap(({ name, versions: [latest] }) => {
    const champion = champions.data[promoted.findIndex((prompt) => prompt.name === name)]?.promptVersion;
    const version = champion ?? latest;
    return version ? [{ name, messages: version.templateMessages }] : [];
  });
  const messages =
    start.columns?.flatMap((column) => column.messages) ??
    prompts.find(({ name }) => name === start.prompt?.name)?.messages;
  const { datasetId } = suggestRun({ datasets, prompts, messages, datasetId: selectedDatasetId ?? start.dataset?.id });
  const { promptName } = suggestRun({ datasets, prompts, messages: undefined, datasetId });
  return {
    datasetId,
    promptName,
    /** Whether the dataset has items, and no prompt of the project fits them. */
    isNoneFitting:
      promptName === undefined &&
      datasets.some(({ id, input }) => id === datasetId && input !== null) &&
      data?.promptLineages.pageInfo.hasNextPage === false,
    isLoading:
      candidates.isLoading ||
      missing.isLoading ||
      (champions.error === null && champions.data.some((version) => version === undefined)),
    error: candidates.error ?? missing.error ?? champions.error,
  };
}

export function useDatasetChoices(selected: string | undefined) {
  const list = useOperation(datasetList, { after: null, filters: [] });
  const listed = (list.data?.datasets.edges ?? []).map(({ node }) => node);
  const id = selected ?? listed[0]?.id ?? "";
  const head = useOperation(datasetHead, { id }, { enabled: id !== "" });
  const dataset = head.data?.dataset ?? null;
  // The list contains only the first page of the datasets. If the selected dataset is on another page, it is added to
  // the list.
  const datasets = dataset && !listed.some((each) => each.id === dataset.id) ? [dataset, ...listed] : listed;
  return { id, datasets, dataset, isLoading: list.isLoading || head.isLoading, error: list.error ?? head.error };
}

/** Returns the prompts that have versions. The name is empty if no prompt is selected. */
export function usePromptChoices(selected: string | undefined, isNeeded: boolean) {
  const list = useOperation(promptList, { after: null, filters: [] }, { enabled: isNeeded });
  const listed = (list.data?.promptLineages.edges ?? [])
    .map(({ node }) => node)
    .filter(({ versionCount }) => versionCount > 0)
    .map(({ name }) => name);
  const name = selected ?? "";
  const detail = useOperation(promptDetail, { name }, { enabled: isNeeded && name !== "" });
  return {
    name,
    names: name === "" || listed.includes(name) ? listed : [name, ...listed],
    lineage: detail.data?.promptLineage ?? null,
    isLoading: list.isLoading || detail.isLoading,
    error: list.error ?? detail.error,
  };
}

/** Returns the model in the settings of a prompt version; empty if the settings name none. */
export function useModelOfVersion(name: string, version: number | undefined): string {
  const { data } = useOperation(
    promptVersionDetail,
    { name, version: version ?? 0 },
    { enabled: name !== "" && version !== undefined },
  );
  const settings = data?.promptVersion?.settings;
  return settings !== undefined && isJsonObject(settings) ? readSettings(settings).model : "";
}

/**
 * Returns the project's model connections, divided into those that offer models and those that call a task of the
 * application.
 */
export function useConnectionChoices() {
  const { data, error, isLoading, refetch } = useOperation(playgroundConnections, {});
  const connections = data?.modelConnections ?? [];
  return {
    connections: chatConnections(connections.filter(({ kind }) => kind !== "task")),
    tasks: connections.filter(({ kind }) => kind === "task"),
    isLoading,
    error,
    onRetry: () => void refetch(),
  };
}

/**
 * Maximum number of evaluators that can all be selected by default. If there are more evaluators, none is selected,
 * because judges cost money.
 */
const fewEvaluators = 3;

/**
 * Returns the evaluators for experiment items, and those that are initially selected. The evaluators of the dataset's
 * latest experiment are selected. If that experiment has none, all evaluators are selected, unless there are more than
 * {@link fewEvaluators}.
 */
export function useEvaluatorChoices(datasetId: string) {
  const list = useOperation(runEvaluators, {});
  const newest = useOperation(
    newestRun,
    { filters: [{ field: "datasetId", operator: "eq", value: datasetId }] },
    { enabled: datasetId !== "" },
  );
  const choices = (list.data?.evaluators ?? []).flatMap(({ name, latestVersion: { id, number, target } }) =>
    target === "EXPERIMENT_ITEM" ? [{ id, label: scorerName(name, number) }] : [],
  );
  const used = newest.data?.datasetExperiments.edges[0]?.node.run?.evaluatorVersionIds ?? [];
  const known = choices.filter(({ id }) => used.includes(id));
  return {
    choices,
    /** Number of evaluators that score other records. */
    otherCount: (list.data?.evaluators.length ?? 0) - choices.length,
    initial: known.length > 0 ? known : choices.length <= fewEvaluators ? choices : [],
    isLoading: list.isLoading || newest.isLoading,
    error: list.error ?? newest.error,
  };
}
