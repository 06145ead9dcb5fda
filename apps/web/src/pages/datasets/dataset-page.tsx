import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { Download, FlaskConical, Play, Plus, Upload } from "lucide-react";
import { useRef, useState } from "react";
import { useLive } from "../../api/use-live.ts";
import { useWholeList } from "../../api/use-pages.ts";
import { usePermission } from "../../api/use-permission.ts";
import { useOperation } from "../../api/use-request.ts";
import { datasetHead, datasetItemIds, datasetItems, removeDataset } from "../../generated/datasets.ts";
import { saveBlob, saveFile } from "../../csv/save-file.ts";
import { useFormats } from "../../messages/formats.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { RemoveDialog } from "../remove-dialog.tsx";
import { DialogError } from "../../ui/dialog-parts.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { MoreMenu } from "../../ui/more-menu.tsx";
import { onDemand } from "../../ui/on-demand.tsx";
import { Page } from "../../ui/page.tsx";
import { MissingRecord } from "../../ui/missing-record.tsx";
import { ErrorState, InlineError, LoadingState } from "../../ui/page-state.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { useDebounced } from "../../ui/use-debounced.ts";
import { useRunText } from "../experiments/run/messages.ts";
import { BulkBar } from "./bulk-bar.tsx";
import { ChangesDialog } from "./changes-dialog.tsx";
import { DatasetDialog } from "./dataset-dialog.tsx";
import { type DatasetSearch, readDatasetSearch } from "./dataset-search.ts";
import styles from "./datasets-page.module.css";
import { DivideDialog } from "./divide-dialog.tsx";
import { DuplicatesDialog } from "./duplicates-dialog.tsx";
import { itemsAsCsv, itemsAsJsonl, itemsAsParquet } from "@threadline/schema/dataset-files";
import { ImportDialog } from "./import-dialog.tsx";
import { ItemDialog } from "./item-dialog.tsx";
import { isItemSort, sortItems } from "./item-order.ts";
import { ItemPanel } from "./item-panel.tsx";
import { ItemTable } from "./item-table.tsx";
import { useDatasetsText } from "./messages.ts";
import { NewestScores } from "./newest-scores.tsx";
import { SchemaDialog } from "./schema-dialog.tsx";
import { SelectionBar } from "./selection-bar.tsx";
import { type ItemSelection, useAllItems, useDatasetItems } from "./use-dataset-items.ts";
import { useItemNumbers } from "./use-item-numbers.ts";
import { useItemSelection } from "./use-item-selection.ts";
import { useItemScores } from "./use-item-scores.ts";
import { useNewestExperiment } from "./use-newest-experiment.ts";
import { useVersions } from "./use-versions.ts";
import { VisibleText } from "../../ui/visible-text.tsx";

const RunDialog = onDemand(async () => (await import("../experiments/run/run-dialog.tsx")).RunDialog);

/**
 * Maximum number of items that are loaded to sort them after an import, or to show the item of a link in the list.
 */
const maxSorted = 2_000;

