import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import styles from "./list-frame.module.css";
import { useUiText } from "./messages.ts";
import { ErrorState, LoadingState } from "./page-state.tsx";
import { VisibleText } from "./visible-text.tsx";

interface PagedList {
  /** Undefined until the first response arrives. */
  readonly nodes: readonly unknown[] | undefined;
  readonly error: Error | null;
  readonly retry: () => void;
  /** Whether the nodes of the previous search, filter or order are still shown. */
  readonly isStale: boolean;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  readonly loadMore: () => void;
}

/**
 * Content of a list: its rows, or a loading, error or empty state. Rows of a previous search, filter or order are
 * grayed out.
 */
export function ListFrame({
  list,
  empty,
  isEndless = false,
  isFilled = false,
  children,
}: {
  readonly list: PagedList;
  readonly empty: ReactNode;
  readonly isEndless?: boolean | undefined;
  /** Whether the list fills the remaining height of the page. `isFilled` must then be set for the `Page`, too. */
  readonly isFilled?: boolean | undefined;
  readonly children: ReactNode;
}) {
  const { nodes, error, retry, isStale, isLoadingMore } = list;
  if (error && !nodes) return <ErrorState error={error} onRetry={retry} />;
  // An empty result of the previous search says nothing about the current one.
  if (!nodes || (nodes.length === 0 && isStale)) return <LoadingState shape="rows" />;
  if (nodes.length === 0) return empty;
  return (
    <StaleFrame isStale={isStale} isBusy={isLoadingMore} isFilled={isFilled}>
      {children}
      <ListFoot list={list} isEndless={isEndless} />
    </StaleFrame>
  );
}

/** Frame of a list. While `isStale` is set, grays out the old results and shows that new ones are loading. */
export function StaleFrame({
  isStale,
  isBusy = false,
  isFilled = false,
  children,
}: {
  readonly isStale: boolean;
  readonly isBusy?: boolean | undefined;
  readonly isFilled?: boolean | undefined;
  readonly children: ReactNode;
}) {
  return (
    <div
      className={styles.frame}
      aria-busy={isStale || isBusy}
      data-stale={isStale || undefined}
      data-filled={isFilled || undefined}
    >
      {isStale && <Updating />}
      <div className={styles.content}>{children}</div>
    </div>
  );
}

/** Indicator that the results of the current query are loading. */
export function Updating({ text }: { readonly text?: string | undefined }) {
  const t = useUiText();
  return (
    <p role="status" className={styles.updating}>
      {text ?? t("updating")}
    </p>
  );
}

/** End of a list. Loads the next page, and shows that it is loading or has failed. */
function ListFoot({ list, isEndless }: { readonly list: PagedList; readonly isEndless: boolean }) {
  const t = useUiText();
  const { error, hasMore, isLoadingMore, loadMore } = list;
  if (!hasMore || (isEndless && !isLoadingMore && !error)) return null;
  return (
    <div className={styles.foot}>
      {isLoadingMore && <span role="status">{t("loadingMore")}</span>}
      {error && !isLoadingMore && (
        <span role="alert">
          {t("moreFailed")}: <VisibleText text={error.message} />
        </span>
      )}
      {!(isEndless && isLoadingMore) && (
        <Button onClick={loadMore} disabled={isLoadingMore}>
          {error ? t("retry") : t("more")}
        </Button>
      )}
    </div>
  );
}
