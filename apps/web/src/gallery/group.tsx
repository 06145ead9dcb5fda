import type { ReactNode } from "react";
import styles from "./gallery.module.css";

export function Group({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className={styles.group}>
      <h2>{title}</h2>
      {children}
    </div>
  );
}

export function Row({ children }: { readonly children: ReactNode }) {
  return <div className={styles.row}>{children}</div>;
}
