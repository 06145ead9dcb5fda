import { useState } from "react";
import { useChange } from "../../api/use-request.ts";
import { addDatasetItems } from "../../generated/datasets.ts";
import { jsonLine } from "../../json/json-text.ts";
import { Button } from "../../ui/button.tsx";
import { DialogActions, DialogError, Form } from "../../ui/dialog-parts.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { SelectField, TextField } from "../../ui/field.tsx";
import { useUiText } from "../../ui/messages.ts";
import { Table } from "../../ui/table.tsx";
import styles from "./datasets-page.module.css";
import {
  type ColumnUse,
  guessUses,
  hasInput,
  ImportProblem,
  type ImportTable,
  type NewItem,
  readCsv,
  readJsonl,
  toItems,
} from "./import-rows.ts";
import { inRequests } from "./in-requests.ts";
import { useDatasetsText } from "./messages.ts";
import { VisibleText } from "../../ui/visible-text.tsx";

const maxFile = 50_000_000;
const uses = ["ignore", "input.key", "input", "expectedOutput.key", "expectedOutput", "metadata.key"] as const;
const useTexts = {
  ignore: "ignore",
  "input.key": "inputKey",
  input: "inputWhole",
  "expectedOutput.key": "expectedKey",
  expectedOutput: "expectedWhole",
  "metadata.key": "metadataKey",
} as const;

/** Imports items from a file. Shows the guessed target of each column; the user can change it before the import. */
export function ImportDialog({ datasetId, onClose }: { readonly datasetId: string; readonly onClose: () => void }) {
  const t = useDatasetsText();
  const ui = useUiText();
  const [table, setTable] = useState<ImportTable | null>(null);
  const [columnUses, setColumnUses] = useState<readonly ColumnUse[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const [done, setDone] = useState<number | null>(null);
  const add = useChange(addDatasetItems);
  const items = table && hasInput(columnUses) ? toItems(table, columnUses) : [];

  const read = async (file: File | undefined): Promise<void> => {
    setTable(null);
    setProblem(null);
    if (!file) return;
    if (file.size > maxFile) return setProblem(t("tooLarge"));
    const text = await file.text();
    try {
      const isJsonl = /\.(jsonl|ndjson|json)$/i.test(file.name);
      const found = isJsonl ? readJsonl(text) : readCsv(text);
      if (found.rows.length === 0) return setProblem(t("noRows"));
      setTable(found);
      setColumnUses(guessUses(found.columns));
    } catch (error) {
      if (!(error instanceof ImportProblem)) throw error;
      setProblem(t("badLine", { line: error.line, problem: error.message }));
    }
  };
  const store = async (): Promise<void> => {
    let stored = done ?? 0;
    try {
      // After a failure, the items that were stored are not sent again.
      for (const batch of inRequests(items.slice(stored))) {
        await add.mutateAsync({ datasetId, items: batch });
        stored += batch.length;
        setDone(stored);
      }
      onClose();
    } catch {
      // The form shows `add.error`.
    }
  };

  return (
    <Dialog title={t("importTitle")} isOpen isWide onClose={onClose}>
      <Form onSubmit={() => void store()}>
        <TextField
          type="file"
          label={t("file")}
          hint={t("importHint")}
          accept=".csv,.jsonl,.ndjson,.json,text/csv,application/x-ndjson"
          error={problem}
          disabled={done !== null}
          onChange={({ target }) => void read(target.files?.[0])}
        />
        {table && (
          <>
            <p className={styles.muted}>{t("rows", { count: table.rows.length })}</p>
            <div className={styles.mapping}>
              {table.columns.map((column, index) => (
                <SelectField
                  key={`${index} ${column}`}
                  label={t("columnOf", { column })}
                  value={columnUses[index]}
                  disabled={done !== null}
                  onChange={(value) =>
                    setColumnUses(columnUses.with(index, uses.find((use) => use === value) ?? "ignore"))
                  }
                  options={uses.map((use) => ({ value: use, label: t(useTexts[use], { column }) }))}
                />
              ))}
            </div>
            {hasInput(columnUses) ? <Preview items={items.slice(0, 5)} /> : <p role="alert">{t("noInput")}</p>}
          </>
        )}
        {done !== null && <p role="status">{t("imported", { done, total: items.length })}</p>}
        <DialogError error={add.error} />
        <DialogActions>
          <Button onClick={onClose}>{ui("cancel")}</Button>
          <Button type="submit" look="primary" disabled={items.length === 0 || add.isPending}>
            {t("importItems", { count: items.length - (done ?? 0) })}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

function Preview({ items }: { readonly items: readonly NewItem[] }) {
  const t = useDatasetsText();
  return (
    <section>
      <h3>{t("preview")}</h3>
      <Table
        label={t("preview")}
        columns={[
          { key: "input", label: t("input") },
          { key: "expectedOutput", label: t("expectedOutput") },
          { key: "metadata", label: t("metadata") },
        ]}
      >
        {items.map((item, index) => (
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
          </tr>
        ))}
      </Table>
    </section>
  );
}
