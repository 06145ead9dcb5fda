import { type FormEvent, useRef } from "react";
import { useFormats } from "../../../messages/formats.ts";
import { Button } from "../../../ui/button.tsx";
import { DialogError } from "../../../ui/dialog-parts.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { ErrorState, LoadingState } from "../../../ui/page-state.tsx";
import { DatasetChoiceField } from "../../datasets/dataset-choice.tsx";
import { useAddedToast } from "../../datasets/use-added-toast.ts";
import { useDatasetChoice } from "../../datasets/use-dataset-choice.ts";
import type { LogRecord } from "../log-record.ts";
import type { BulkTarget } from "./bulk-target.ts";
import { addToDataset, expectOutput } from "./change-records.ts";
import { useBulkText } from "./messages.ts";
import { ProgressLine } from "./progress-line.tsx";
import { readChoice } from "./review-choice.ts";
import { ReviewRow } from "./review-row.tsx";
import { useBulkRun } from "./use-bulk-run.ts";
import { useReview } from "./use-review.ts";
import styles from "./bulk.module.css";

export function DatasetDialog({
  target,
  note,
  onClose,
}: {
  readonly target: BulkTarget;
  /** Notice above the records. */
  readonly note?: string | undefined;
  readonly onClose: (isDone: boolean) => void;
}) {
  const t = useBulkText();
  const formats = useFormats();
  const run = useBulkRun();
  const review = useReview(target);
  // Ids of created items by record. A retry skips these records.
  const added = useRef(new Map<string, string>());
  const { request, count } = target;
  const { projectId, resource } = request;
  // Generations can be added to datasets of every type. Steps can only be added to datasets of the type `key_value`.
  const choice = useDatasetChoice(({ type }) => resource === "generations" || type === "key_value");
  const confirmAdded = useAddedToast();
  const { records = [], ranges, choiceOf, choose } = review;
  const skipped = records.filter((record) => !choiceOf(record).isIncluded).length;
  const isReadable = records.every(
    (record) => !choiceOf(record).isIncluded || !("problem" in readChoice(choiceOf(record))),
  );

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (!isReadable || run.isRunning) return;
    const dataset = await choice.resolve().catch(() => null);
    if (dataset === null) return;
    const add = async (record: LogRecord, signal: AbortSignal): Promise<void> => {
      const reviewed = choiceOf(record);
      const read = readChoice(reviewed);
      if (!reviewed.isIncluded || "problem" in read) return;
      const place = { projectId, resource, signal };
      const id = added.current.get(record.id) ?? (await addToDataset(record, dataset.id, place));
      added.current.set(record.id, id);
      if (read.expectedOutput !== undefined) await expectOutput(id, read.expectedOutput, place);
    };
    if (!(await run.forEach({ ...target, request: { ...request, withScores: true } }, add))) return;
    const ids = [...added.current.values()];
    confirmAdded(dataset, ids.length, ids.length === 1 ? ids[0] : undefined);
    onClose(true);
  };
  return (
    <Dialog title={t("addToDataset")} isOpen isWide onClose={() => onClose(false)}>
      {choice.loadError && <ErrorState error={choice.loadError} onRetry={choice.retry} />}
      {choice.isLoading && <LoadingState />}
      {!choice.isLoading && !choice.loadError && (
        <form className={styles.form} onSubmit={(event) => void submit(event)}>
          {/* After an error, some records may already be in a dataset. The others must be added to the same one. */}
          <DatasetChoiceField choice={choice} isDisabled={run.isRunning || added.current.size > 0} />
          {note !== undefined && <p>{note}</p>}
          <p className={styles.muted}>{t("reviewAbout")}</p>
          {review.error && !review.isReady && <ErrorState error={review.error} onRetry={review.retry} />}
          {!review.isReady && !review.error && <LoadingState />}
          {review.isReady &&
            records.map((record) => (
              <ReviewRow
                key={record.id}
                record={record}
                ranges={ranges}
                choice={choiceOf(record)}
                isDisabled={run.isRunning || added.current.has(record.id)}
                onChange={(changed) => choose(record.id, changed)}
              />
            ))}
          {review.isReady && count > records.length && (
            <div className={styles.rest}>
              <span>{t("notShown", { count: count - records.length })}</span>
              {review.hasMore && (
                <Button size="small" disabled={review.isLoadingMore} onClick={review.loadMore}>
                  {t("showMore")}
                </Button>
              )}
            </div>
          )}
          <DialogError error={choice.error} />
          <ProgressLine progress={run.progress} />
          <div className={styles.actions}>
            {run.isRunning ? (
              <Button onClick={() => run.cancel()}>{t("stop")}</Button>
            ) : (
              <Button
                type="submit"
                look="primary"
                disabled={
                  !choice.isChosen || choice.isCreating || !review.isReady || !isReadable || count - skipped <= 0
                }
              >
                {t("add", { count: count - skipped, formatted: formats.number(count - skipped) })}
              </Button>
            )}
          </div>
        </form>
      )}
    </Dialog>
  );
}
