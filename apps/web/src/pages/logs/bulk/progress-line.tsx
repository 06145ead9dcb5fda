import { useFormats } from "../../../messages/formats.ts";
import { useBulkText } from "./messages.ts";
import type { Progress } from "./use-bulk-run.ts";
import styles from "./bulk.module.css";
import { VisibleText } from "../../../ui/visible-text.tsx";

export function ProgressLine({ progress }: { readonly progress: Progress | null }) {
  const t = useBulkText();
  const formats = useFormats();
  if (!progress) return null;
  const { done, total, failed, message } = progress;
  return (
    <div className={styles.progress}>
      {total > 0 && (
        <>
          <progress max={total} value={done} aria-label={t("progress")} />
          <p role="status">{t("done", { done: formats.number(done), total: formats.number(total) })}</p>
        </>
      )}
      {message !== null && (
        <p role="alert" className={styles.failed}>
          {failed > 0 && `${t("failed", { count: failed })} `}
          <VisibleText text={message} />
        </p>
      )}
    </div>
  );
}
