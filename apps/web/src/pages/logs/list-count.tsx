import { LoadingText } from "../../ui/page-state.tsx";
import { useLogsText } from "./messages.ts";
import type { useLogRecords } from "./use-log-records.ts";
import type { useTotal } from "./use-total.ts";

export function ListCount({
  list,
  total,
}: {
  readonly list: ReturnType<typeof useLogRecords>;
  readonly total: ReturnType<typeof useTotal>;
}) {
  const t = useLogsText();
  if (list.isPlaceholderData || total === null) {
    const { error, refetch } = list.count;
    return <LoadingText text={t("counting")} error={error} onRetry={() => void refetch()} />;
  }
  const { count, formatted, isEstimate } = total;
  return <span role="status">{isEstimate ? t("countEstimate", { formatted }) : t("count", { count, formatted })}</span>;
}
