import { ArrowUp } from "lucide-react";
import { useIsServiceThere } from "../../../api/service-context.ts";
import { Button } from "../../../ui/button.tsx";
import { useLogsText } from "../messages.ts";
import styles from "./live-notice.module.css";
import type { useLiveRecords } from "./use-live-records.ts";

export function LiveNotice({
  live,
  isShown,
}: {
  readonly live: ReturnType<typeof useLiveRecords>;
  readonly isShown: boolean;
}) {
  const t = useLogsText();
  const isServiceThere = useIsServiceThere();
  const toTop = (): void => {
    live.release();
    document.querySelector('[data-scroll-restoration-id="log"]')?.scrollTo({ top: 0 });
  };
  return (
    <div className={styles.notice} role="status">
      {live.waitingCount > 0 && (
        <Button size="small" look="primary" className={styles.pill} onClick={toTop}>
          <ArrowUp size={14} aria-hidden />
          {t("newRecords", { count: live.waitingCount })}
        </Button>
      )}
      {/* If the service cannot be reached, the page already shows a notice. */}
      {isShown && isServiceThere && live.state === "broken" && <span className={styles.broken}>{t("liveBroken")}</span>}
    </div>
  );
}
