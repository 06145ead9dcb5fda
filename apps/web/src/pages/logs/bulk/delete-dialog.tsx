import { useFormats } from "../../../messages/formats.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import type { LogResource } from "../log-resource.ts";
import type { BulkTarget } from "./bulk-target.ts";
import { removeRecord } from "./change-records.ts";
import { useBulkText } from "./messages.ts";
import { ProgressLine } from "./progress-line.tsx";
import { useBulkRun } from "./use-bulk-run.ts";
import styles from "./bulk.module.css";

const warnings = {
  threads: "deleteThreads",
  runs: "deleteSteps",
  generations: "deleteGenerations",
  steps: "deleteSteps",
  scores: "deleteScores",
} as const satisfies Record<LogResource, string>;

export function DeleteDialog({
  target,
  onClose,
}: {
  readonly target: BulkTarget;
  readonly onClose: (isDone: boolean) => void;
}) {
  const t = useBulkText();
  const formats = useFormats();
  const run = useBulkRun();
  const { request, count } = target;
  const formatted = formats.number(count);
  const confirm = async (): Promise<void> => {
    const { projectId, resource } = request;
    const isDone = await run.forEach(target, (record, signal) => removeRecord(record, { projectId, resource, signal }));
    if (isDone) onClose(true);
  };
  return (
    <Dialog title={t("deleteTitle", { count, formatted })} isOpen onClose={() => onClose(false)}>
      <div className={styles.form}>
        <p>{t(warnings[request.resource])}</p>
        <ProgressLine progress={run.progress} />
        {run.isRunning ? (
          <Button onClick={() => run.cancel()}>{t("stop")}</Button>
        ) : (
          <Button look="danger" onClick={() => void confirm()}>
            {t("deleteAction", { formatted })}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
