import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { Play } from "lucide-react";
import { useState } from "react";
import { useLive } from "../../api/use-live.ts";
import { usePermission } from "../../api/use-permission.ts";
import { connectionPage, usePages } from "../../api/use-pages.ts";
import { useOperation } from "../../api/use-request.ts";
import { datasetList } from "../../generated/datasets.ts";
import { experimentList, removeExperiment } from "../../generated/experiments.ts";
import { useFormats } from "../../messages/formats.ts";
import { RemoveDialog } from "../remove-dialog.tsx";
import { Button } from "../../ui/button.tsx";
import { Code } from "../../ui/code.tsx";
import { onDemand } from "../../ui/on-demand.tsx";
import { SelectField } from "../../ui/field.tsx";
import { ListFrame } from "../../ui/list-frame.tsx";
import { Page } from "../../ui/page.tsx";
import { EmptyState, InlineError } from "../../ui/page-state.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { useDebounced } from "../../ui/use-debounced.ts";
import { useMedia } from "../../ui/use-media.ts";
import type { ExperimentsSearch } from "./experiment-search.ts";
import { type Experiment, ExperimentTable } from "./experiment-table.tsx";
import { scoreTrends } from "./score-trends.ts";
import { TrendList } from "./trend-list.tsx";
import styles from "./experiments-page.module.css";
import { useExperimentsText } from "./messages.ts";
import { useRunText } from "./run/messages.ts";

const RunDialog = onDemand(async () => (await import("./run/run-dialog.tsx")).RunDialog);

const firstExperiment = `const dataset = await client.api.getDataset({ name: "capitals" });
const experiment = await dataset.createExperiment({ name: "shorter prompt" });
for (const item of dataset.items) {
  await client.experimentItemRun().wrap(async () => {
    const output = await answer(item.input);
    const scores = [{ name: "exact", type: "CODE", value: output.city === item.expectedOutput.city ? 1 : 0 }];
    await experiment.log({ datasetItemId: item.id, input: item.input, output, scores });
  });
}`;

