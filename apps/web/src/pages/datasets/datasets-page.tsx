import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { Plus, Upload } from "lucide-react";
import { useState } from "react";
import { useEach } from "../../api/use-each.ts";
import { useLive } from "../../api/use-live.ts";
import { usePermission } from "../../api/use-permission.ts";
import { connectionPage, usePages, useWholeList } from "../../api/use-pages.ts";
import { datasetExperiments, datasetList } from "../../generated/datasets.ts";
import { useFormats } from "../../messages/formats.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Code } from "../../ui/code.tsx";
import { columnSort } from "../../ui/column-sort.ts";
import { ListFrame } from "../../ui/list-frame.tsx";
import { Page } from "../../ui/page.tsx";
import { EmptyState, InlineError } from "../../ui/page-state.tsx";
import { onDemand } from "../../ui/on-demand.tsx";
import { type ColumnSort, RowAbout, Table } from "../../ui/table.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { useDebounced } from "../../ui/use-debounced.ts";
import { DatasetDialog } from "./dataset-dialog.tsx";
import { DatasetExperiments } from "./dataset-experiments.tsx";
import { sortDatasets } from "./dataset-order.ts";
import { type DatasetsSearch, readDatasetsSearch } from "./dataset-search.ts";
import { useDatasetsText } from "./messages.ts";
import { VisibleText } from "../../ui/visible-text.tsx";
import { useNewHash } from "../../ui/use-new-hash.ts";
import { experimentsOf, newestOf } from "./use-newest-experiment.ts";

const ImportDialog = onDemand(async () => (await import("./import-dialog.tsx")).ImportDialog);

const firstDataset = `const dataset = await client.api.createDataset({ name: "capitals" });
await dataset.createItem({ input: { country: "France" }, expectedOutput: { city: "Paris" } });`;

export function DatasetsPage() {
  const t = useDatasetsText();
  useLive("DATASET");
  const formats = useFormats();
  const mayWrite = usePermission("write");
  const { projectId } = useParams({ from: "/projects/$projectId/datasets" });
  const { search = "", sort } = useSearch({ from: "/projects/$projectId/datasets" });
  const navigate = useNavigate({ from: "/projects/$projectId/datasets" });
  const settled = useDebounced(search);
  const [adding, setAdding] = useState<"dialog" | "file" | null>(null);
  useNewHash(() => setAdding("dialog"));
  const list = usePages({
    isTyping: search !== settled,
    operation: datasetList,
    variables: (after) => ({
      after,
      filters: settled === "" ? [] : [{ field: "name", operator: "ilike" as const, value: settled }],
    }),
    read: ({ datasets }) => connectionPage(datasets),
  });
  const { nodes, totalCount } = list;
  const experiments = useEach(
    datasetExperiments,
    (nodes ?? []).map(({ id }) => experimentsOf(id)),
  );
  const rows = (nodes ?? []).map((dataset, index) => ({
    dataset,
    experiments: newestOf(dataset.id, experiments.data[index]),
  }));
  const show = (part: DatasetsSearch): void =>
    void navigate({ search: (current) => readDatasetsSearch({ ...current, ...part }), replace: true });
  const sortBy = (key: string, isHighestFirst = true): ColumnSort =>
    columnSort({ key, sort, isHighestFirst, onSort: (next) => show({ sort: next }) });
  // The service does not sort by all columns, so sorting needs all datasets.
  useWholeList(list, sort !== undefined);
  const isEmpty = nodes?.length === 0 && !list.isStale;
  // If there are no datasets, the empty state contains the button to add one. The page header then has no such button.
  const isUnused = isEmpty && settled === "";
  const addButton = mayWrite && (
    <>
      <Button onClick={() => setAdding("file")}>
        <Upload size={16} aria-hidden />
        {t("fromFile")}
      </Button>{" "}
      <Button look="primary" onClick={() => setAdding("dialog")}>
        <Plus size={16} aria-hidden />
        {t("add")}
      </Button>
    </>
  );
  const open = (datasetId: string): void =>
    void navigate({ to: "/projects/$projectId/datasets/$datasetId", params: { projectId, datasetId } });

  return (
    <Page title={t("title")} note={nodes && formats.number(totalCount)} actions={!isUnused && addButton}>
      {!(isEmpty && search === "") && (
        <SearchField label={t("search")} value={search} onChange={(text) => show({ search: text })} />
      )}
      {experiments.error && <InlineError error={experiments.error} onRetry={experiments.refetch} />}
      <ListFrame
        list={list}
        empty={
          settled === "" ? (
            <EmptyState title={t("empty")}>
              {addButton && <p>{addButton}</p>}
              <p>{t("emptyHow")}</p>
              <Code text={firstDataset} />
            </EmptyState>
          ) : (
            <EmptyState drawing="search" title={t("nothingFound", { search: settled })} />
          )
        }
      >
        <Table
          label={t("title")}
          isStacked
          columns={[
            { key: "name", label: t("name"), sort: sortBy("name", false) },
            { key: "items", label: t("items"), isNumber: true, sort: sortBy("items") },
            { key: "experiments", label: t("experiments"), isNumber: true, sort: sortBy("experiments") },
            { key: "newest", label: t("newestExperiment") },
            { key: "lastRun", label: t("lastRun"), sort: sortBy("lastRun") },
            { key: "type", label: t("type"), sort: sortBy("type", false) },
            { key: "created", label: t("created"), sort: sortBy("created") },
          ]}
        >
          {sortDatasets(rows, sort).map(({ dataset, experiments: found }) => (
            <tr key={dataset.id}>
              <td data-label={t("name")}>
                <Link
                  data-row="open"
                  to="/projects/$projectId/datasets/$datasetId"
                  params={{ projectId, datasetId: dataset.id }}
                >
                  <VisibleText text={dataset.name} />
                </Link>
                <RowAbout text={dataset.description} />
              </td>
              <td data-label={t("items")} data-number>
                {formats.number(dataset.itemCount)}
              </td>
              <DatasetExperiments datasetId={dataset.id} experiments={found} />
              <td data-short data-label={t("type")}>
                <Badge>{t(dataset.type)}</Badge>
              </td>
              <td data-label={t("created")} data-time title={formats.dateTime(dataset.createdAt)}>
                {formats.relativeTime(dataset.createdAt)}
              </td>
            </tr>
          ))}
        </Table>
      </ListFrame>
      {adding === "dialog" && <DatasetDialog dataset={null} onClose={() => setAdding(null)} onCreated={open} />}
      {adding === "file" && <ImportDialog datasetId={null} onClose={() => setAdding(null)} onCreated={open} />}
    </Page>
  );
}
