import {
  checkFile,
  type ColumnUse,
  columnUses as uses,
  type ColumnUses,
  type FileCheck,
  type FileOverview,
  guessUses,
  hasInput,
  inRequests,
  type KnownFields,
  lineProblems,
  ParquetError,
  type NewItem,
  readItems,
  scanFile,
  toItem,
} from "@threadline/schema/dataset-files";
import { useEffect, useRef, useState } from "react";
import { useProjectId } from "../../api/project-id.ts";
import { RequestError } from "../../api/request-error.ts";
import { request } from "../../api/request.ts";
import { useChange } from "../../api/use-request.ts";
import { addDataset, addDatasetItems, datasetHead, removeDataset } from "../../generated/datasets.ts";
import { isJsonObject, jsonLine } from "../../json/json-text.ts";
import { useFormats } from "../../messages/formats.ts";
import { Button } from "../../ui/button.tsx";
import { DialogActions, DialogError, Form } from "../../ui/dialog-parts.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { SelectField, TextField } from "../../ui/field.tsx";
import { FileField } from "../../ui/file-field.tsx";
import { useUiText } from "../../ui/messages.ts";
import { Table } from "../../ui/table.tsx";
import { useToast } from "../../ui/toasts.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import styles from "./datasets-page.module.css";
import { useDatasetsText } from "./messages.ts";
import type { ListedItem } from "./use-dataset-items.ts";

const maxFile = 2_000_000_000;
const useTexts = {
  ignore: "ignore",
  "input.key": "inputKey",
  input: "inputWhole",
  "expectedOutput.key": "expectedKey",
  expectedOutput: "expectedWhole",
  "metadata.key": "metadataKey",
  splits: "splits",
  id: "itemId",
  createdAt: "created",
  stepId: "sourceStep",
} as const satisfies Record<ColumnUse, string>;

type PresentItem = Pick<ListedItem, keyof KnownFields>;

interface Chosen extends FileOverview {
  readonly file: File;
}

/**
 * Imports items from a file into a dataset or a new one. Shows the guessed target of each column; the user can change
 * it before the import.
 */
