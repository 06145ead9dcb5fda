import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { useUiText } from "../../ui/messages.ts";
import { ErrorState, LoadingState } from "../../ui/page-state.tsx";
import styles from "./log-view.module.css";
import { useLogsText } from "./messages.ts";
import type { useLogRecords } from "./use-log-records.ts";

export function MoreNotice({ list }: { readonly list: ReturnType<typeof useLogRecords> }) {
  const t = useLogsText();
  const ui = useUiText();
  if (!list.isFetchingNextPage && !list.isFetchNextPageError) return null;
  return (
    <p role="status" className={styles.more}>
      {list.isFetchingNextPage ? (
        t("loadingMore")
      ) : (
        <>
          {t("moreFailed")}: {list.error?.message}
          <Button size="small" onClick={() => void list.fetchNextPage()}>
            {ui("retry")}
          </Button>
        </>
      )}
    </p>
  );
}

export function ListState({
  list,
  empty,
  children,
}: {
  readonly list: ReturnType<typeof useLogRecords>;
  readonly empty: ReactNode;
  readonly children: ReactNode;
}) {
  if (list.error && list.records.length === 0) {
    return <ErrorState error={list.error} onRetry={() => void list.refetch()} />;
  }
  if (!list.data) return <LoadingState shape="rows" />;
  return list.records.length === 0 ? empty : children;
}