export function ExperimentsPage() {
  const t = useExperimentsText();
  useLive("EXPERIMENT", "SCORE");
  const formats = useFormats();
  const { projectId } = useParams({ from: "/projects/$projectId/experiments" });
  const mayWrite = usePermission("write");
  const { dataset, search = "", sort } = useSearch({ from: "/projects/$projectId/experiments" });
  const navigate = useNavigate({ from: "/projects/$projectId/experiments" });
  const settled = useDebounced(search);
  const [selected, setSelected] = useState<readonly string[]>([]);
  const run = useRunText();
  const isNarrow = useMedia("(width < 48rem)");
  const [isStarting, setIsStarting] = useState(false);
  const [leaving, setLeaving] = useState<Experiment | null>(null);
  const list = usePages({
    isTyping: search !== settled,
    operation: experimentList,
    variables: (after) => ({
      after,
      filters: [
        ...(dataset === undefined ? [] : [{ field: "datasetId", operator: "eq" as const, value: dataset }]),
        ...(settled === "" ? [] : [{ field: "name", operator: "ilike" as const, value: settled }]),
      ],
    }),
    read: ({ datasetExperiments }) => connectionPage(datasetExperiments),
  });
  const { nodes, totalCount } = list;
  const trends = dataset === undefined || (nodes?.length ?? 0) < 2 ? [] : scoreTrends(nodes ?? []);
  const toggle = (id: string): void =>
    setSelected(selected.includes(id) ? selected.filter((other) => other !== id) : [...selected, id]);
  const show = (part: ExperimentsSearch): void =>
    void navigate({
      search: ({ search: _search, ...current }) => {
        const text = part.search ?? search;
        return { ...current, ...part, ...(text !== "" && { search: text }) };
      },
      replace: true,
    });
  const datasetName = dataset === undefined ? null : (nodes?.[0]?.dataset?.name ?? null);
  const isEmpty = nodes?.length === 0 && !list.isStale;

  // If there are no experiments, the empty state contains the button to run one. The page header then has no such
  // button.
  const isUnused = isEmpty && settled === "";
  const runButton = mayWrite && (
    <Button look={isUnused ? "primary" : "normal"} onClick={() => setIsStarting(true)}>
      <Play size={16} aria-hidden />
      {run("run")}
    </Button>
  );

  const compareButton = nodes && nodes.length > 0 && (
    <Button
      look={selected.length < 2 ? "normal" : "primary"}
      disabled={selected.length < 2}
      title={t("compareHint")}
      onClick={() =>
        void navigate({
          to: "/projects/$projectId/experiments/compare",
          params: { projectId },
          search: { ids: oldestFirst(selected, nodes).join(",") },
        })
      }
    >
      {selected.length < 2 ? t("compare") : t("compareCount", { count: selected.length })}
    </Button>
  );

  return (
    <Page
      title={t("title")}
      note={
        nodes && (
          <>
            {formats.number(totalCount)} {datasetName !== null && t("ofDataset", { name: datasetName })}
          </>
        )
      }
      actions={
        <>
          {!isUnused && runButton}
          {!isNarrow && compareButton}
        </>
      }
    >
      {!(isEmpty && search === "" && dataset === undefined) && (
        <div className={styles.tools}>
          <SearchField label={t("search")} value={search} onChange={(text) => show({ search: text })} />
          <DatasetField
            dataset={dataset}
            onChange={(id) => {
              setSelected([]);
              void navigate({
                search: ({ dataset: _dataset, ...current }) => ({ ...current, ...(id !== "" && { dataset: id }) }),
              });
            }}
          />
        </div>
      )}
      <div>
        <ListFrame
          list={list}
          empty={
            settled !== "" ? (
              <EmptyState drawing="search" title={t("nothingFound", { search: settled })} />
            ) : (
              <EmptyState title={dataset === undefined ? t("empty") : t("noneOfDataset")}>
                {runButton && <p>{runButton}</p>}
                <p>{t("emptyHow")}</p>
                <Code text={firstExperiment} />
              </EmptyState>
            )
          }
        >
          {trends.length > 0 && <TrendList projectId={projectId} trends={trends} />}
          <p className={styles.muted}>{t("compareHint")}</p>
          {sort !== undefined && list.hasMore && (
            <p className={styles.muted}>{t("sortedLoaded", { count: nodes?.length ?? 0 })}</p>
          )}
          <ExperimentTable
            experiments={nodes ?? []}
            selected={selected}
            sort={sort}
            onSort={(key) => show({ sort: key })}
            onToggle={toggle}
            onRemove={mayWrite ? setLeaving : undefined}
          />
        </ListFrame>
        {isNarrow && selected.length > 0 && (
          <div className={styles.bar}>
            {compareButton}
            {selected.length < 2 && <span className={styles.muted}>{t("compareHint")}</span>}
          </div>
        )}
      </div>
      {isStarting && (
        <RunDialog
          start={dataset === undefined ? {} : { dataset: { id: dataset } }}
          onClose={() => setIsStarting(false)}
        />
      )}
      <RemoveDialog
        id={leaving?.id ?? null}
        operation={removeExperiment}
        title={t("removeTitle", { name: leaving?.name ?? "" })}
        action={t("remove")}
        onClose={() => setLeaving(null)}
        onRemoved={() => {
          setSelected(selected.filter((id) => id !== leaving?.id));
          setLeaving(null);
        }}
      >
        {t("removeAbout", { count: leaving?.itemCount ?? 0 })}
      </RemoveDialog>
    </Page>
  );
}

function DatasetField({
  dataset = "",
  onChange,
}: {
  readonly dataset: string | undefined;
  /** Called with the id of a dataset, or with an empty string for all datasets. */
  readonly onChange: (id: string) => void;
}) {
  const t = useExperimentsText();
  const { data, error, refetch } = useOperation(datasetList, {});
  const known = data?.datasets.edges.map(({ node: { id, name } }) => ({ value: id, label: name })) ?? [];
  // The list contains only the first page of the datasets. If the selected dataset is on another page, the field gets
  // an additional option for it.
  const isOther = dataset !== "" && !known.some(({ value }) => value === dataset);
  return (
    <>
      <SelectField
        label={t("dataset")}
        hideLabel
        options={[
          { value: "", label: t("allDatasets") },
          ...(isOther ? [{ value: dataset, label: t("thisDataset") }] : []),
          ...known,
        ]}
        value={dataset}
        onChange={onChange}
      />
      {error && !data && <InlineError error={error} onRetry={() => void refetch()} />}
    </>
  );
}

/** Sorts the selected experiments by creation time, so that the oldest one becomes the baseline. */
function oldestFirst(selected: readonly string[], experiments: readonly Experiment[]): readonly string[] {
  const times = new Map(experiments.map(({ id, createdAt }) => [id, createdAt ?? ""]));
  return selected.toSorted((one, other) => (times.get(one) ?? "").localeCompare(times.get(other) ?? ""));
}
