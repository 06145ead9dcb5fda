import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { Play, Trash2 } from "lucide-react";
import { useState } from "react";
import { useLive } from "../../api/use-live.ts";
import { usePermission } from "../../api/use-permission.ts";
import { connectionPage, usePages } from "../../api/use-pages.ts";
import { experimentList, type ExperimentListQuery } from "../../generated/experiments.ts";
import { jsonLine, pairsLine } from "../../json/json-text.ts";
import { useFormats } from "../../messages/formats.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { Code } from "../../ui/code.tsx";
import { onDemand } from "../../ui/on-demand.tsx";
import { ListFrame } from "../../ui/list-frame.tsx";
import { Page } from "../../ui/page.tsx";
import { EmptyState } from "../../ui/page-state.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { Table } from "../../ui/table.tsx";
import { useDebounced } from "../../ui/use-debounced.ts";
import { scoreTrends } from "./score-trends.ts";
import { TrendList } from "./trend-list.tsx";
import styles from "./experiments-page.module.css";
import { useExperimentsText } from "./messages.ts";
import { RemoveExperiment } from "./remove-experiment.tsx";
import { useRunText } from "./run/messages.ts";
import { RunProgress } from "./run/run-progress.tsx";
import { isActive, type Progress, useProgress } from "./run/use-progress.ts";
import { visibleString } from "../../messages/hidden-characters.ts";
import { VisibleText } from "../../ui/visible-text.tsx";

type Experiment = ExperimentListQuery["datasetExperiments"]["edges"][number]["node"];

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

