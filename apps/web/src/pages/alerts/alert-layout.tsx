import type { ReactNode } from "react";
import styles from "../evaluators/evaluators-page.module.css";

export function AlertLayout({ preview, children }: { readonly preview: ReactNode; readonly children: ReactNode }) {
  return (
    <div className={styles.editor}>
      <div className={styles.main}>{children}</div>
      {preview && <div className={styles.test}>{preview}</div>}
    </div>
  );
}
