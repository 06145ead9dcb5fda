import type { FormEvent } from "react";
import { useOperation } from "../../../api/use-request.ts";
import { datasetChoices } from "../../../generated/bulk.ts";
import { useFormats } from "../../../messages/formats.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { SelectField } from "../../../ui/field.tsx";
import { ErrorState, LoadingState } from "../../../ui/page-state.tsx";
import type { BulkTarget } from "./bulk-bar.tsx";
import { addToDataset } from "./change-records.ts";
import { useBulkText } from "./messages.ts";
import { ProgressLine } from "./progress-line.tsx";
import { useBulkRun } from "./use-bulk-run.ts";
import styles from "./bulk.module.css";
import { visibleString } from "../../../ui/hidden-signs.ts";

/** Makes items of a dataset of many records. */
export function DatasetDialog({
  target,
  onClose,
}: {
  readonly target: BulkTarget;
  readonly onClose: (isDone: boolean) => void;
}) {
  const t = useBulkText();
  const formats = useFormats();
  const run = useBulkRun();
  const { data, error, refetch } = useOperation(datasetChoices, {});
  const { request, count } = target;
  const { projectId, resource } = request;
  // Steps fit into datasets of any JSON only.
  const choices = (data?.datasets.edges ?? []).filter(
    ({ node }) => resource === "generations" || node.type === "key_value",
  );
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const datasetId = String(new FormData(event.currentTarget).get("dataset") ?? "");
    const isDone = await run.forEach(target, (record, signal) =>
      addToDataset(record, datasetId, { projectId, resource, signal }),
    );
    if (isDone) onClose(true);
  };
  return (
    <Dialog title={t("addToDataset")} isOpen onClose={() => onClose(false)}>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <LoadingState />}
      {data && choices.length === 0 && <p>{t("noDatasets")}</p>}
      {choices.length > 0 && (
        <form className={styles.form} onSubmit={(event) => void submit(event)}>
          <SelectField label={t("dataset")} name="dataset" autoFocus>
            {choices.map(({ node }) => (
              <option key={node.id} value={node.id}>
                {visibleString(node.name)}
              </option>
            ))}
          </SelectField>
          <ProgressLine progress={run.progress} />
          {run.isRunning ? (
            <Button onClick={() => run.cancel()}>{t("stop")}</Button>
          ) : (
            <Button type="submit" look="primary">
              {t("add", { formatted: formats.number(count) })}
            </Button>
          )}
        </form>
      )}
    </Dialog>
  );
}
