import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useLive } from "../../api/use-live.ts";
import { usePermission } from "../../api/use-permission.ts";
import { connectionPage, usePages } from "../../api/use-pages.ts";
import { datasetList } from "../../generated/datasets.ts";
import { useFormats } from "../../messages/formats.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Code } from "../../ui/code.tsx";
import { ListFrame } from "../../ui/list-frame.tsx";
import { Page } from "../../ui/page.tsx";
import { EmptyState } from "../../ui/page-state.tsx";
import { RowAbout, Table } from "../../ui/table.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { useDebounced } from "../../ui/use-debounced.ts";
import { DatasetDialog } from "./dataset-dialog.tsx";
import { DatasetExperiments } from "./dataset-experiments.tsx";
import { useDatasetsText } from "./messages.ts";
import { VisibleText } from "../../ui/visible-text.tsx";
import { useNewHash } from "../../ui/use-new-hash.ts";

const firstDataset = `const dataset = await client.api.createDataset({ name: "capitals" });
await dataset.createItem({ input: { country: "France" }, expectedOutput: { city: "Paris" } });`;

export function DatasetsPage() {
  const t = useDatasetsText();
  useLive("DATASET");
  const formats = useFormats();
  const mayWrite = usePermission("write");
  const { projectId } = useParams({ from: "/projects/$projectId/datasets" });
  const { search = "" } = useSearch({ from: "/projects/$projectId/datasets" });
  const navigate = useNavigate({ from: "/projects/$projectId/datasets" });
  const settled = useDebounced(search);
  const [isAdding, setIsAdding] = useState(false);
  useNewHash(() => setIsAdding(true));
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
  const isEmpty = nodes?.length === 0 && !list.isStale;
  // If there are no datasets, the empty state contains the button to add one. The page header then has no such button.
  const isUnused = isEmpty && settled === "";
  const addButton = mayWrite && (
    <Button look="primary" onClick={() => setIsAdding(true)}>
      <Plus size={16} aria-hidden />
      {t("add")}
    </Button>
  );

  return (
    <Page title={t("title")} note={nodes && formats.number(totalCount)} actions={!isUnused && addButton}>
      {!(isEmpty && search === "") && (
        <SearchField
          label={t("search")}
          value={search}
          onChange={(text) => void navigate({ search: text === "" ? {} : { search: text }, replace: true })}
        />
      )}
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
            { key: "name", label: t("name") },
            { key: "items", label: t("items"), isNumber: true },
            { key: "experiments", label: t("experiments"), isNumber: true },
            { key: "newest", label: t("newestExperiment") },
            { key: "lastRun", label: t("lastRun") },
            { key: "type", label: t("type") },
            { key: "created", label: t("created") },
          ]}
        >
          {nodes?.map((dataset) => (
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
              <DatasetExperiments datasetId={dataset.id} />
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
      {isAdding && (
        <DatasetDialog
          dataset={null}
          onClose={() => setIsAdding(false)}
          onCreated={(datasetId) =>
            void navigate({ to: "/projects/$projectId/datasets/$datasetId", params: { projectId, datasetId } })
          }
        />
      )}
    </Page>
  );
}
