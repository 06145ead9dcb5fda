import type { FormEvent } from "react";
import { useFormats } from "../../../messages/formats.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { SelectField } from "../../../ui/field.tsx";
import type { BulkTarget } from "../bulk/bulk-target.ts";
import styles from "../bulk/bulk.module.css";
import { useBulkText } from "../bulk/messages.ts";
import { ProgressLine } from "../bulk/progress-line.tsx";
import { useBulkRun } from "../bulk/use-bulk-run.ts";
import type { ColumnName } from "../columns.ts";
import { exportRecords } from "./export-records.ts";
import { exportFormats } from "./write-records.ts";

export function ExportDialog({
  target,
  columns,
  onClose,
}: {
  /** Records to export. `count` is null until it is known. */
  readonly target: Omit<BulkTarget, "count"> & { readonly count: number | null };
  readonly columns: readonly ColumnName[];
  readonly onClose: () => void;
}) {
  const t = useBulkText();
  const formats = useFormats();
  const run = useBulkRun();
  const { request, ids, count } = target;
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const format = exportFormats.find((name) => name === form.get("format")) ?? "csv";
    const isWhole = format === "jsonl" && form.get("content") !== null;
    const wanted = isWhole
      ? {
          ...request,
          withContent: true,
          withScores: true,
          withTurns: request.resource === "threads",
          withUsage: request.resource === "runs" || request.resource === "steps",
        }
      : request;
    const isDone = await run.start(async (signal, onProgress) => {
      const blob = await exportRecords({
        request: wanted,
        format,
        columns,
        ids,
        signal,
        onProgress: (done) => onProgress({ done, total: Math.max(count ?? 0, done), failed: 0, message: null }),
      });
      download(blob, `${request.resource}-${new Date().toISOString().slice(0, 10)}.${format}`);
    });
    if (isDone) onClose();
  };
  return (
    <Dialog
      title={count === null ? t("exportAll") : t("exportTitle", { formatted: formats.number(count) })}
      isOpen
      onClose={onClose}
    >
      <form className={styles.form} onSubmit={(event) => void submit(event)}>
        <SelectField
          label={t("format")}
          name="format"
          options={exportFormats.map((format) => ({ value: format, label: t(format) }))}
        />
        <label className={styles.check}>
          <input type="checkbox" name="content" />
          {t("withContent")}
        </label>
        <ProgressLine progress={run.progress} />
        {run.isRunning ? (
          <Button onClick={() => run.cancel()}>{t("stop")}</Button>
        ) : (
          <Button type="submit" look="primary">
            {t("download")}
          </Button>
        )}
      </form>
    </Dialog>
  );
}

function download(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
