import type { ReactNode } from "react";
import styles from "../evaluators/evaluators-page.module.css";

/** Content beside the preview of an alert. The preview stays in view while the content scrolls. */
export function AlertLayout({ preview, children }: { readonly preview: ReactNode; readonly children: ReactNode }) {
  return (
    <div className={styles.editor}>
      <div className={styles.main}>{children}</div>
      {preview && <div className={styles.test}>{preview}</div>}
    </div>
  );
}
