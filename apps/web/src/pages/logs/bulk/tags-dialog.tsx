import type { FormEvent } from "react";
import { useFormats } from "../../../messages/formats.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { TextField } from "../../../ui/field.tsx";
import type { BulkTarget } from "./bulk-target.ts";
import { addTags } from "./change-records.ts";
import { useBulkText } from "./messages.ts";
import { ProgressLine } from "./progress-line.tsx";
import { useBulkRun } from "./use-bulk-run.ts";
import styles from "./bulk.module.css";

export function TagsDialog({
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
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get("tags") ?? "");
    const tags = text.split(",").flatMap((tag) => (tag.trim() === "" ? [] : [tag.trim()]));
    if (tags.length === 0) return;
    const { projectId, resource } = request;
    const isDone = await run.forEach(target, (record, signal) =>
      addTags(record, tags, { projectId, resource, signal }),
    );
    if (isDone) onClose(true);
  };
  return (
    <Dialog title={t("addTags")} isOpen onClose={() => onClose(false)}>
      <form className={styles.form} onSubmit={(event) => void submit(event)}>
        <TextField label={t("tags")} name="tags" required autoComplete="off" />
        <ProgressLine progress={run.progress} />
        {run.isRunning ? (
          <Button onClick={() => run.cancel()}>{t("stop")}</Button>
        ) : (
          <Button type="submit" look="primary">
            {t("add", { formatted: formats.number(count) })}
          </Button>
        )}
      </form>
    </Dialog>
  );
}
