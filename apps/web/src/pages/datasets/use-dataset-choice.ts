import { useState } from "react";
import { useOperation, useRequest } from "../../api/use-request.ts";
import { datasetChoices, type DatasetChoicesQuery, newDataset } from "../../generated/dataset-choice.ts";

export type ChosenDataset = DatasetChoicesQuery["datasets"]["edges"][number]["node"];

const newValue = "new";

/**
 * State of a field in which the user selects a dataset or enters the name of a new one. Nothing is preselected, so that
 * records are not added to the wrong dataset by mistake.
 */
export function useDatasetChoice(accepts: (dataset: ChosenDataset) => boolean) {
  const { data, error, refetch } = useOperation(datasetChoices, {});
  const create = useRequest(newDataset);
  const [selected, setSelected] = useState<string | null>(null);
  const [name, setName] = useState("");
  const listed = (data?.datasets.edges ?? []).map(({ node }) => node);
  const created = create.data?.createDataset ?? null;
  const isListed = listed.some(({ id }) => id === created?.id);
  const datasets = [...(created && !isListed ? [created] : []), ...listed].filter(accepts);
  // Without datasets, the only choice is a new one.
  const value = selected ?? (data && datasets.length === 0 ? newValue : "");
  const isNew = value === newValue;
  const dataset = datasets.find(({ id }) => valueOf(id) === value) ?? null;

  const resolve = async (): Promise<ChosenDataset | null> => {
    if (!isNew) return dataset;
    if (name.trim() === "" || create.isPending) return null;
    const { createDataset } = await create.mutateAsync({ name: name.trim() });
    // Selects the created dataset. If adding records to it fails, a retry then uses this dataset instead of creating
    // another one.
    if (createDataset) setSelected(valueOf(createDataset.id));
    return createDataset;
  };
  return {
    datasets,
    dataset,
    value,
    isNew,
    name,
    newValue,
    valueOf,
    isLoading: !data && !error,
    loadError: data ? null : error,
    retry: () => void refetch(),
    error: create.error,
    isCreating: create.isPending,
    /** Whether a dataset is selected, or the new one has a name. */
    isChosen: isNew ? name.trim() !== "" : dataset !== null,
    select: setSelected,
    setName,
    resolve,
  };
}

export type DatasetChoice = ReturnType<typeof useDatasetChoice>;

const valueOf = (id: string): string => `id:${id}`;