export function DatasetPage() {
  const t = useDatasetsText();
  const formats = useFormats();
  const run = useRunText();
  useLive("DATASET");
  const mayWrite = usePermission("write");
  const { projectId, datasetId } = useParams({ from: "/projects/$projectId/datasets/$datasetId" });
  const {
    item: openItem,
    sort: wantedSort,
    ...selection
  } = useSearch({ from: "/projects/$projectId/datasets/$datasetId" });
  const navigate = useNavigate({ from: "/projects/$projectId/datasets/$datasetId" });
  const { data, error, refetch } = useOperation(datasetHead, { id: datasetId });
  const typed = (selection.search ?? "").trim();
  const settled = useDebounced(typed);
  const shown = { ...selection, search: settled === "" ? undefined : settled };
  const { totalCount: experimentCount, newest, experiments } = useNewestExperiment(datasetId);
  const itemScores = useItemScores(experiments);
  const list = useDatasetItems(datasetId, shown, typed !== settled);
  const versions = useVersions(datasetId);
  const exported = useExport(datasetId, shown);
  const [dialog, setDialog] = useState<
    "rename" | "remove" | "run" | "import" | "schema" | "divide" | "duplicates" | "changes" | null
  >(null);
  const close = (): void => setDialog(null);
  const show = (search: DatasetSearch): void => void navigate({ search });
  const shownSort = wantedSort === undefined ? {} : { sort: wantedSort };
  const open = (item: string): void => show({ ...selection, ...shownSort, item });
  const closeItem = (): void => show({ ...selection, ...shownSort });
  // The scores of the sort key may still be loading, or their experiment is no longer shown.
  const sort = isItemSort(wantedSort, itemScores.scored) ? wantedSort : undefined;
  const itemCount = data?.dataset?.itemCount ?? 0;
  const isBeyond = openItem !== undefined && openItem !== "new" && !list.nodes?.some(({ id }) => id === openItem);
  // The service does not sort items, so sorting needs all of them. So does a link to an item beyond the first page.
  useWholeList(list, sort !== undefined || (isBeyond && itemCount <= maxSorted));
  const table = useRef<HTMLDivElement>(null);
  const numbers = useItemNumbers(datasetId, shown, itemCount);
  const rows = sortItems(list.nodes ?? [], sort, itemScores.scored, numbers);
  const selected = useItemSelection(JSON.stringify([datasetId, shown]));
  const readIds = useAllItems(datasetItemIds, datasetId, shown);
  if (error && !data) return <ErrorState isPage error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState shape="page" />;
  const { dataset } = data;
  if (!dataset) {
    return (
      <MissingRecord title={t("missing")}>
        <Link to="/projects/$projectId/datasets" params={{ projectId }}>
          {t("title")}
        </Link>
      </MissingRecord>
    );
  }
  const isPast = selection.version !== undefined && selection.version < dataset.version;
  const mayEdit = mayWrite && !isPast;
  const at = rows.findIndex(({ item }) => item.id === openItem);
  const itemAt = (index: number): (() => void) | null => {
    const id = rows[index]?.item.id;
    return at === -1 || id === undefined ? null : () => open(id);
  };
  const splits = dataset.splits.map(({ name }) => name);
  const itemTitle = t("itemTitle", { number: rows[at]?.number ?? "" }).trim();

  return (
    <Page
      isFilled
      title={dataset.name}
      note={
        numbers && numbers.size > 0 && !list.isStale
          ? t("itemsFound", { count: numbers.size, found: list.totalCount })
          : t("items", { count: list.nodes && !list.isStale ? list.totalCount : dataset.itemCount })
      }
      back={
        <Link to="/projects/$projectId/datasets" params={{ projectId }}>
          {t("title")}
        </Link>
      }
      panel={
        openItem !== undefined && openItem !== "new" ? (
          <ItemPanel
            datasetId={datasetId}
            version={isPast ? selection.version : undefined}
            splits={splits}
            itemId={openItem}
            title={itemTitle}
            mayEdit={mayEdit}
            experiments={experiments}
            onPrevious={itemAt(at - 1)}
            onNext={itemAt(at + 1)}
            onClose={closeItem}
          />
        ) : null
      }
      actions={
        <>
          {mayEdit && (
            <>
              <Button look="primary" onClick={() => open("new")}>
                <Plus size={16} aria-hidden />
                {t("addItem")}
              </Button>
              <Button onClick={() => setDialog("import")}>
                <Upload size={16} aria-hidden />
                {t("import")}
              </Button>
            </>
          )}
          {mayWrite && (
            <Button onClick={() => setDialog("run")}>
              <Play size={16} aria-hidden />
              {run("run")}
            </Button>
          )}
          <Link
            className={buttonClass({})}
            to="/projects/$projectId/experiments"
            params={{ projectId }}
            search={{ dataset: dataset.id }}
          >
            <FlaskConical size={16} aria-hidden />
            {t("experiments")}
            {experimentCount ? ` ${formats.number(experimentCount)}` : ""}
          </Link>
          <Menu
            trigger={
              <Button disabled={exported.isBusy || dataset.itemCount === 0}>
                <Download size={16} aria-hidden />
                {exported.isBusy ? t("exporting") : t("export")}
              </Button>
            }
          >
            <MenuItem onSelect={() => void exported.save(dataset.name, "csv")}>{t("exportCsv")}</MenuItem>
            <MenuItem onSelect={() => void exported.save(dataset.name, "jsonl")}>{t("exportJsonl")}</MenuItem>
            <MenuItem onSelect={() => void exported.save(dataset.name, "parquet")}>{t("exportParquet")}</MenuItem>
          </Menu>
          <MoreMenu>
            {mayWrite && <MenuItem onSelect={() => setDialog("rename")}>{t("rename")}</MenuItem>}
            {(mayWrite || dataset.itemSchema !== null) && (
              <MenuItem onSelect={() => setDialog("schema")}>{t("schema")}</MenuItem>
            )}
            {mayWrite && dataset.itemCount > 0 && (
              <MenuItem onSelect={() => setDialog("divide")}>{t("divideItems")}</MenuItem>
            )}
            <MenuItem onSelect={() => setDialog("duplicates")}>{t("findDuplicates")}</MenuItem>
            {mayWrite && (
              <MenuItem isDanger onSelect={() => setDialog("remove")}>
                {t("remove")}
              </MenuItem>
            )}
          </MoreMenu>
        </>
      }
    >
      {dataset.description && (
        <p className={styles.muted}>
          <VisibleText text={dataset.description} />
        </p>
      )}
      {newest && (
        <Facts
          facts={[
            { label: t("newestExperiment"), value: <NewestScores newest={newest} /> },
            { label: t("lastRun"), value: formats.relativeTime(newest.createdAt) },
          ]}
        />
      )}
      <DialogError error={exported.error} />
      <div className={styles.bar}>
        {(dataset.itemCount > 0 || typed !== "") && (
          <SearchField
            label={t("searchItems")}
            value={selection.search ?? ""}
            onChange={(text) =>
              void navigate({ search: searchOf({ ...selection, ...shownSort, search: text }), replace: true })
            }
          />
        )}
        <SelectionBar
          latest={dataset.version}
          versions={versions}
          splits={dataset.splits}
          selection={selection}
          onSelect={(part) => show(searchOf({ ...part, ...shownSort, search: selection.search }))}
          onChanges={() => setDialog("changes")}
        />
      </div>
      {itemScores.error && <InlineError error={itemScores.error} onRetry={itemScores.refetch} />}
      {mayEdit && (
        <BulkBar
          selection={selected}
          splits={splits}
          totalCount={list.totalCount}
          table={table}
          onSelectAll={async () => selected.select((await readIds()).map(({ id }) => id))}
        />
      )}
      <ItemTable
        dataset={dataset}
        isSelection={selection.split !== undefined || isPast}
        search={settled}
        openId={openItem}
        experiments={itemScores.scored}
        list={list}
        rows={rows}
        sort={sort}
        selection={mayEdit ? selected : null}
        frame={table}
        onSort={(next) =>
          void navigate({ search: (current) => readDatasetSearch({ ...current, sort: next }), replace: true })
        }
        onOpen={open}
      />
      {openItem === "new" && mayEdit && (
        <ItemDialog
          datasetId={datasetId}
          splits={splits}
          item={null}
          title={t("addItemTitle")}
          onClose={closeItem}
          onRemoved={closeItem}
        />
      )}
      {dialog === "run" && (
        <RunDialog
          start={{ dataset: { id: datasetId, version: selection.version, split: selection.split } }}
          onClose={close}
        />
      )}
      {dialog === "rename" && <DatasetDialog dataset={dataset} onClose={close} />}
      {dialog === "import" && (
        <ImportDialog
          datasetId={datasetId}
          items={list.nodes}
          itemCount={dataset.itemCount}
          onClose={close}
          // Sorts by descending number, so that the new items come first.
          onImported={(added) =>
            dataset.itemCount > 0 && dataset.itemCount + added <= maxSorted && show({ sort: "-number" })
          }
        />
      )}
      {dialog === "schema" && (
        <SchemaDialog datasetId={datasetId} itemSchema={dataset.itemSchema} isReadOnly={!mayWrite} onClose={close} />
      )}
      {dialog === "divide" && <DivideDialog datasetId={datasetId} itemCount={dataset.itemCount} onClose={close} />}
      {dialog === "duplicates" && <DuplicatesDialog datasetId={datasetId} onClose={close} />}
      {dialog === "changes" && (
        <ChangesDialog
          datasetId={datasetId}
          versions={versions}
          shown={selection.version ?? dataset.version}
          onClose={close}
        />
      )}
      <RemoveDialog
        id={dialog === "remove" ? datasetId : null}
        operation={removeDataset}
        title={t("removeTitle", { name: dataset.name })}
        action={t("remove")}
        isLeaving
        onClose={close}
        onRemoved={() => void navigate({ to: "/projects/$projectId/datasets", params: { projectId } })}
      >
        {t("removeAbout")}
      </RemoveDialog>
    </Page>
  );
}

function searchOf({ version, split, search, sort }: ItemSelection & Pick<DatasetSearch, "sort">): DatasetSearch {
  return {
    ...(version !== undefined && { version }),
    ...(split !== undefined && { split }),
    ...(search !== undefined && search !== "" && { search }),
    ...(sort !== undefined && { sort }),
  };
}

function useExport(datasetId: string, selection: ItemSelection) {
  const readAll = useAllItems(datasetItems, datasetId, selection);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const save = async (name: string, form: "csv" | "jsonl" | "parquet"): Promise<void> => {
    setIsBusy(true);
    setError(null);
    try {
      const items = await readAll();
      if (form === "parquet") saveBlob(`${name}.parquet`, new Blob([await itemsAsParquet(items)]));
      else if (form === "csv") saveFile(`${name}.csv`, itemsAsCsv(items), "text/csv");
      else saveFile(`${name}.jsonl`, itemsAsJsonl(items), "application/x-ndjson");
    } catch (failure) {
      setError(failure instanceof Error ? failure : new Error(String(failure)));
    } finally {
      setIsBusy(false);
    }
  };
  return { isBusy, error, save };
}