/** Experiments of the project, which can be selected for a comparison. */
export function ExperimentsPage() {
  const t = useExperimentsText();
  useLive("EXPERIMENT", "SCORE");
  const formats = useFormats();
  const { projectId } = useParams({ from: "/projects/$projectId/experiments" });
  const mayWrite = usePermission("write");
  const { dataset, search = "" } = useSearch({ from: "/projects/$projectId/experiments" });
  const navigate = useNavigate({ from: "/projects/$projectId/experiments" });
  const settled = useDebounced(search);
  const [selected, setSelected] = useState<readonly string[]>([]);
  const run = useRunText();
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
  const datasetName = dataset === undefined ? null : (nodes?.[0]?.dataset?.name ?? null);
  const isEmpty = nodes?.length === 0 && !list.isStale;

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
          {mayWrite && (
            <Button onClick={() => setIsStarting(true)}>
              <Play size={16} aria-hidden />
              {run("run")}
            </Button>
          )}
          {nodes && nodes.length > 0 && (
            <Button
              look="primary"
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
          )}
        </>
      }
    >
      {dataset !== undefined && (
        <p>
          <Link to="/projects/$projectId/experiments" params={{ projectId }}>
            {t("allDatasets")}
          </Link>
        </p>
      )}
      {!(isEmpty && search === "") && (
        <SearchField
          label={t("search")}
          value={search}
          onChange={(text) =>
            void navigate({
              search: { ...(dataset !== undefined && { dataset }), ...(text !== "" && { search: text }) },
              replace: true,
            })
          }
        />
      )}
      <ListFrame
        list={list}
        empty={
          settled !== "" ? (
            <EmptyState drawing="search" title={t("nothingFound", { search: settled })} />
          ) : (
            <EmptyState title={dataset === undefined ? t("empty") : t("noneOfDataset")}>
              <p>{t("emptyHow")}</p>
              <Code text={firstExperiment} />
            </EmptyState>
          )
        }
      >
        {trends.length > 0 && <TrendList projectId={projectId} trends={trends} />}
        <p className={styles.muted}>{t("compareHint")}</p>
        <Table
          label={t("title")}
          isStacked
          columns={[
            { key: "selected", label: t("selected") },
            { key: "name", label: t("name") },
            { key: "dataset", label: t("dataset") },
            { key: "params", label: t("params") },
            { key: "items", label: t("items"), isNumber: true },
            { key: "scores", label: t("scores") },
            { key: "created", label: t("created") },
            ...(mayWrite ? [{ key: "actions", label: t("actions") }] : []),
          ]}
        >
          {nodes?.map((experiment) => (
            <tr key={experiment.id}>
              <td data-label={t("selected")}>
                <input
                  type="checkbox"
                  aria-label={t("select", { name: experiment.name })}
                  checked={selected.includes(experiment.id)}
                  onChange={() => toggle(experiment.id)}
                />
              </td>
              <td data-label={t("name")}>
                <Link
                  data-row="open"
                  to="/projects/$projectId/experiments/compare"
                  params={{ projectId }}
                  search={{ ids: experiment.id }}
                >
                  <VisibleText text={experiment.name} />
                </Link>
              </td>
              <td data-label={t("dataset")}>
                {experiment.dataset ? (
                  <Link
                    to="/projects/$projectId/datasets/$datasetId"
                    params={{ projectId, datasetId: experiment.dataset.id }}
                  >
                    <VisibleText text={experiment.dataset.name} />
                  </Link>
                ) : (
                  <span className={styles.muted}>{t("noDataset")}</span>
                )}
              </td>
              <td
                data-label={t("params")}
                className={styles.params}
                title={visibleString(jsonLine(experiment.params, 2_000))}
              >
                <VisibleText text={pairsLine(experiment.params, 200)} />
              </td>
              <td data-label={t("items")} data-number>
                {experiment.run && isUnfinished(experiment.run) ? (
                  <LiveProgress experiment={experiment} run={experiment.run} />
                ) : (
                  formats.number(experiment.itemCount)
                )}
              </td>
              <td data-label={t("scores")}>
                <span className={styles.scores}>
                  {experiment.scores.length === 0 && "–"}
                  {experiment.scores.map(({ name, average }) => (
                    <Badge key={name}>
                      <VisibleText text={name} /> {formats.number(average)}
                    </Badge>
                  ))}
                </span>
              </td>
              <td data-label={t("created")} data-time title={formats.dateTime(experiment.createdAt)}>
                {formats.relativeTime(experiment.createdAt)}
              </td>
              {mayWrite && (
                <td data-label={t("actions")}>
                  <IconButton
                    size="small"
                    label={t("removeExperiment", { name: experiment.name })}
                    onClick={() => setLeaving(experiment)}
                  >
                    <Trash2 size={14} />
                  </IconButton>
                </td>
              )}
            </tr>
          ))}
        </Table>
      </ListFrame>
      {isStarting && (
        <RunDialog
          start={dataset === undefined ? {} : { dataset: { id: dataset } }}
          onClose={() => setIsStarting(false)}
        />
      )}
      {leaving && (
        <RemoveExperiment
          experiment={leaving}
          onClose={() => setLeaving(null)}
          onRemoved={() => setSelected(selected.filter((id) => id !== leaving.id))}
        />
      )}
    </Page>
  );
}

/** Progress of a run in a row of the list. It is read again while the service runs it. */
function LiveProgress({ experiment: { id, name }, run }: { readonly experiment: Experiment; readonly run: Progress }) {
  const [progress] = useProgress([id]);
  return <RunProgress name={name} progress={progress ?? run} />;
}

/** Whether a run is in progress, or did not end without failures. */
function isUnfinished(run: Progress): boolean {
  return isActive(run) || run.state === "CANCELED" || run.failedCount + run.evaluationFailedCount > 0;
}

/** Sorts the selected experiments by creation time, because the first one becomes the baseline. */
function oldestFirst(selected: readonly string[], experiments: readonly Experiment[]): readonly string[] {
  const times = new Map(experiments.map(({ id, createdAt }) => [id, createdAt ?? ""]));
  return selected.toSorted((one, other) => (times.get(one) ?? "").localeCompare(times.get(other) ?? ""));
}
