import type { ReactNode } from "react";
import { EmptyState, ErrorState, LoadingState } from "./page-state.tsx";
import styles from "./record-list.module.css";

/**
 * Body of a page that lists all records of a kind: a description and the list, or one of the states loading, failed and
 * empty.
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
  /** Undefined while the records are loading, or if they could not be loaded. */
  readonly records: Records | undefined;
  readonly error: unknown;
  readonly onRetry: () => void;
  /** Title of the empty state. */
  readonly empty: string;
  /** Description of the records. */
  readonly about: string;
  /** Action of the empty state: creates the first record. */
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
