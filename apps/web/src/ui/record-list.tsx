import type { ReactNode } from "react";
import { EmptyState, ErrorState, LoadingState } from "./page-state.tsx";
import styles from "./record-list.module.css";

/**
 * Content of a page that lists all records of a kind. Shows a description and the records, or a loading, error or empty
 * state.
 */
export function RecordList<Records extends readonly unknown[]>({
  records,
  error,
  onRetry,
  empty,
  about,
  first,
  children,
}: {
  /** Undefined while the records load, and if loading failed. */
  readonly records: Records | undefined;
  readonly error: unknown;
  readonly onRetry: () => void;
  readonly empty: string;
  readonly about: string;
  readonly first: ReactNode;
  readonly children: (records: Records) => ReactNode;
}) {
  if (records === undefined)
    return error ? <ErrorState error={error} onRetry={onRetry} /> : <LoadingState shape="rows" />;
  if (records.length === 0) {
    return (
      <EmptyState title={empty}>
        <p>{about}</p>
        {first}
      </EmptyState>
    );
  }
  return (
    <>
      <p className={styles.about}>{about}</p>
      {children(records)}
    </>
  );
}