export function ImportDialog({
  datasetId,
  items: present = [],
  itemCount = 0,
  onClose,
  onCreated,
  onImported,
}: {
  /** Null for a new dataset, which is created when the import starts. */
  readonly datasetId: string | null;
  /** Items of the dataset. A column that is named like one of their fields becomes this field. */
  readonly items?: readonly PresentItem[] | undefined;
  /** Number of items of the dataset. Default: 0. */
  readonly itemCount?: number | undefined;
  readonly onClose: () => void;
  /** Called with the number of new items when an import into an existing dataset has added some. */
  readonly onImported?: ((added: number) => void) | undefined;
  /** Called with the id of a new dataset when its import has ended. */
  readonly onCreated?: ((datasetId: string) => void) | undefined;
}) {
  const t = useDatasetsText();
  const ui = useUiText();
  const formats = useFormats();
  const toast = useToast();
  const projectId = useProjectId();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [columnUses, setColumnUses] = useState<ColumnUses>({});
  const [replaces, setReplaces] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [check, setCheck] = useState<FileCheck | null>(null);
  const [work, setWork] = useState<"reading" | "importing" | null>(null);
  const [done, setDone] = useState<number | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const add = useChange(addDatasetItems);
  const create = useChange(addDataset);
  const remove = useChange(removeDataset);
  const isNew = datasetId === null;
  const [name, setName] = useState<string | null>(null);
  const [createdId, setCreatedId] = useState<string | null>(null);
  const fileName = chosen?.file.name ?? null;
  const newName = (name ?? withoutExtension(fileName ?? "")).trim();
  const mapping = { columns: chosen?.columns ?? [], uses: columnUses, isJson: chosen?.isJson ?? false };
  const isUsable = chosen !== null && hasInput(columnUses) && (!isNew || newName !== "");
  const hasIds = Object.values(columnUses).includes("id");
  /** Number of items before the import stored its first item. */
  const countBefore = useRef(itemCount);
  const latest = useRef<object | null>(null);
  useEffect(() => {
    return () => {
      latest.current = null;
    };
  }, []);
  const isFixed = done !== null || work === "importing";

  /**
   * Runs a task, and shows its error. `isLatest` returns false if another task has started or the dialog is closed: the
   * task then ends without effect.
   */
  const run = async (kind: typeof work, task: (isLatest: () => boolean) => Promise<void>): Promise<void> => {
    const own = {};
    latest.current = own;
    const isLatest = (): boolean => latest.current === own;
    setProblem(null);
    setWork(kind);
    try {
      await task(isLatest);
    } catch (error) {
      // The error of a failed request is already shown, by `refused`, `add.error` or `create.error`. Other errors come
      // from reading the file, for example because the file has changed on the disk.
      if (isLatest() && !(error instanceof RequestError)) setProblem(problemOf(error, t));
    } finally {
      if (isLatest()) setWork(null);
    }
  };
  const choose = (file: File | undefined): void => {
    setChosen(null);
    setCheck(null);
    void run("reading", async (isLatest) => {
      if (!file) return;
      if (file.size > maxFile) throw new Error(t("tooLarge"));
      const overview = await scanFile(file);
      if (!isLatest()) return;
      if (overview.rowCount === 0) throw new Error(t("noRows"));
      const guessed = guessUses(overview.columns, fieldsOf(present));
      setChosen({ ...overview, file });
      setColumnUses(guessed);
      const checked = await checkFile(file, { ...overview, uses: guessed }, t("rowWithoutInput"));
      if (isLatest()) setCheck(checked);
    });
  };
  const use = (column: string, target: string): void => {
    const changed = { ...columnUses, [column]: uses.find((each) => each === target) ?? "ignore" };
    setColumnUses(changed);
    setCheck(null);
    void run("reading", async (isLatest) => {
      if (!chosen || !hasInput(changed)) return;
      const checked = await checkFile(chosen.file, { ...chosen, uses: changed }, t("rowWithoutInput"));
      if (isLatest()) setCheck(checked);
    });
  };
  const store = async ({ file }: Chosen, isLatest: () => boolean): Promise<void> => {
    // A retry after a failure skips the items that the failed import has already stored.
    const before = done ?? 0;
    if (before === 0) countBefore.current = itemCount;
    let read = 0;
    let stored = before;
    const targetId = datasetId ?? createdId ?? (await createDataset());
    try {
      for await (const { items: batch } of readItems(file, mapping, t("rowWithoutInput"))) {
        const rest = batch.slice(Math.max(before - read, 0));
        read += batch.length;
        for (const part of inRequests(rest)) {
          if (!isLatest()) return;
          const items = part.map(({ item }) => item);
          await add.mutateAsync({ datasetId: targetId, items, replace: replaces && hasIds }).catch((error: unknown) => {
            setRefused(
              rowError(
                error,
                part.map(({ number }) => number),
                t,
              ),
            );
            throw error;
          });
          stored += part.length;
          setDone(stored);
        }
      }
    } finally {
      // Deletes an empty new dataset, so that the user can change the name or the file, or give up.
      if (isNew && stored === 0) {
        await remove.mutateAsync({ id: targetId });
        setCreatedId(null);
      }
    }
    const added = hasIds ? await countAdded(targetId, stored) : stored;
    if (!isLatest()) return;
    const rest = formats.number(stored - added);
    const text =
      added === stored
        ? t("importedToast", { count: added })
        : t(replaces ? "addedAndReplaced" : "addedAndUnchanged", { count: added, rest });
    toast({ text });
    onClose();
    if (isNew) onCreated?.(targetId);
    else if (added > 0) onImported?.(added);
  };
  /** Number of new items among `stored` ones. The others have ids of items that were in the dataset already. */
  const countAdded = async (id: string, stored: number): Promise<number> => {
    // All items are stored, so the import has succeeded even if this request fails.
    const head = await request({ projectId, operation: datasetHead, variables: { id } }).catch(() => null);
    if (!head?.dataset) return stored;
    return Math.min(Math.max(head.dataset.itemCount - countBefore.current, 0), stored);
  };
  const createDataset = async (): Promise<string> => {
    const { createDataset: created } = await create.mutateAsync({ name: newName });
    if (!created) throw new Error(t("missing"));
    setCreatedId(created.id);
    return created.id;
  };

  const count = (check?.itemCount ?? 0) - (done ?? 0);
  return (
    <Dialog title={t(isNew ? "fromFileTitle" : "importTitle")} isOpen isWide onClose={onClose}>
      <Form
        onSubmit={() => {
          if (!chosen) return;
          setRefused(null);
          void run("importing", (isLatest) => store(chosen, isLatest));
        }}
      >
        <FileField
          label={t("file")}
          hint={t("importHint")}
          accept=".csv,.jsonl,.ndjson,.json,.parquet,text/csv,application/x-ndjson,application/vnd.apache.parquet"
          fileName={fileName}
          error={problem}
          isDisabled={isFixed}
          onChange={choose}
        />
        {isNew && chosen && (
          <TextField
            label={t("name")}
            value={name ?? newName}
            disabled={isFixed}
            onChange={({ target }) => setName(target.value)}
          />
        )}
        {work === "reading" && <p role="status">{t("reading")}</p>}
        {chosen && (
          <>
            <p className={styles.muted}>{t("rows", { count: chosen.rowCount })}</p>
            <div className={styles.mapping}>
              {chosen.columns.map((column) => (
                <SelectField
                  key={column}
                  label={t("columnOf", { column })}
                  value={columnUses[column] ?? "ignore"}
                  disabled={isFixed}
                  onChange={(target) => use(column, target)}
                  options={uses.map((each) => ({ value: each, label: t(useTexts[each], { column }) }))}
                />
              ))}
            </div>
            {hasInput(columnUses) ? (
              <Preview items={chosen.sample.map(({ values }) => toItem(values, mapping))} />
            ) : (
              <p role="alert">{t("noInput")}</p>
            )}
            {check && check.problemCount > 0 && <Problems check={check} />}
            {hasIds && (
              <label>
                <input
                  type="checkbox"
                  checked={replaces}
                  disabled={isFixed}
                  onChange={({ target }) => setReplaces(target.checked)}
                />{" "}
                {t("replaceItems")} <span className={styles.muted}>{t("replaceHint")}</span>
              </label>
            )}
          </>
        )}
        {done !== null && (
          <p role="status">
            {t("imported", { done: formats.number(done), total: formats.number(check?.itemCount ?? 0) })}
          </p>
        )}
        {refused === null ? (
          <DialogError error={create.error ?? add.error} />
        ) : (
          <p className={styles.problem} role="alert">
            <VisibleText text={refused} />
          </p>
        )}
        <DialogActions>
          <Button onClick={onClose}>{ui("cancel")}</Button>
          <Button type="submit" look="primary" disabled={!isUsable || count <= 0 || work !== null}>
            {t(isNew ? (count > 0 ? "createWithItems" : "createDataset") : count > 0 ? "importItems" : "import", {
              count,
            })}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

function problemOf(error: unknown, t: ReturnType<typeof useDatasetsText>): string {
  if (!(error instanceof ParquetError)) return messageOf(error);
  const { compression } = error;
  return compression === null ? t("badParquet") : t("parquetCompression", { compression });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * Replaces the item index in an error of the service with the row number in the imported file. Null if the error is not
 * about an item.
 */
function rowError(error: unknown, numbers: readonly number[], t: ReturnType<typeof useDatasetsText>): string | null {
  const [, index, message] = /^items\[(\d+)\]\.(.*)$/s.exec(messageOf(error)) ?? [];
  const number = numbers[Number(index)];
  return message === undefined || number === undefined ? null : t("badRow", { number, problem: message });
}

/** Texts for the messages of invalid lines and rows. */
const problemTexts = new Map<string, (t: ReturnType<typeof useDatasetsText>) => string>([
  [lineProblems.notJson, (t) => t("lineNotJson")],
  [lineProblems.notObject, (t) => t("lineNotObject")],
  [lineProblems.openQuote, (t) => t("openQuote")],
  [lineProblems.badQuote, (t) => t("badQuote")],
]);

function textOfProblem(message: string, t: ReturnType<typeof useDatasetsText>): string {
  const [, cells, columns] = /^(\d+) cells, but only (\d+) columns$/.exec(message) ?? [];
  if (cells !== undefined && columns !== undefined) return t("tooManyCells", { cells, columns });
  return problemTexts.get(message)?.(t) ?? message;
}

function Problems({ check: { problems, problemCount, itemCount } }: { readonly check: FileCheck }) {
  const t = useDatasetsText();
  return (
    <section className={styles.notice} role="alert">
      <p>{itemCount === 0 ? t("noUsableRows") : t("badRows", { count: problemCount })}</p>
      <ul>
        {problems.slice(0, 10).map(({ number, message }) => (
          <li key={number}>
            <VisibleText text={t("badRow", { number, problem: textOfProblem(message, t) })} />
          </li>
        ))}
        {problemCount > 10 && <li>{t("moreProblems", { count: problemCount - 10 })}</li>}
      </ul>
    </section>
  );
}

function Preview({ items }: { readonly items: readonly (NewItem | "noInput")[] }) {
  const t = useDatasetsText();
  const shown = items.filter((item) => item !== "noInput");
  const hasSplits = shown.some(({ splits }) => splits !== undefined);
  return (
    <section>
      <h3>{t("preview")}</h3>
      <Table
        label={t("preview")}
        columns={[
          { key: "input", label: t("input") },
          { key: "expectedOutput", label: t("expectedOutput") },
          { key: "metadata", label: t("metadata") },
          ...(hasSplits ? [{ key: "splits", label: t("splits") }] : []),
        ]}
      >
        {shown.map((item, index) => (
          // The rows of a file have no ids, so the index is the key.
          <tr key={index}>
            <td>
              <VisibleText text={jsonLine(item.input, 120)} />
            </td>
            <td>
              <VisibleText text={jsonLine(item.expectedOutput, 120)} />
            </td>
            <td>
              <VisibleText text={jsonLine(item.metadata, 80)} />
            </td>
            {hasSplits && <td>{item.splits?.join(", ")}</td>}
          </tr>
        ))}
      </Table>
    </section>
  );
}

function fieldsOf(items: readonly PresentItem[]): KnownFields {
  const keysIn = (part: keyof KnownFields) =>
    new Set(items.flatMap((item) => (isJsonObject(item[part] ?? undefined) ? Object.keys(item[part] ?? {}) : [])));
  return { input: keysIn("input"), expectedOutput: keysIn("expectedOutput"), metadata: keysIn("metadata") };
}

function withoutExtension(fileName: string): string {
  const dot = fileName.lastIndexOf(".");
  return dot > 0 ? fileName.slice(0, dot) : fileName;
}
