import type { ReactNode } from "react";
import styles from "./page.module.css";
import { usePageTitle } from "./use-page-title.ts";
import { VisibleText } from "./visible-text.tsx";

/** A page with a heading and actions. Also sets the browser's title. */
export function Page({
  title,
  name = title,
  note,
  back,
  actions,
  panel,
  isFilled = false,
  children,
}: {
  readonly title: string;
  /** Title in the browser and among recent pages. Default: the heading. */
  readonly name?: string | undefined;
  readonly note?: ReactNode;
  readonly back?: ReactNode;
  readonly actions?: ReactNode;
  /** Side panel. Null while it is closed; undefined if the page has none. */
  readonly panel?: ReactNode;
  /** Whether the list of the page fills the remaining height. `isFilled` must then be set for its `ListFrame`, too. */
  readonly isFilled?: boolean | undefined;
  readonly children: ReactNode;
}) {
  usePageTitle(name);
  const page = (
    <div className={styles.page} data-filled={isFilled || undefined}>
      <div className={styles.head}>
        <div className={styles.title}>
          {back && <div className={styles.back}>{back}</div>}
          <h1>
            <VisibleText text={title} />
          </h1>
          {note && <span className={styles.note}>{note}</span>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      {children}
    </div>
  );
  if (panel === undefined) return page;
  return (
    <div className={styles.split}>
      <div className={styles.beside}>{page}</div>
      {panel}
    </div>
  );
}
