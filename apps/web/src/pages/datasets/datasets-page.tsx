import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useLive } from "../../api/use-live.ts";
import { useMay } from "../../api/use-may.ts";
import { connectionPage, usePages } from "../../api/use-pages.ts";
import { datasetList } from "../../generated/datasets.ts";
import { useFormats } from "../../messages/formats.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Code } from "../../ui/code.tsx";
import { Page } from "../../ui/page.tsx";
import { EmptyState, ErrorState, LoadingState } from "../../ui/page-state.tsx";
import { RowAbout, Table, TableFoot } from "../../ui/table.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { useSettled } from "../../ui/use-settled.ts";
import { DatasetDialog } from "./dataset-dialog.tsx";
import { useDatasetsText } from "./messages.ts";
import { VisibleText } from "../../ui/visible-text.tsx";

const firstDataset = `const dataset = await client.api.createDataset({ name: "capitals" });
await dataset.createItem({ input: { country: "France" }, expectedOutput: { city: "Paris" } });`;

/** The datasets of the project. */
export function DatasetsPage() {
  const t = useDatasetsText();
  useLive("DATASET");
  const formats = useFormats();
  const mayWrite = useMay("write");
  const { projectId } = useParams({ from: "/projects/$projectId/datasets" });
  const { search = "" } = useSearch({ from: "/projects/$projectId/datasets" });
  const navigate = useNavigate({ from: "/projects/$projectId/datasets" });
  const settled = useSettled(search);
  const [isAdding, setIsAdding] = useState(false);
  const { nodes, totalCount, error, retry, ...more } = usePages({
    operation: datasetList,
    variables: (after) => ({
      after,
      filters: settled === "" ? [] : [{ field: "name", operator: "ilike" as const, value: settled }],
    }),
    read: ({ datasets }) => connectionPage(datasets),
  });
  const isEmpty = nodes?.length === 0;

  return (
    <Page
      title={t("title")}
      note={nodes && formats.number(totalCount)}
      actions={
        mayWrite && (
          <Button look="primary" onClick={() => setIsAdding(true)}>
            <Plus size={16} aria-hidden />
            {t("add")}
          </Button>
        )
      }
    >
      {!(isEmpty && search === "") && (
        <SearchField
          label={t("search")}
          value={search}
          onChange={(text) => void navigate({ search: text === "" ? {} : { search: text }, replace: true })}
        />
      )}
      {error && !nodes && <ErrorState error={error} onRetry={retry} />}
      {!error && !nodes && <LoadingState />}
      {isEmpty && settled === "" && (
        <EmptyState title={t("empty")}>
          <p>{t("emptyHow")}</p>
          <Code text={firstDataset} />
        </EmptyState>
      )}
      {isEmpty && settled !== "" && <EmptyState title={t("nothingFound", { search: settled })} />}
      {nodes && !isEmpty && (
        <Table
          label={t("title")}
          columns={[
            { key: "name", label: t("name") },
            { key: "items", label: t("items"), isNumber: true },
            { key: "type", label: t("type") },
            { key: "created", label: t("created") },
          ]}
        >
          {nodes.map((dataset) => (
            <tr key={dataset.id}>
              <td>
                <Link
                  data-row="open"
                  to="/projects/$projectId/datasets/$datasetId"
                  params={{ projectId, datasetId: dataset.id }}
                >
                  <VisibleText text={dataset.name} />
                </Link>
                <RowAbout text={dataset.description} />
              </td>
              <td data-number>{formats.number(dataset.itemCount)}</td>
              <td>
                <Badge>{t(dataset.type)}</Badge>
              </td>
              <td data-time title={formats.dateTime(dataset.createdAt)}>
                {formats.relativeTime(dataset.createdAt)}
              </td>
            </tr>
          ))}
        </Table>
      )}
      <TableFoot hasMore={more.hasMore} isLoading={more.isLoadingMore} onMore={more.loadMore} />
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
